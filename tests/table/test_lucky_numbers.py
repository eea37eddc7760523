"""The table of Lucky Numbers: what one sees, may press and is told, and what nobody may be shown; the rules decide."""

from __future__ import annotations

import json
import random
import re
from html import unescape

import pytest

from table.history import played_sheet
from table.insight import boards_row, hand_sheet
from table.keys import tips_sheet
from table.layouts import LAYOUTS, Layout
from table.saves import pack
from table.scene import Scene
from table.score import status_line
from table.settings import Settings
from table.sheets import deal_sheet, scores_sheet
from table.table import attributes, draw
from table.telling import Words, log
from table.text import LANGUAGES, Texts
from tapisvert.cards import EMPTY
from tapisvert.game import Grid, Phase
from tapisvert.games.lucky_numbers import LUCKY_NUMBERS, LuckyNumbersDeal, Options
from tapisvert.games.lucky_numbers.rules import CELL_NAMES, in_order_of_appearance
from tapisvert.match import Match
from tapisvert.view import View
from tests.table.fakes import Host, Tab, run
from tests.table.lucky_numbers import (
    BOTS,
    YOU,
    deal_of,
    dealt,
    new_match,
    numbers,
    play_on,
    push,
    record_of,
    to_the_end,
    twin,
)
from tests.toys.tiles import TILES, TilesDeal
from tools.catalogues import compile_catalogues

NBSP = "\N{NO-BREAK SPACE}"
GARDEN = "2 5 9 13/4 7 . 15/8 . 12 17/11 14 16 20"
"""The garden of the rules page's vectors N-P01 to N-P04 and N-P12."""
DIAGONAL = "3 . . ./. 8 . ./. . 13 ./. . . 18"
SHEETS = ("log", "played", "last-trick", "odds", "scores", "hand 1", "hand 0", "settings", "help", "tips", "report")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


def position(
    gardens: list[str], *, hidden: str = "1", visible: str = "", drawn: str = "", phase: int = Phase.TURN, turn: int = 0
) -> LuckyNumbersDeal:  # fmt: skip
    """Sets up a game in progress with so many copies of each number as it takes."""
    cells = [[0 if word == "." else int(word) for word in garden.replace("/", " ").split()] for garden in gardens]
    rest = [[int(word) for word in text.split()] for text in (hidden, visible, drawn)]
    wanted = [number for row in [*cells, *rest] for number in row if number]
    tiles = iter(in_order_of_appearance(wanted))
    rows = [[next(tiles) if number else EMPTY for number in row] for row in cells]
    pool, shelf, held = [[next(tiles) for _ in row] for row in rest]
    return LuckyNumbersDeal(turn=turn, phase=phase, gardens=rows, drawn=held, visible=shelf, pool=pool)


def scene_of(deal: LuckyNumbersDeal, language: str = "fr", *, selection: str = "", **settings: str) -> Scene:
    """Gets what you see of a single game, a visible tile being selected if one is named."""
    t, seats = Texts(language), len(deal.gardens)
    chosen = [tile for tile in deal.visible if LuckyNumbersDeal.card_names[tile] == selection][:1]
    return Scene(
        LUCKY_NUMBERS,
        LAYOUTS["lucky_numbers"],
        View(YOU, deal.seen_by(YOU), [[] for _ in range(seats)], [0] * seats, Options(seats)),
        t,
        [t("you"), *BOTS][:seats],
        Settings(**settings),
        asked=deal.turn == YOU and bool(deal.phase),
        selection=chosen,
    )


def shown(deal: LuckyNumbersDeal, region: str, language: str = "fr", *, selection: str = "", **settings: str) -> str:
    """Draws a region of the page."""
    return unescape(draw(scene_of(deal, language, selection=selection, **settings))[region]).replace(NBSP, " ")


def words_in(html: str) -> str:
    """Gets the text of some HTML."""
    return " ".join(re.sub("<[^>]*>", " ", unescape(html).replace(NBSP, " ")).split())


