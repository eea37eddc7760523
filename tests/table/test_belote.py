"""The table of Belote: what one sees, may press and is told; the rules page says what must be so."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from table.home import setup
from table.layouts import LAYOUTS, Layout
from table.scene import Scene
from table.settings import Settings
from table.sheets import deal_sheet, match_heading
from table.table import attributes, draw
from table.telling import Words, log
from table.text import LANGUAGES, Texts
from tapisvert.cards import CARD_NAMES
from tapisvert.games.belote import BELOTE, BeloteDeal
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record, loads
from tests.engine.plain_belote import HANDS, SOLID, cards, pack_of
from tests.helpers import play_moves
from tests.table.fakes import Host, Tab, run
from tests.table.test_session import Game
from tests.toys.partners import PARTNERS
from tools.catalogues import compile_catalogues

RECORDS = Path(__file__).resolve().parents[1] / "records"
YOU = 0
NAMES = ["Vous", "Nora", "Ali", "Tom"]
NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


def dealt(*, hands: Sequence[str] = HANDS, dealer: int = 3, announcements: bool = False) -> Match:
    """
    Deals the hands of the engine's tests.

    Seat 0, which has got the turn-up of them, holds J K Q of hearts, A 7 of spades, 9 8 of diamonds and 7 of clubs.
    """
    match = Match(BELOTE, BELOTE.read_options({"announcements": announcements}), Seeds("belote", "bots"))
    match.next_deal(pack_of(hands, dealer, YOU, "QH"), dealer)
    return match


def scene_of(match: Match, language: str = "fr", *, asked: bool = True, partner: str = "across") -> Scene:
    view = match.view(YOU)
    settings = Settings(partner=partner)
    is_asked = asked and view.deal.turn == YOU and bool(view.deal.phase)
    return Scene(
        BELOTE, LAYOUTS["belote"], view, Texts(language), NAMES, settings, asked=is_asked,
        dealt_by=match.deals[-1].dealer,
    )  # fmt: skip


def shown(match: Match, region: str, language: str = "fr") -> str:
    return unescape(draw(scene_of(match, language))[region])


def moves_in(html: str) -> list[str]:
    return [name for name, rest in re.findall(r'data-move="([^"]+)"([^>]*)>', html) if "aria-disabled" not in rest]


def keys_in(html: str) -> list[str]:
    return re.findall(r'data-key="(\w+)"', html)


# ---------------------------------------------------------------------- calls


def test_first_round_asks_with_the_turn_up_in_the_middle() -> None:
    """One takes by a button or by a click on the turn-up, or passes; the cards of the hand are no moves yet."""
    match = dealt()
    regions = draw(scene_of(match))
    assert f"Vous prenez ou vous passez{NBSP}?" in regions["prompt"]
    assert ["QH"] == keys_in(regions["trick"])
    assert ["take"] == moves_in(regions["trick"])
    assert ["pass", "take"] == moves_in(regions["panel"])
    assert "Je prends" in regions["panel"]
    assert "Je passe" in regions["panel"]
    assert [] == moves_in(regions["hand"])
    assert "data-sunk" not in regions["hand"], "a hand to be judged is not darkened"
    assert "call" == attributes(scene_of(match))["phase"]


def test_turn_up_is_no_button_while_others_are_asked() -> None:
    """While another is asked the turn-up lies there and can be pressed by nobody."""
    regions = draw(scene_of(dealt(dealer=0)))
    assert 1 == len(keys_in(regions["trick"]))
    assert [] == moves_in("".join(regions.values()))


def test_second_round_names_a_suit() -> None:
    """In the second round the three other suits are buttons, by sign and word; the turn-up's is not among them."""
    match = play_moves(dealt(), "pass,pass,pass,pass")
    regions = draw(scene_of(match))
    assert ["pass", "C", "D", "S"] == moves_in(regions["panel"])
    assert ["♣", "♦", "♠"] == re.findall("[♣♦♥♠]", regions["panel"])
    assert all(word in regions["panel"] for word in ("Trèfle", "Carreau", "Pique"))
    assert [] == moves_in(regions["trick"])
    assert ["QH"] == keys_in(regions["trick"])
    assert "Vous nommez un atout" in regions["prompt"]


