"""The table of Luz: what one sees, may press and is told, and what nobody may be shown; the rules page decides."""

from __future__ import annotations

import json
import random
import re
from html import unescape

import pytest

from table.history import played_sheet
from table.keys import tips_sheet
from table.layouts import LAYOUTS
from table.saves import pack
from table.scene import Scene
from table.settings import Settings
from table.sheets import deal_sheet
from table.table import attributes, draw
from table.telling import Words, log
from table.text import LANGUAGES, Texts
from tapisvert.games.luz import LUZ, LuzDeal, Options
from tapisvert.match import Match, Seeds
from tests.helpers import play_moves
from tests.table.fakes import Host, Tab, run
from tests.table.luz import BOTS, YOU, deal_of, dealt, hidden, named, new_match, record_of, steps, twin
from tools.catalogues import compile_catalogues

NBSP = "\N{NO-BREAK SPACE}"
SHEETS = ("log", "played", "last-trick", "odds", "hand 1", "hand 2", "hand 0", "settings", "help", "tips", "report")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


def scene_of(match: Match, language: str = "fr", **settings: str) -> Scene:
    view = match.view(YOU)
    names = [Texts(language)("you"), *BOTS][: view.deal.seats]
    is_asked = view.deal.turn == YOU and bool(view.deal.phase)
    return Scene(
        LUZ, LAYOUTS["luz"], view, Texts(language), names, Settings(**settings), asked=is_asked, deal=match.number
    )  # fmt: skip


def shown(match: Match, region: str, language: str = "fr", **settings: str) -> str:
    return unescape(draw(scene_of(match, language, **settings))[region]).replace(NBSP, " ")


def words_in(html: str) -> str:
    """Gets the text of some HTML."""
    return " ".join(re.sub("<[^>]*>", " ", unescape(html).replace(NBSP, " ")).split())


def labels(html: str) -> dict[str, str]:
    """Reads the names of the buttons, by their moves."""
    return dict(re.findall(r'data-move="([^"]+)"[^>]*?aria-label="([^"]*)"', html))


# ---------------------------------------------------------------------- what nobody may be shown


async def look(match: Match, language: str) -> tuple[str, str]:
    """
    Opens the page on a match, with every aid on, tries what is refused, and opens every sheet.

    :returns: all that the page has drawn, said and kept but for the save, and the save.
    """
    host = Host({"settings": json.dumps({"odds": "on"})})
    tab = await Tab(host, language, game="luz").open()
    await tab.do("open-sheet")
    tab.field = pack(record_of(match).dumps())
    tab.click("import")
    await tab.until(lambda: tab.is_mine)
    seen: list[object] = [tab.regions, tab.data, tab.shell, tab.sheet]
    view = match.view(YOU)
    if view.deal.phase:
        places = [slot.move for slot in view.deal.blind_hand(YOU)]
        for move in [0, *places, len(LuzDeal.move_names) - 1]:
            if move not in view.legal_moves():
                tab.send({"move": LuzDeal.move_name(move)})
                seen.append(tab.regions["prompt"])
        tab.send({"move": "R7"})  # no move at all
        for sheet in SHEETS:
            tab.send({"action": sheet})
            await tab.settle()
            seen.append(tab.sheet)
            tab.send({"action": "close"})
        for action in ("status", "repeat", "score"):
            tab.send({"action": action})
    seen += [tab.said, tab.copied, tab.files, tab.host.words]
    kept = (
        {name: text for name, text in tab.host.disk.texts.items() if name.partition(":")[0] not in ("match", "owner")}
        if tab.host.disk
        else {}
    )
    return json.dumps([*seen, kept]), (tab.host.disk.texts["match:luz"] if tab.host.disk else "")


@pytest.mark.parametrize(("players", "language"), [(3, "fr"), (4, "en"), (5, "fr")])
def test_the_page_does_not_depend_on_what_you_may_not_see(players: int, language: str) -> None:
    """
    At every step, deals that differ in your unplayed cards and those aside alone give the same page, letter by letter.

    So whatever is drawn, said, refused, kept or told by the aid cannot tell one from the other.
    """
    rng, twins = random.Random(players), 0

    async def scenario() -> None:
        nonlocal twins
        for match in steps(players, rng, rounds=2):
            other = twin(match, rng)
            first, save = await look(match, language)
            second, _ = await look(other, language)
            assert first == second
            twins += deal_of(match).hands[YOU] != deal_of(other).hands[YOU]
            yours, aside = hidden(match)
            assert [] == named(yours + aside, first, Texts(language))
            assert not any(f"{LuzDeal.card_names[card]} " in save for card in yours), "the save is in clear"

    run(scenario())
    assert twins >= 10, "they did differ"