def cells(html: str) -> dict[str, dict[str, str]]:
    """Reads your garden: the attributes of each cell by its name."""
    found = {}
    for tagged in re.findall(r'<button[^>]*role="gridcell"[^>]*>', html):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', tagged))
        found[values["data-cell"]] = values
    return found


def at(row: int, column: int) -> str:
    """Names a cell given as in the rules page."""
    return f"{'abcd'[column - 1]}{row}"


# ---------------------------------------------------------------------- your garden


@pytest.mark.parametrize(
    ("garden", "tile", "free", "swaps"),
    [
        (GARDEN, "10", {(2, 3), (3, 2)}, {(1, 3), (1, 4), (2, 2), (3, 1), (3, 3), (4, 1)}),  # N-P01
        (GARDEN, "9", {(3, 2)}, {(1, 3), (2, 2), (3, 1), (4, 1)}),  # N-P02
        (GARDEN, "20", set(), {(4, 4)}),  # N-P03
        (DIAGONAL, "8", {(1, 3), (1, 4), (3, 1), (4, 1)}, {(1, 1), (2, 2), (3, 3), (4, 4)}),  # N-P05
    ],
)
@pytest.mark.parametrize("way", ["drawn", "taken"])
def test_legal_cells_are_shown(
    garden: str, tile: str, free: set[tuple[int, int]], swaps: set[tuple[int, int]], way: str
) -> None:
    """A tile drawn, or selected on the shelf, shows exactly its legal cells; free ones and swaps are told apart."""
    taken = way == "taken"
    deal = position([garden, DIAGONAL], drawn="" if taken else tile, visible=tile if taken else "")
    for language, words in {"fr": ("permise pour le", "échange permis"), "en": ("legal for", "may be swapped")}.items():
        found = cells(shown(deal, "hand", language, selection=tile if taken else ""))
        legal = {name: cell for name, cell in found.items() if "aria-disabled" not in cell}
        assert {at(*each) for each in free | swaps} == set(legal)
        assert {at(*each) for each in free} == {n for n, c in legal.items() if "free" in c["class"].split()}
        assert {at(*each) for each in free} == {n for n, c in legal.items() if words[0] in c["aria-label"]}
        assert {at(*each) for each in swaps} == {n for n, c in legal.items() if words[1] in c["aria-label"]}
        start = f"take {tile}" if taken else "place"
        assert all(cell["data-move"] == f"{start} {name}" for name, cell in found.items())
        assert all("legal" in cell["class"].split() for cell in legal.values())


def test_cells_have_words() -> None:
    """A cell says its row and column, what lies there, whether it has the golden edge, and what may be done."""
    english = cells(shown(position([GARDEN, DIAGONAL], drawn="10"), "hand", "en"))
    assert "row 2, column 3, free, legal for 10" == english["c2"]["aria-label"]
    assert "row 1, column 3, 9, may be swapped for 10" == english["c1"]["aria-label"]
    assert "row 1, column 1, 2, golden edge, not legal for 10" == english["a1"]["aria-label"]
    french = cells(shown(position([GARDEN, DIAGONAL]), "hand"))
    assert "rangée 2, colonne 3, libre" == french["c2"]["aria-label"]
    assert "rangée 4, colonne 4, 20, liseré doré" == french["d4"]["aria-label"]


def test_the_diagonal_has_its_edge() -> None:
    """The four cells of the diagonal keep their edge, whatever else they are."""
    for drawn in ("", "8", "20"):
        found = cells(shown(position([DIAGONAL, GARDEN], drawn=drawn), "hand"))
        assert ["a1", "b2", "c3", "d4"] == [name for name, cell in found.items() if "edged" in cell["class"].split()]