def record_of(match: Match) -> Record:
    return Record("id", match, [Player("human", ""), *(Player("bot", name, "easy", 1) for name in NAMES[1:])])


async def until_asked(game: Game) -> None:
    """Lets a session come to your turn or to a sheet."""
    while not game._is_mine():
        await asyncio.sleep(0)


def asked(match: Match, tried: str = "", language: str = "en") -> Game:
    """Opens a table on a match, waits until the person is asked, and tries a move that is refused."""
    game = Game(record_of(match))
    game.session.texts = Texts(language)

    async def scenario() -> None:
        running = asyncio.ensure_future(game.session.run())
        await until_asked(game)
        assert not tried or game.session.move(tried)
        running.cancel()

    run(scenario())
    return game


def test_the_ear_hears_the_turn_up() -> None:
    """Who does not see the turn-up is told it with the question."""
    assert ["Do you take or pass? Turned up: Queen of hearts."] == asked(dealt()).stage.said


# ---------------------------------------------------------------------- trumps


def test_dealer_trump_and_taker_are_in_sight() -> None:
    """The dealer is marked from the start; trumps (by sign and word) and taker once they are known."""
    match = dealt()
    assert "Donneur." in plates(match)[3]
    assert ["D"] == re.findall(r'class="badge">(\w)', draw(scene_of(match))["seats"])
    assert "Atout" not in shown(match, "score")
    play_moves(match, "take")
    assert "Preneur." in plates(match)[0]
    assert "Preneur." not in "".join(plates(match)[1:])
    assert re.search("♥.*Atout Cœur.*Vous", shown(match, "score"))
    assert "Votre partenaire." in plates(match)[2]


def plates(match: Match) -> list[str]:
    """Gets what each plate is called."""
    return re.findall(r'role="img" aria-label="([^"]*)"', draw(scene_of(match))["seats"])


def test_hand_is_sorted_anew_when_trumps_are_known() -> None:
    """Before, each suit is in the order of a plain one; then trumps come first, in the order of trumps."""
    match = dealt()
    assert ["8D", "AS", "7S", "KH", "JH"] == keys_in(shown(match, "hand"))
    play_moves(match, "take")
    assert ["JH", "KH", "QH", "7C", "9D", "8D", "AS", "7S"] == keys_in(shown(match, "hand"))
    match = play_moves(dealt(), "pass,pass,pass,pass,S")
    assert ["AS", "7S", "KH", "QH", "JH", "7C", "9D", "8D"] == keys_in(shown(match, "hand"))


@pytest.mark.parametrize(
    ("leader", "trick", "hand", "tried", "told"),
    [
        (3, "KS", "AS QH", "QH", "Vous devez fournir du pique."),
        (3, "AH", "JH KH", "KH", "Vous devez monter à l’atout."),
        (3, "KC", "JH AS", "AS", "Vous devez couper."),
        (1, "KC 9C 7H", "8H AS", "AS", "Vous devez surcouper."),
        (1, "KC 9C AH", "8H AS", "AS", f"Vous devez sous-couper{NBSP}: jouer atout, même plus petit."),
    ],
)
def test_refused_card_names_the_duty(leader: int, trick: str, hand: str, tried: str, told: str) -> None:
    """A card that may not be played says which duty forbids it: follow, rise, ruff, overruff, underruff."""
    match = play_moves(dealt(), "take")
    deal = match.deal
    assert isinstance(deal, BeloteDeal)
    deal.leader, deal.turn, deal.trick = leader, YOU, cards(trick)
    deal.hands[YOU] = cards(hand)
    html = shown(match, "hand")
    assert [name for name in hand.split() if name != tried] == moves_in(html)
    assert f'title="{told}"' in html
    game = asked(match, tried, "fr")
    assert told == game.stage.said[-1]
    assert told in unescape(game.stage.regions["prompt"])


# ---------------------------------------------------------------------- announcements


def announcing(names: str = "take") -> Match:
    return play_moves(dealt(announcements=True), names)