def test_what_is_looked_for_is_found() -> None:
    """A page that named a card in its code or its words would be caught."""
    seven = [LuzDeal.card_names.index("R7")]
    for html in ('data-key="R7"', 'aria-label="7 rouge"', "<p>rouge 7.</p>", "cards/R7.svg"):
        assert ["R7"] == named(seven, html, Texts("fr"))
    assert [] == named(seven, 'data-key="R#7" class="of-R"', Texts("fr"))


def test_after_the_round_the_cards_aside_stay_unknown() -> None:
    """Neither the sheet nor the log of a finished round names a card that was set aside."""
    for match in steps(4, random.Random("aside")):
        if deal_of(match).phase:
            continue
        t = Texts("en")
        words = Words(t, "luz", ["You", *BOTS[:3]], match.scores, YOU)
        told = deal_sheet(match, words.names, t, []) + json.dumps(log(match, words, ()))
        assert [] == named(deal_of(match).aside, told, t)
        assert "<i>·</i>" not in played_sheet(scene_of(match)), "nor is there a gap where they would stand"


# ---------------------------------------------------------------------- your hand from behind


def test_slots_have_names() -> None:
    """Each place is named by its colour and its rank in it, counted from the lowest; a lone card is the only one."""
    match = new_match(3)
    rest = "Y1 Y2 Y3 G1 G2 G3 G4 G5 B1 B2 B3 B4 B5 B6 B7 B8 P1 P2 P3 P4"
    hand = "Y4 R1 R2 R3 G6 G7 P5 P6 P7 P8"
    seat = {0: hand.split(), 1: rest.split()[:10], 2: rest.split()[10:]}
    names = [seat[place % 3][place // 3] for place in range(30)]
    front = [LuzDeal.card_names.index(name) for name in names]
    match.next_deal([*front, *(card for card in LUZ.pack(Options(3)) if card not in front)], 2)
    french = {
        "Y#1": "jaune, la seule", "R#1": "rouge, la plus faible sur trois",
        "R#2": "rouge, la deuxième plus faible sur trois", "R#3": "rouge, la plus forte sur trois",
        "G#1": "verte, la plus faible sur deux", "G#2": "verte, la plus forte sur deux",
        "P#1": "violette, la plus faible sur quatre", "P#2": "violette, la deuxième plus faible sur quatre",
        "P#3": "violette, la troisième plus faible sur quatre", "P#4": "violette, la plus forte sur quatre",
    }  # fmt: skip
    assert french == labels(shown(match, "hand"))
    english = labels(shown(match, "hand", "en"))
    assert ("red, second lowest of three", "yellow, the only one") == (english["R#2"], english["Y#1"])


def test_slots_keep_their_names() -> None:
    """When neighbours were played a place is called as before, and what was played from the others stays in sight."""
    match = play_moves(dealt(), "bet 0,bet 0,bet 0,bet 0,R#1,R#1,R#1,Y#1")
    hand = shown(match, "hand")
    assert "R#1" not in labels(hand)
    assert labels(hand)["R#2"].startswith("rouge, la plus forte sur deux")
    assert "rouge, la plus faible sur deux : jouée, 2 rouge" in hand


def test_strong_end_is_marked_on_the_side_preferred() -> None:
    """Every colour has one ``+``, at its highest place, on the right unless it is wished on the left."""
    for side, order in (("right", ["Y#1", "Y#2", "R#1", "R#2"]), ("left", ["Y#2", "Y#1", "R#2", "R#1"])):
        hand = shown(dealt(), "hand", strong=side)
        assert 5 == hand.count('class="strong"')
        assert order == re.findall('data-key="([^"]+)"', hand)[:4]
        assert re.search('data-key="Y#2"[^>]*>(?:(?!data-key).)*class="strong"', hand)
        strips = re.findall('data-key="([^"]+)"', shown(dealt(), "seats", strong=side))
        assert (["Y1", "Y10"] if side == "right" else ["Y10", "Y1"]) == strips[:2]


# ---------------------------------------------------------------------- the others


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_others_hands_lie_open(language: str) -> None:
    """Every card of the other hands is shown, none of yours; a strip is a button that names its cards."""
    seats = shown(dealt(), "seats", language)
    held = " ".join(re.findall('data-key="([^"]+)"', seats))
    assert held == ("Y1 Y10 R1 R3 R4 R10 B1 B2 P1 P2 R5 R6 R7 G2 G3 G5 G6 B6 P3 P4 Y2 Y4 Y5 Y6 G7 G8 G9 B7 B8 B9")
    first = re.findall('data-action="hand 1" aria-label="([^"]*)"', seats)
    want = {
        "fr": "Nora, cartes : 1 10 jaune, 1 3 4 10 rouge, 1 2 bleu, 1 2 violet. Agrandir.",
        "en": "Nora’s cards: yellow 1 10, red 1 3 4 10, blue 1 2, violet 1 2. Enlarge.",
    }
    assert [want[language]] == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_bets_and_tricks_stand_on_the_plates(language: str) -> None:
    """Each plate shows the tricks won of those bet, a brown marble for each and the blue one, and says it in words."""
    match = play_moves(dealt(), "bet 2,bet 1+blue,bet 0+blue")
    seats = shown(match, "seats", language)
    assert ["0/2", "0/1", "0/0", "–"] == re.findall(r'class="tally"><span[^>]*>([\d/–]+)<', seats)
    counts = [(part.count('class="marble"'), part.count("marble spare")) for part in seats.split('class="plate')[1:]]
    assert [(2, 0), (1, 1), (0, 1), (0, 0)] == counts
    told = re.findall('role="img" aria-label="([^"]*)" data-seat="(\\d)"', seats)
    by_seat = {seat: label for label, seat in told}
    want = {
        "fr": ("2 billes marron pariées", "1 bille marron pariée, et la bleue", "pas encore de pari"),
        "en": ("bet 2 brown marbles", "bet 1 brown marble and the blue one", "no bet yet"),
    }[language]
    assert want[0] in by_seat["0"]
    assert want[1] in by_seat["1"]
    assert want[2] in by_seat["3"]


# ---------------------------------------------------------------------- bets


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_all_bets_can_be_made(number: int) -> None:
    """From 0 to 10, with and without the blue marble, for what the round is worth; what is idle with 10 is said."""
    match = Match(LUZ, Options(3), Seeds("bets", "bots"), first=number)
    match.next_deal(dealer=2)
    panel = shown(match, "panel")
    found = labels(panel)
    assert {f"bet {n}{end}" for n in range(11) for end in ("", "+blue")} == set(found)
    assert "aria-disabled" not in panel
    assert "3 plis exactement" == found["bet 3"]
    assert "Ajouter la bille bleue : 3 ou 4 plis, points divisés par deux" == found["bet 3+blue"]
    assert {"bet 10+blue"} == {name for name, label in found.items() if "onzième" in label}
    assert [f"{10 * number} points", f"{5 * number} points"] == re.findall(r"(\d+ points)</label>", panel)
    english = labels(shown(match, "panel", "en"))
    assert "Add the blue marble: 3 or 4 tricks, half points" == english["bet 3+blue"]
    assert f"manche {number} sur 4 — {10 * number} points" in words_in(shown(match, "title"))
    assert f"round {number} of 4 — {10 * number} points" in words_in(shown(match, "title", "en"))
    assert "bet" == attributes(scene_of(match))["phase"]
    assert "Pariez sur le nombre exact de plis que vous remporterez" in shown(match, "prompt")


def test_colour_asked_must_be_followed() -> None:
    """Places of other colours sink, and say which colour must be played."""
    match = play_moves(dealt(0), "bet 0,bet 0,bet 0,bet 0,R#1,R#1,G#1")
    hand = shown(match, "hand")
    free = re.findall(r'data-move="([^"]+)" aria-label', hand)
    assert ["R#1", "R#2"] == free
    assert 8 == hand.count("data-sunk")
    assert "Vous devez jouer une carte rouge." in hand
    assert "rouge demandé" in shown(match, "prompt")
    match = play_moves(dealt(), "bet 0,bet 0,bet 0,bet 0,R#1,R#1,R#1,Y#1")
    trick = draw(_held(match))["trick"]
    assert ["Vous", "Nora", "Ali", "Tom"] == re.findall('class="by"[^>]*>([^<]+)<', trick)
    assert 'data-key="R#1"' in trick, "your card flies from its place"


def _held(match: Match) -> Scene:
    scene = scene_of(match)
    scene.held = True
    return scene


# ---------------------------------------------------------------------- the aid


def match_of_deduction() -> Match:
    """Deals the vector L-P19 of the rules page: of the reds you see 2 5 7 at the others, and hold three."""
    hands = (
        "R1 R4 R8 Y1 Y2 Y3 Y4 G1 G2 G3",
        "R2 R5 B1 B2 B3 B4 B5 B6 B7 B8",
        "R7 P1 P2 P3 P4 P5 P6 P7 P8 G4",
    )
    match = new_match(3)
    front = [LuzDeal.card_names.index(hands[place % 3].split()[place // 3]) for place in range(30)]
    match.next_deal([*front, *(card for card in LUZ.pack(Options(3)) if card not in front)], 2)
    return match


def test_odds_are_exact() -> None:
    """With the aid on each place says what it may be and how likely (L-P19: ten choices of three among five)."""
    hand = shown(match_of_deduction(), "hand", odds="on")
    found = labels(hand)
    assert found["R#1"].endswith("valeur : 1 à 60 %, 3 à 30 %, 4 à 10 %")
    assert found["R#2"].endswith("valeur : 3 à 30 %, 4 à 40 %, 6 à 30 %")
    assert found["R#3"].endswith("valeur : 4 à 10 %, 6 à 30 %, 8 à 60 %")
    assert ["1–4", "3–6", "4–8"] == re.findall('class="guess">([^<]*)<', hand)[4:7]
    assert 'data-action="odds"' in shown(match_of_deduction(), "prompt", odds="on")


def test_aid_is_off_by_default() -> None:
    """Unasked, nothing is worked out for you."""
    assert "off" == Settings().odds
    regions = draw(scene_of(match_of_deduction()))
    assert "guess" not in regions["hand"]
    assert 'data-action="odds"' not in regions["prompt"]


# ---------------------------------------------------------------------- sheets, tips


def ended(bets: dict[int, str], rounds: int = 1, seed: str = "ended") -> Match:
    """Plays rounds to the end, each seat betting the same every time."""
    match, rng = Match(LUZ, Options(3), Seeds(seed, "bots")), random.Random(seed)
    for _ in range(rounds):
        deal = match.next_deal()
        while deal.phase:
            moves = deal.legal_moves()
            name = f"bet {bets[deal.turn]}" if deal.move_name(moves[0]).startswith("bet") else ""
            match.push(deal.parse_move(name) if name else moves[int(rng.random() * len(moves))])
    return match


def rows_of(html: str) -> list[list[str]]:
    """Reads a table, row by row."""
    return [
        [words_in(cell) for cell in re.findall("<t[dh][^>]*>(.*?)</t[dh]>", row)]
        for row in re.findall("<tr[^>]*>(.*?)</tr>", html)
    ]


def test_sheet_lists_every_round() -> None:
    """Each round has a row: by player, what it brought, and the tricks won of those bet; then the totals and places."""
    bets = {0: "3", 1: "2+blue", 2: "10+blue"}
    match = ended(bets, rounds=4)
    rows = rows_of(deal_sheet(match, ["Vous", "Nora", "Ali"], Texts("fr"), []))
    assert ["", "Vous", "Nora", "Ali"] == rows[0]
    numbers = {0: (3, 0), 1: (2, 1), 2: (10, 1)}
    totals = [0, 0, 0]
    for number, row in enumerate(rows[1:5], 1):
        assert f"Manche {number} {10 * number} points" == row[0]
        for seat, cell in enumerate(row[1:]):
            amount, tally = cell.split()
            won, called = map(int, tally.split("/"))
            brown, blue = numbers[seat]
            assert brown == called
            is_made = won in (brown, brown + blue)
            points = (10 * number) // (1 + blue) if is_made else -5 * abs(won - brown)
            assert points == int(amount.replace("−", "-"))
            totals[seat] += points
    assert ["Total", *(str(total).replace("-", "−") for total in totals)] == rows[5]
    places = [1 + sum(other > total for other in totals) for total in totals]
    assert ["Place", *map(str, places)] == rows[6]


def test_two_may_win() -> None:
    """Who has the same highest total shares the win, and the sheet says so."""
    match = ended({0: "0", 1: "0", 2: "0"}, rounds=4)
    match.scores = [60, 60, -15]
    sheet = words_in(deal_sheet(match, ["Vous", "Nora", "Ali"], Texts("fr"), []))
    assert "Vous gagnez la partie, à égalité." in sheet
    assert ["Place", "1", "1", "3"] == rows_of(deal_sheet(match, ["Vous", "Nora", "Ali"], Texts("fr"), []))[-1]


@pytest.mark.parametrize(("language", "made", "lost"), [
    ("fr", "Pari réussi : +5", "Pari perdu : −10 (2 plis d’écart)"),
    ("en", "Bet made: +5", "Bet failed: −10 (off by 2 tricks)"),
])  # fmt: skip
def test_your_bet_is_told(language: str, made: str, lost: str) -> None:
    """At the end of a round you are told whether your bet was made, its points, and how many tricks it is off."""
    found = set()
    for seed in range(40):
        match = ended({0: "2+blue", 1: "0", 2: "0"}, seed=f"told {seed}")
        words = Words(Texts(language), "luz", ["You", "Nora", "Ali"], match.scores, YOU)
        found |= {line.replace(NBSP, " ") for code, line in words.lines(deal_of(match).remarks())}
    assert {made, lost} <= found


@pytest.mark.parametrize("language", LANGUAGES)
def test_five_tips(language: str) -> None:
    """The source's five pieces of advice are there; that more trumps win more tricks is no certainty."""
    tips = re.findall("<li>(.*?)</li>", unescape(tips_sheet(Texts(language), "luz")))
    assert 5 == len(tips)
    assert ("rien n’est sûr" if language == "fr" else "nothing is certain") in tips[3]