def test_the_garden_is_a_grid() -> None:
    """Your garden is a grid of four rows of four cells, and one group for the keyboard."""
    hand = shown(position([GARDEN, DIAGONAL]), "hand")
    assert 1 == hand.count('role="grid"') == hand.count("data-roving")
    rows = hand.split('role="row"')[1:]
    assert [4, 4, 4, 4] == [row.count('role="gridcell"') for row in rows]
    assert list(CELL_NAMES) == re.findall('data-cell="(\\w+)"', hand)


def test_a_caution_if_wished() -> None:
    """A cell where the tile would spoil the garden says so if that is wished, and is legal all the same."""
    deal = position([DIAGONAL, DIAGONAL], drawn="4")  # no number lies between 3 and 4, nor in order around a swap
    for wish, marked in (("off", set()), ("on", {"c1", "d1", "a3", "a4", "b2", "c3", "d4"})):
        hand = shown(deal, "hand", cautions=wish)
        found = cells(hand)
        assert marked == {name for name, cell in found.items() if "sans échange" in cell["aria-label"]}
        assert len(marked) == hand.count('class="caution"')
        assert all("aria-disabled" not in found[name] for name in marked)


# ---------------------------------------------------------------------- the supply and the others


def test_the_shelf_is_piled() -> None:
    """Visible tiles lie by number, equal ones in one pile with their count, and say how many cells are theirs."""
    deal = position([GARDEN, DIAGONAL], visible="10 20 1 10 10 18")
    trick = shown(deal, "trick", "en")
    assert ["1", "10", "18", "20"] == re.findall('data-action="select (\\d+)"', trick)
    assert ["×3"] == re.findall("×\\d", trick)
    labels = dict(re.findall('data-action="select (\\d+)"[^>]*?aria-label="([^"]*)"', trick))
    assert "10, 3 times, 8 legal cells" == labels["10"]  # N-P12 and N-P01: two free cells, six swaps
    assert ("1, 1 legal cell", "20, 1 legal cell") == (labels["1"], labels["20"])
    assert "18, 3 legal cells" == labels["18"]
    deal = position([GARDEN, DIAGONAL], visible="18", turn=1)
    assert 'aria-disabled="true" aria-label="18"' in shown(deal, "trick", "en"), "it is not your turn"


def test_the_pool_is_counted() -> None:
    """The hidden tiles are counted, and drawn from by a button that is free while nothing is in hand."""
    trick = shown(position([GARDEN, DIAGONAL], hidden="3 7 19", visible="5"), "trick")
    assert re.search('data-move="draw" aria-label="Piocher un trèfle caché : 3 trèfles cachés"', trick)
    trick = shown(position([GARDEN, DIAGONAL], hidden="3 7 19", drawn="10"), "trick")
    assert re.search('data-move="draw" aria-disabled="true" aria-label="3 trèfles cachés"', trick)
    assert "Défausser le 10" in words_in(trick)
    assert 1 == trick.count('data-move="discard"')


def test_the_last_hidden_tile_is_announced() -> None:
    """With the last hidden tile in somebody's hand it is said that the game ends after this turn."""
    for language, words in {"fr": "Dernier trèfle : la partie se termine à la fin de ce tour",
                            "en": "Last clover: the game ends after this turn"}.items():  # fmt: skip
        for turn in (0, 1):
            deal = position([GARDEN, DIAGONAL], hidden="", drawn="10", turn=turn)
            assert words in words_in(shown(deal, "trick", language))
        assert words not in words_in(shown(position([GARDEN, DIAGONAL], drawn="10"), "trick", language))
        match = to_the_end(dealt("3 8 14 19 2 7 13 18"), "last")
        lines = log(match, Words(Texts(language), "lucky_numbers", ["You", *BOTS], match.scores, YOU), ())
        assert sum(words in line.replace(NBSP, " ") for _, line in lines) == (not deal_of(match).pool)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_other_gardens_are_small(players: int) -> None:
    """Each other garden is a button that tells its rows and shows it large; its free cells are counted on the plate."""
    match = dealt(" ".join(("3 8 14 19", "2 7 13 18", "1 5 11 20", "4 9 12 16")[:players]), players)
    deal = deal_of(match)
    seats = shown(deal, "seats", "en")
    assert [f"hand {seat}" for seat in range(1, players)] == re.findall('data-action="(hand \\d)"', seats)
    label = re.findall('data-action="hand 1" aria-label="([^"]*)"', seats)[0]
    assert label.startswith("Nora’s garden: row 1: 2, free, free, free. row 2: free, 7, free, free.")
    assert players == seats.count("12 free cells<")
    large = words_in(hand_sheet(scene_of(deal, "en"), 1))
    assert "Nora’s garden 12 free cells 2" in large