def test_announcements_are_proposed_before_your_first_card() -> None:
    """What your hand can announce is proposed, each by itself, and may be left out by playing a card."""
    match = announcing()
    regions = draw(scene_of(match))
    assert "announce" == attributes(scene_of(match))["phase"]
    assert ["announce tierce KH"] == moves_in(regions["panel"])
    assert "Tierce au Roi de cœur" in regions["panel"]
    assert 8 == len(moves_in(regions["hand"]))
    match.push(BeloteDeal.parse_move("announce tierce KH"))
    assert "play" == attributes(scene_of(match))["phase"]
    assert "" == draw(scene_of(match))["panel"]
    assert "play" == attributes(scene_of(play_moves(announcing(), "7C")))["phase"]


def test_whether_another_may_announce_is_not_told() -> None:
    """To the others the phase is plain play while a player may announce."""
    match = announcing("take,7C")
    assert "announce tierce KS" in [BeloteDeal.move_name(m) for m in match.deal.legal_moves()]  # type: ignore[union-attr]
    assert "play" == attributes(scene_of(match, asked=False))["phase"]


@pytest.mark.parametrize(
    ("language", "moves", "told"),
    [
        ("fr", "announce tierce KH", "Vous annoncez : tierce au Roi de cœur."),
        ("fr", "7C,announce tierce KS", "Nora annonce : tierce."),
        ("en", "7C,announce tierce KS", "Nora announces: tierce."),
    ],
)
def test_others_hear_the_name_alone(language: str, moves: str, told: str) -> None:
    """One's own announcement is told in full; of another's, only its name is heard until trick 1 is over."""
    lines = told_of(announcing(f"take,{moves}"), language)
    assert told.lower() == lines[-1].replace(NBSP, " ").lower()
    assert "roi de pique" not in " ".join(lines).lower()


def told_of(match: Match, language: str = "fr") -> list[str]:
    words = Words(Texts(language), "belote", NAMES, match.scores, YOU, BELOTE.sides(match.options))
    return [line for _, line in log(match, words, [])]


def test_the_ear_hears_what_may_be_announced() -> None:
    """Who does not see the buttons is told what there is to announce."""
    assert "You may announce: Tierce, King of hearts high." == asked(announcing()).stage.said[-1]


BEST_SHOWS = "take,announce tierce KH,7C,announce tierce KS,8C,9C,announce cinquante KC,TC"


def test_winning_announcements_lie_open_after_trick_one() -> None:
    """The cards of the side with the best announcement lie open until trick 2 begins, and are in the log; no others."""
    match = announcing(BEST_SHOWS)
    middle = draw(scene_of(match))["trick"]
    assert ["Nora", "Tom"] == re.findall(r'open-row"><b>(\w+)', middle)
    t = Texts("fr")
    names = [t.card(card) for card in cards("KS QS JS KC QC JC TC")]
    assert names == re.findall(r'role="img" aria-label="([^"]+)"', middle)
    lines = told_of(match)
    assert any("Tom montre" in line and "Cinquante au Roi de trèfle" in line and "+50" in line for line in lines)
    assert any("Nora montre" in line and "+25" in line for line in lines)
    assert not any("Vous montrez" in line for line in lines), "the losing side shows nothing"
    play_moves(match, "KC")
    assert "open-row" not in draw(scene_of(match))["trick"]


TIED = ("JH KH AS KC QC QH JC 7C", "9H 8H KS QS JS AD 7D 8C", "AH TS 9S TD KD QD AC 9C", "TH 7H 8S JD TC 7S 8D 9D")
"""Seat 0 has a tierce to the king of clubs, seat 1 one to the king of spades; hearts are trumps."""


def test_tie_is_said_to_cancel() -> None:
    """Equal best announcements, neither in trumps, cancel all of them, and everybody is told."""
    match = dealt(hands=TIED, announcements=True)
    play_moves(match, "take,announce tierce KC,7C,announce tierce KS,8C,9C,TC")
    assert f"Annonces à égalité{NBSP}: elles s’annulent toutes." == told_of(match)[-1]