def test_everything_is_told() -> None:
    """What is on the table can be asked for: hidden tiles, the tile in hand, the visible ones, and every garden."""
    deal = position([GARDEN, DIAGONAL], hidden="3 7", visible="5 5 9", drawn="10")
    told = status_line(scene_of(deal, "en"))
    assert told.startswith(
        "2 hidden clovers. In hand, You: 10. Visible clovers: 5, 2 times, 9. Nora’s garden: row 1: 3,"
    )
    assert "Your garden: row 1: 2, 5, 9, 13. row 2: 4, 7, free, 15." in told


def test_what_is_still_hidden_can_be_looked_up() -> None:
    """By number, as many tiles are hidden as the sets of all players have more than lie in sight."""
    match = push(dealt("3 8 14 19 2 7 13 18 3"), "draw")
    sheet = words_in(played_sheet(scene_of(deal_of(match), "en")))
    assert "Still hidden: 1, 2 times; 2; 4, 2 times;" in sheet
    assert "3 – 4 ×2" in sheet, "both of the threes are in sight"
    assert len(deal_of(match).pool) == sum(int(count) for count in re.findall("×(\\d)", sheet))


# ---------------------------------------------------------------------- what is asked, and what is refused


@pytest.mark.parametrize(
    ("deal", "french", "english"),
    [
        (position([GARDEN, DIAGONAL], visible="10"), "Piochez un trèfle caché ou récupérez un trèfle visible",
         "Draw a hidden clover or take a visible one"),
        (position([GARDEN, DIAGONAL]), "Piochez un trèfle caché", "Draw a hidden clover"),
        (position([GARDEN, DIAGONAL], drawn="12"), "Posez, échangez ou défaussez le 12",
         "Place, swap or discard the 12"),
        (position([".  . . ./. 8 . ./. . . ./. . . .", DIAGONAL], drawn="12", phase=Phase.SETUP),
         "Posez le 12 sur une case libre de la diagonale dorée", "Place the 12 on a free cell of the golden diagonal"),
    ],
)  # fmt: skip
def test_you_are_told_what_is_awaited(deal: LuckyNumbersDeal, french: str, english: str) -> None:
    """The line above the garden says what may be done, in the words of the rules page."""
    assert [french, english] == [words_in(shown(deal, "prompt", language)) for language in LANGUAGES]


def test_a_tile_taken_must_be_placed() -> None:
    """With a visible tile selected it is said that it must be placed, and no discard is offered."""
    deal = position([GARDEN, DIAGONAL], visible="10")
    assert "Posez le 10 : un trèfle récupéré doit être posé" == words_in(shown(deal, "prompt", selection="10"))
    assert "discard" not in shown(deal, "trick", selection="10")


def test_michaels_set_up_shows_the_free_diagonal() -> None:
    """In Michael's set-up the tile may go to the free cells of the diagonal alone, and cannot be refused."""
    match = push(dealt("20 7 1 7 20 6 1 6", 2, "michael"), "place b2", "place d4")
    found = cells(shown(deal_of(match), "hand"))
    assert ["a1", "c3", "d4"] == [name for name, cell in found.items() if "aria-disabled" not in cell]
    assert "discard" not in shown(deal_of(match), "trick")
    assert "setup" == attributes(scene_of(deal_of(match)))["phase"]


def test_a_refusal_names_the_tile_and_marks_it() -> None:
    """A cell that is not legal says which line and which tile forbid it, and that tile is marked."""

    async def scenario() -> None:
        tab = await come_to(push(dealt("3 8 13 18 2 7 14 19 10 10", 2), "draw", "place d1", "draw", "discard"), "fr")
        tab.send({"action": "select 10"})
        tab.send({"move": "take 10 c1"})
        prompt = words_in(tab.regions["prompt"])
        assert "Ce nombre ne respecte pas l’ordre croissant de la rangée : voyez le 10 (rangée 1, colonne 4)." in prompt
        assert ["d1"] == [n for n, c in cells(tab.regions["hand"]).items() if "against" in c["class"].split()]
        tab.send({"move": "take 10 c4"})
        assert "de la colonne : voyez le 13 (rangée 3, colonne 3)." in words_in(tab.regions["prompt"])
        tab.send({"action": "select 10"})
        assert not [n for n, c in cells(tab.regions["hand"]).items() if "against" in c["class"].split()]
        assert tab.said[-1].startswith("Piochez")

    run(scenario())


async def come_to(match: Match, language: str, **settings: str) -> Tab:
    """Opens the page on a match."""
    tab = await Tab(Host({"settings": json.dumps(settings)}), language, game="lucky_numbers").open()
    await tab.do("open-sheet")
    tab.field = pack(record_of(match).dumps())
    tab.click("import")
    await tab.until(lambda: tab.is_mine)
    return tab


# ---------------------------------------------------------------------- games and tournaments


def rows_of(html: str) -> list[list[str]]:
    """Reads the table of scores, row by row."""
    return [
        [words_in(cell) for cell in re.findall("<t[dh][^>]*>(.*?)</t[dh]>", row)]
        for row in re.findall("<tr[^>]*>(.*?)</tr>", html)
    ]


def test_the_result_shows_the_gardens() -> None:
    """The sheet of a finished game has the points, the places and every garden as it was at the end."""
    match = to_the_end(dealt("3 8 14 19 2 7 13 18 1 5 11 20", 3))
    deal, names = deal_of(match), ["Vous", "Nora", "Ali"]
    scene = scene_of(deal)
    sheet = deal_sheet(match, names, Texts("fr"), [], boards_row(scene))
    free = [numbers(garden).count(0) for garden in deal.gardens]
    winners = [seat for seat, cells in enumerate(free) if cells == min(free)]
    points = [2 if seat in winners else -cells for seat, cells in enumerate(free)]
    found = rows_of(sheet)
    assert ["", *names] == found[0]
    assert points == [int(cell.split()[0].replace("−", "-")) for cell in found[1][1:]]
    assert free == [int(cell.split()[1]) for cell in found[1][1:]]
    assert ["Place", *(str(1 + sum(other > mine for other in points)) for mine in points)] == found[2]
    assert 3 == sheet.count('class="board small"')
    assert sum(16 - cells for cells in free) == sheet.count("<svg")


def tournament(games: int, players: int = 3) -> Match:
    """Plays so many games of a tournament to their end."""
    match = dealt("3 8 14 19 2 7 13 18 1 5 11 20", players, tournament=True)
    for game in range(games):
        if game:
            match.next_deal()
        to_the_end(match, f"game {game}")
    return match


@pytest.mark.parametrize("games", [1, 2, 3])
def test_the_tournament_sheet(games: int) -> None:
    """Each game has a row with +2 or −n by player and who was first; then come the totals, at the end the places."""
    match, names = tournament(games), ["Vous", "Nora", "Ali"]
    found = rows_of(deal_sheet(match, names, Texts("fr"), []))
    for game, row in enumerate(found[1 : 1 + games]):
        assert f"Partie {game + 1}" == row[0]
        assert match.deals[game].points == [int(cell.split()[0].replace("−", "-")) for cell in row[1:]]
        assert [seat == game for seat in range(3)] == ["1er joueur" in cell for cell in row[1:]]
    totals = [sum(dealt.points[seat] for dealt in match.deals if dealt.points) for seat in range(3)]
    assert ["Total", *(str(total).replace("-", "−") for total in totals)] == found[1 + games]
    assert (games == 3) == ("Place" in [row[0] for row in found])