def test_tie_is_shown_in_the_middle() -> None:
    """All see in the middle that the announcements cancel, until the next card."""
    match = dealt(hands=TIED, dealer=YOU, announcements=True)
    play_moves(match, "pass,pass,pass,take,announce tierce KS,8C,9C,TC")
    game = Game(record_of(match), speed="quick")
    seen_while(game, "announce tierce KC", "7C")
    shown_then = [html for html in game.stage.drawn if "Announcements tied: all cancelled." in html]
    assert shown_then
    assert not any("Announcements tied" in html for html in game.stage.drawn[-1:])


# ---------------------------------------------------------------------- belote


def bubbles(html: str) -> dict[str, str]:
    """Gets what hangs over the plates, by name."""
    return dict(re.findall(r'class="name">([^<]*)</span>(?:(?!class="name").)*class="bubble">([^<]*)', html))


def seen_while(game: Game, *moves: str) -> list[dict[str, str]]:
    """Makes moves of yours, and gets all that hung over the plates meanwhile, from drawing to drawing."""
    seen: list[dict[str, str]] = []
    drawing = game.stage.draw

    def watch(scene: Mapping[str, Any]) -> None:
        drawing(scene)
        if not seen or seen[-1] != bubbles(game.stage.regions["seats"]):
            seen.append(bubbles(game.stage.regions["seats"]))

    game.stage.draw = watch  # type: ignore[method-assign]

    async def scenario() -> None:
        running = asyncio.ensure_future(game.session.run())
        for name in moves:
            await until_asked(game)
            assert game.session.move(name)
            await asyncio.sleep(0)
        await until_asked(game)
        running.cancel()

    run(scenario())
    return seen


def test_belote_and_rebelote_are_spoken() -> None:
    """With king and queen of trumps your bubble says so as the cards are played, with no button for it."""
    seen = seen_while(Game(record_of(play_moves(dealt(hands=SOLID), "take"))), "KH", "QH")
    said = [each["You"] for each in seen if "You" in each]
    assert ["Belote!", "Rebelote!"] == [text for text in said if text != "I take"]
    regions = draw(scene_of(play_moves(dealt(), "take")))
    assert [] == moves_in(regions["panel"])


def test_calls_hang_over_the_plates() -> None:
    """Each player's call is seen at its plate till play begins, and again after a reload."""
    match = play_moves(dealt(dealer=0), "pass,pass,pass")
    calls = {"Nora": "I pass", "Ali": "I pass", "Tom": "I pass"}
    assert calls == bubbles(asked(match).stage.regions["seats"])
    again = loads(record_of(match).dumps()).match
    assert calls == bubbles(asked(again).stage.regions["seats"])
    first = play_moves(dealt(hands=SOLID, announcements=True), "take,announce cent AH,AH,7S,announce tierce 9D,7D,7C")
    assert {} == bubbles(asked(first).stage.regions["seats"]), "the trick in which that was said is over"


# ---------------------------------------------------------------------- scores


def values(html: str) -> list[str]:
    """Reads the box with the score: what it is of, and both sides."""
    return re.findall(r"<em>([^<]*)</em><span>(\w+)</span><b>(\d+)</b><span>(\w+)</span><b>(\d+)</b>", html)[0]


def test_running_score_then_match_score_and_a_click_turns_it() -> None:
    """Once trumps are chosen the box has the manche, without belote; before, the match; a click shows the other."""
    match = dealt(hands=SOLID)
    match.scores = [300, 200, 300, 200]
    assert ("Partie", "Nous", "300", "Eux", "200") == values(shown(match, "score"))
    play_moves(match, "take")
    assert ("Manche", "Nous", "0", "Eux", "0") == values(shown(match, "score"))
    play_moves(match, "KH 7S 7D 7C QH 8S 8D 8C")
    assert ("Manche", "Nous", "7", "Eux", "0") == values(shown(match, "score")), "4 and 3, no 20 of belote"
    game = asked(match, language="fr")
    assert 'data-action="score"' in game.stage.regions["score"]
    game.session.turn_score()
    assert ("Partie", "Nous", "300", "Eux", "200") == values(game.stage.regions["score"])
    game.session.turn_score()
    assert ("Manche", "Nous", "7", "Eux", "0") == values(game.stage.regions["score"])