def test_the_scores_are_at_hand() -> None:
    """During a game of a tournament its scores so far are one press away, with who began; the title says which game."""
    match = tournament(1)
    match.next_deal()
    t = Texts("fr")
    sheet = words_in(scores_sheet(match, ["Vous", "Nora", "Ali"], t))
    assert sheet.startswith("Tournoi : partie 2 sur 3")
    assert "Premier joueur de la partie 2 : Nora." in sheet
    view = match.view(YOU)
    scene = Scene(
        LUCKY_NUMBERS, LAYOUTS["lucky_numbers"], view, t, ["Vous", "Nora", "Ali"], Settings(), deal=match.number
    )
    regions = draw(scene)
    assert 'data-action="scores"' in regions["score"]
    assert "Tournoi : partie 2 sur 3" in words_in(regions["title"])
    assert [str(score).replace("-", "−") for score in match.scores] == re.findall("<b>([^<]+)</b>", regions["score"])
    single = draw(scene_of(deal_of(dealt("3 8 14 19 2 7 13 18"))))
    assert "" == single["score"]
    assert "Lucky Numbers" == words_in(single["title"])


def test_tied_winners_are_told() -> None:
    """Several with the fewest free cells have all won: the sheet says so, and each is named."""
    deal = position([GARDEN, GARDEN, DIAGONAL], hidden="", drawn="1")
    deal.play(deal.parse_move("discard"))
    assert [2, 2, -12] == deal.points()
    words = Words(Texts("fr"), "lucky_numbers", ["Vous", "Nora", "Ali"], [2, 2, -12], YOU)
    lines = [line.replace(NBSP, " ") for _, line in words.lines(deal.remarks())]
    assert lines == [
        "La pioche est vide : plusieurs vainqueurs, à égalité.",
        "Vous : 2 cases libres.",
        "Nora : 2 cases libres.",
    ]


@pytest.mark.parametrize(
    ("players", "setup", "length", "language"),
    [(2, "standard", False, "en"), (3, "michael", False, "fr"), (2, "michael", True, "en")],
)
def test_a_whole_match(players: int, setup: str, length: bool, language: str) -> None:
    """A match is played to its end through what the page offers; what happens is told, and no text is missing."""

    async def scenario() -> None:
        match = new_match(players, setup, tournament=length, seed=f"whole {players}")
        match.next_deal()
        tab = await come_to(match, language)
        lines = ""
        while tab.data["phase"] != "match-over":
            if tab.data["phase"] == "turn":
                tab.send({"action": "log"})
                lines = tab.sheet
                tab.send({"action": "close"})
            await tab.step()
            await tab.until(lambda: tab.is_mine)
        assert players == tab.sheet.count('class="board small"')
        everything = "".join([*tab.regions.values(), tab.sheet, lines, *tab.said])
        assert not re.findall(
            r"lucky_numbers\.\w|\b(?:cell|cells|shelf|supply|seat|column|score|event)\.\w+", everything
        )
        first = {"fr": "remier joueur|Vous êtes premier joueur", "en": "irst player|You are the first player"}
        assert re.search(first[language], lines)

    run(scenario())


@pytest.mark.parametrize("language", LANGUAGES)
def test_tips(language: str) -> None:
    """The game has advice, which the help leads to."""
    assert 6 == unescape(tips_sheet(Texts(language), "lucky_numbers")).count("<li>")


# ---------------------------------------------------------------------- what nobody may be shown


async def look(match: Match, language: str) -> str:
    """Opens the page on a match with every aid, tries all moves there are that are refused, and opens every sheet."""
    tab = await come_to(match, language, cautions="on")
    seen: list[object] = [tab.regions, tab.data, tab.shell, tab.sheet]
    view = match.view(YOU)
    for move, name in enumerate(LuckyNumbersDeal.move_names):
        if move not in view.legal_moves() and (not name.startswith("take") or name[5:7] in ("1 ", "9 ", "20")):
            tab.send({"move": name})
            seen.append(tab.regions["prompt"])
    for name in view.deal.card_names[:20:3]:
        tab.send({"action": f"select {name}"})
        seen.append(dict(tab.regions))
    for sheet in SHEETS:
        tab.send({"action": sheet})
        await tab.settle()
        seen.append(tab.sheet)
        tab.send({"action": "close"})
    for action in ("status", "repeat", "score"):
        tab.send({"action": action})
    assert tab.host.disk is not None
    kept = {
        name: text for name, text in tab.host.disk.texts.items() if name.partition(":")[0] not in ("match", "owner")
    }
    return json.dumps([*seen, tab.said, tab.copied, tab.files, tab.host.words, kept])


@pytest.mark.parametrize(("players", "setup"), [(2, "standard"), (3, "michael"), (4, "standard")])
def test_the_page_does_not_depend_on_the_hidden_order(players: int, setup: str) -> None:
    """Games that differ in the order of the hidden tiles alone give the same page, letter by letter."""
    rng, differed = random.Random(f"{players} {setup}"), 0

    async def scenario() -> None:
        nonlocal differed
        match = new_match(players, setup, seed=f"twins {players}")
        match.next_deal()
        for _ in range(3):
            play_on(match, rng.randrange(12), rng, discards=0.5)
            if not deal_of(match).phase:
                break
            other = twin(match, rng)
            assert await look(match, "fr") == await look(other, "fr")
            differed += numbers(deal_of(match).pool) != numbers(deal_of(other).pool)
            match.push(deal_of(match).legal_moves()[0])

    run(scenario())
    assert differed >= 2, "they did differ"


def test_the_save_is_not_in_clear() -> None:
    """The hidden tiles stand in clear neither in the save on the device nor in the copy one can take."""

    async def scenario() -> None:
        match = dealt("3 8 14 19 2 7 13 18")
        tab = await come_to(match, "fr")
        order = match.game.format_pack(match.deals[-1].pack)
        assert tab.host.disk is not None
        kept = json.dumps(tab.host.disk.texts)
        assert order not in kept
        assert " ".join(order.split()[8:14]) not in kept

    run(scenario())


# ---------------------------------------------------------------------- not this game alone


def test_another_game_with_boards() -> None:
    """A game whose deal has a grid and says what its moves lay there has boards; the layout but names its places."""

    class GridDeal(TilesDeal):
        grid = Grid(3, ("a", "b", "c"))

        def cell_of(self, move: int) -> int | None:
            return None if move < 2 else (move - 2) % 3

        def laying(self, cell: int, card: int | None = None) -> int:
            return 2 + cell if card is None else 5 + 3 * (card % 5) + cell

    options = TILES.options(2)
    pack_of = TILES.parse_pack("2 4 1 3 5 1 2 3 4 5", options)
    deal = GridDeal.start(pack_of, 1, 1, options)
    faces = LAYOUTS["lucky_numbers"].faces
    layout = Layout(board="rows", held="drawn", shelf="discards", pool="pool", pool_move="draw", faces=faces)
    for move in ("draw", "place b", "draw", "discard"):
        deal.push(deal.parse_move(move))
    view = View(0, deal.seen_by(0), [], [0, 0], options)
    scene = Scene(
        TILES,
        layout,
        view,
        Texts("en"),
        ["You", "Nora"],
        Settings(),
        asked=True,
        selection=[deal.discards[0]],
    )
    regions = draw(scene)
    found = cells(regions["hand"])
    legal = {name: cell["data-move"] for name, cell in found.items() if "aria-disabled" not in cell}
    assert {"b": "take 4 b", "c": "take 4 c"} == legal
    assert 'data-move="draw"' in regions["trick"]
    assert 'data-action="hand 1"' in regions["seats"]