def rows(html: str) -> dict[str, list[str]]:
    """Reads the lines of the sheet at the end of a manche."""
    found = re.findall(r'<th scope="row">([^<]*)</th><td>([^<]*)</td><td>([^<]*)</td>', html)
    return {name: [ours, theirs] for name, ours, theirs in found}


def sheet_of(record: str, language: str = "fr") -> str:
    text = (RECORDS / f"belote_{record}.json").read_text("utf-8")
    return unescape(deal_sheet(loads(text).match, NAMES, Texts(language), []))


@pytest.mark.parametrize(
    ("record", "lines"),
    [
        (
            "dedans",
            {
                "Plis": ["123", "29"],
                "Dix de der": ["10", "0"],
                "Belote-rebelote": ["0", "20"],
                "Dedans": ["29", "−29"],
                "Manche": ["162", "20"],
                "Partie": ["162", "20"],
            },
        ),
        (
            "contested",
            {
                "Plis": ["68", "84"],
                "Dix de der": ["0", "10"],
                "Annonces": ["25", "0"],
                "Manche": ["93", "94"],
                "Partie": ["93", "94"],
            },
        ),
        (
            "capot",
            {
                "Plis": ["0", "152"],
                "Dix de der": ["0", "10"],
                "Belote-rebelote": ["20", "0"],
                "Capot": ["0", "90"],
                "Manche": ["20", "252"],
                "Partie": ["20", "252"],
            },
        ),
    ],
)
def test_sheet_explains_the_score_line_by_line(record: str, lines: dict[str, list[str]]) -> None:
    """Tricks, last trick, belote, announcements, then dedans or capot, for « Nous » and « Eux », and both sums."""
    html = sheet_of(record)
    assert lines == rows(html)
    assert list(lines) == list(rows(html))
    assert html.index("Nous") < html.index("Vous et Ali") < html.index("Eux") < html.index("Nora et Tom")


def test_passed_out_deal_is_void() -> None:
    """After eight passes the sheet says that the deal is void, nobody scores, and the manche keeps its number."""
    game = asked(play_moves(dealt(), ",".join(["pass"] * 8)), language="fr")
    html = unescape(game.stage.sheet)
    assert "Donne nulle" in html
    assert "Tout le monde a passé" in html
    assert {"Manche": ["0", "0"], "Partie": ["0", "0"]} == rows(html)
    game.session.match.next_deal()
    assert 1 == game.session.scene().deal


def test_scores_are_told_by_side() -> None:
    """The end of a manche tells each side's points and score, once."""
    match = loads((RECORDS / "belote_dedans.json").read_text("utf-8")).match
    assert [f"Nous{NBSP}: +162, score 162.", f"Eux{NBSP}: +20, score 20."] == told_of(match)[-2:]


def test_winners_are_a_side() -> None:
    """A match is won by two, and so it is said."""
    match = loads((RECORDS / "belote_dedans.json").read_text("utf-8")).match
    match.is_over = True
    assert f"Vous gagnez la partie avec Ali{NBSP}!" == match_heading(match, NAMES, Texts("fr"))
    match.scores = [0, 1001, 0, 1001]
    assert "Nora et Tom gagnent la partie" == match_heading(match, NAMES, Texts("fr"))


# ---------------------------------------------------------------------- seats, options, matches


def test_seats_across_or_diagonal() -> None:
    """Your partner sits opposite; or at the top right, you at the bottom left, the rivals at the other corners."""
    match = play_moves(dealt(), "take,7C,8C,9C")

    def places(partner: str) -> tuple[list[str], list[tuple[float, float]]]:
        regions = draw(scene_of(match, partner=partner))
        laid = re.findall(r"--x:(-?[\d.]+);--y:(-?[\d.]+)", regions["trick"])
        return re.findall(r"at-([\w-]+)", regions["seats"]), [(round(float(x), 1), round(float(y), 1)) for x, y in laid]

    assert (["you", "left", "top", "right"], [(0, 1), (-1, 0), (0, -1)]) == places("across")
    corners = [(-0.7, 0.7), (-0.7, -0.7), (0.7, -0.7)]
    assert (["you", "top-left", "top-right", "bottom-right"], corners) == places("diagonal")


@pytest.mark.parametrize("language", LANGUAGES)
def test_form_has_the_options_and_a_level_for_each(language: str) -> None:
    """Announcements, target and contract can be chosen, and the levels of partner and rivals each by itself."""
    html = setup(Texts(language), BELOTE, {})
    wanted = ["option.announcements", "option.target", "option.contract", "level.1", "level.2", "level.3"]
    assert wanted == re.findall(r'name="([\w.]+)"', html), "the stake waits for the ladder"
    assert "Ali, avec vous" in html or "Ali, with you" in html


def test_two_games_each_with_its_match() -> None:
    """The home screen holds both games; a match of one waits while the other is played, and goes on where it was."""

    async def scenario() -> None:
        tab = await Tab(Host(), game="belote").open()
        await tab.do("new-match")
        for _ in range(4):
            await tab.step()
        await tab.until(lambda: tab.is_mine)
        before = (tab.data, tab.regions["hand"])
        await tab.do_home()
        await tab.do("game hearts")
        await tab.do("new-match")
        await tab.until(lambda: tab.is_mine)
        assert "hearts" == tab.data["game"]
        await tab.do_home()
        await tab.do("game belote")
        await tab.do("resume belote")
        await tab.until(lambda: tab.is_mine)
        assert before == (tab.data, tab.regions["hand"])

    run(scenario())


@pytest.mark.parametrize("announcements", ["true", "false"])
def test_whole_match_by_clicks(announcements: str) -> None:
    """A match is played to its end through what the page offers, and every hidden card stays hidden."""

    async def scenario() -> None:
        tab = await Watching(Host(), game="belote").open()
        tab.send({"action": "refresh", "form": {"option.target": "501", "option.announcements": announcements}})
        await tab.do("new-match")
        phases: set[str] = set()
        while tab.data.get("phase") != "match-over":
            phases.add(await tab.step())
            await tab.until(lambda: tab.is_mine)
        assert {"call", "play", "deal-over"} <= phases
        assert 32 == len(tab.pictures), "all cards have been seen, each when it might be"
        assert "true" == tab.data["over"]

    run(scenario())


class Watching(Tab):
    """A tab in which no card is ever drawn that its seat does not see."""

    def __init__(self, host: Host, **query: str) -> None:
        super().__init__(host, **query)
        self.pictures: set[str] = set()

    def draw(self, scene: Mapping[str, Any]) -> None:
        super().draw(scene)
        page = self._handle.__self__ if self._handle else None  # type: ignore[attr-defined]
        match = page.match if page is not None else None
        if match is None or match.deal is None or "regions" not in scene:
            return
        deal = match.view(YOU).deal
        visible = {CARD_NAMES[c] for _, pile in deal.places(deal.public + deal.private) for c in pile if c >= 0}
        pictures = set(re.findall(r"/(\w\w)\.(?:fr\.)?svg", "".join(scene["regions"].values())))
        assert pictures <= visible
        self.pictures |= pictures


def test_any_game_of_that_kind_needs_its_layout_alone() -> None:
    """A toy with a turn-up, trumps, announcements and partners has the same table with no more than its layout."""
    layout = Layout(trump="trump", declarer="taker", middle_card="turn_up", middle_move="take")
    match = Match(PARTNERS, PARTNERS.options(), Seeds("toy", "bots"))
    pack = "JC QC KC JD QD KD JH QH KH JS QS KS AC AD AH AS"
    match.next_deal(PARTNERS.parse_pack(pack, match.options), 3)

    def scene() -> Scene:
        return Scene(PARTNERS, layout, match.view(YOU), Texts("en"), NAMES, Settings(), asked=True)

    assert ["take"] == moves_in(draw(scene())["trick"])
    assert {"pass", "take"} == set(moves_in(draw(scene())["panel"]))
    play_moves(match, "take")
    assert "announce" == attributes(scene())["phase"]
    assert ["announce run KC", "announce run AC"] == moves_in(draw(scene())["panel"])
    assert "Clubs trumps" in draw(scene())["score"]
