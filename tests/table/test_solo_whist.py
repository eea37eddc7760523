"""The table of Solo Whist: what one sees, may press and is told; the rules page says what must be so."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest

from table.home import setup
from table.layouts import LAYOUTS
from table.scene import Scene
from table.settings import Settings
from table.sheets import deal_sheet, last_trick_sheet
from table.table import attributes, draw
from table.telling import Words, log
from table.text import LANGUAGES, Texts
from tapisvert.cards import CARD_NAMES
from tapisvert.games.solo_whist import SOLO_WHIST, SoloWhistDeal
from tapisvert.match import Match
from tests.engine.plain_solo_whist import SORTED_HANDS, watched
from tests.helpers import play_moves
from tests.table.fakes import Host, Tab, run
from tests.table.solo_whist import NAMES, YOU, dealt, early, last_deal, position, record_of
from tests.table.test_belote import asked, bubbles, moves_in, until_asked
from tests.table.test_session import Game
from tools.catalogues import compile_catalogues

NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


def scene_of(match: Match, language: str = "fr") -> Scene:
    view = match.view(YOU)
    is_asked = view.deal.turn == YOU and bool(view.deal.phase)
    return Scene(
        SOLO_WHIST, LAYOUTS["solo_whist"], view, Texts(language), names(language), Settings(), asked=is_asked,
        dealt_by=match.deals[-1].dealer, deal=match.number,
    )  # fmt: skip


def names(language: str) -> list[str]:
    return NAMES if language == "fr" else ["You", *NAMES[1:]]


def shown(match: Match, region: str, language: str = "fr") -> str:
    return unescape(draw(scene_of(match, language))[region]).replace("\ufe0e", "").replace(NBSP, " ")


def words_in(html: str) -> str:
    """Gets the text of some HTML."""
    return " ".join(re.sub("<[^>]*>", " ", html).split())


# ---------------------------------------------------------------------- the auction


def buttons(match: Match, language: str = "fr") -> dict[str, tuple[str, str]]:
    """Reads the panel: by move, its text and, if it is refused, why."""
    html = shown(match, "panel", language)
    found = re.findall(r'<button[^>]*data-move="([^"]+)"([^>]*)>(.*?)</button>', html)
    return {
        move: (words_in(text), (re.findall('title="([^"]*)"', rest) or [""])[0] if "aria-disabled" in rest else "")
        for move, rest, text in found
    }


OFFERS = {
    "fr": {
        "pass": "Passe",
        "cop": "Cop avec Tom, 8 plis, ±5 atout ♣",
        "prop": "Prop à deux, 8 plis, ±5 atout ♣",
        "solo": "Solo seul, 5 plis, ±15 atout ♣",
        "misere": "Misère seul, 0 pli, ±30 sans atout",
        "abondance": "Abondance seul, 9 plis, ±45 atout au choix",
        "abondance_atout": "Abondance en Atout seul, 9 plis, ±45 atout ♣",
        "misere_ouverte": "Misère Ouverte seul, 0 pli, ±60 sans atout, main exposée",
        "abondance_declaree": "Abondance Déclarée seul, 13 plis, ±90 sans atout, vous entamez",
    },
    "en": {
        "pass": "Pass",
        "cop": "Cop with Tom, 8 tricks, ±5 ♣ trumps",
        "prop": "Prop as a pair, 8 tricks, ±5 ♣ trumps",
        "solo": "Solo alone, 5 tricks, ±15 ♣ trumps",
        "misere": "Misère alone, 0 tricks, ±30 no trumps",
        "abondance": "Abundance alone, 9 tricks, ±45 trumps of your choice",
        "abondance_atout": "Abundance in Trumps alone, 9 tricks, ±45 ♣ trumps",
        "misere_ouverte": "Misère Ouverte alone, 0 tricks, ±60 no trumps, exposed hand",
        "abondance_declaree": "Abundance Declared alone, 13 tricks, ±90 no trumps, you lead",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_call_says_what_it_undertakes(language: str) -> None:
    """Each call has two lines: who plays with whom, how many tricks, what it pays at this unit; and what trumps."""
    assert OFFERS[language] == {move: text for move, (text, _) in buttons(position("call"), language).items()}
    titles = dict(re.findall('data-move="(\\w+)" title="([^"]*)"', shown(position("call"), "panel", language)))
    assert all(OFFERS[language][move].endswith(f" {title}") for move, title in titles.items()), "where lines are short"
    assert {"cop", "solo", "misere", "abondance", "misere_ouverte", "abondance_declaree"} == titles.keys()


def allowed(name: str) -> list[str]:
    """Lists the calls that the panel allows in a position."""
    return [move for move, (_, why) in buttons(position(name)).items() if not why]


def test_only_legal_calls_are_enabled() -> None:
    """All calls are always there; those the rules refuse are disabled and say why."""
    higher = ["solo", "misere", "abondance", "misere_ouverte", "abondance_declaree"]
    assert ["pass", "prop", *higher] == allowed("first-call")
    assert ["pass", "cop", *higher] == allowed("call")
    assert ["pass", "abondance", "misere_ouverte", "abondance_declaree"] == allowed("overcall")
    assert ["pass", "abondance_atout", "misere_ouverte", "abondance_declaree"] == allowed("dealer-call")
    assert ["pass", "cop"] == allowed("late-cop")
    assert ["pass", *higher] == allowed("lone-prop")
    why = buttons(position("overcall"))
    assert "Il faut surenchérir." == why["solo"][1]
    assert "Abondance en Atout ne sert qu’à surenchérir une Abondance." == why["abondance_atout"][1]
    assert "Prop ne se dit que si personne n’a encore annoncé." == why["prop"][1]
    regions = draw(scene_of(position("call")))
    assert [] == moves_in(regions["hand"])
    assert "data-sunk" not in regions["hand"], "a hand to be judged is not darkened"


def test_a_refused_call_is_answered() -> None:
    """Who presses a call that is refused is told the rule, to the eye and to the ear, and nothing is called."""
    game = asked(position("overcall"), "solo", "fr")
    told = "Il faut surenchérir."
    assert told == game.stage.said[-1]
    assert told in unescape(game.stage.regions["prompt"])
    assert 2 == game.session.match.ply


@pytest.mark.parametrize(
    ("name", "french", "english"),
    [
        ("first-call", "Qu’annoncez-vous ?", "What do you bid?"),
        (
            "late-cop",
            "Nora a dit Prop et personne n’accepte : dites‑vous Cop ?",
            "Nobody has accepted Nora’s Prop: do you say Cop?",
        ),
        (
            "lone-prop",
            "Personne n’a accepté : montez votre annonce ou passez.",
            "Nobody has accepted: raise your bid or pass.",
        ),
        ("name", "Nommez l’atout de votre Abondance", "Name the trump of your Abundance"),
    ],
)
def test_questions_are_put_in_words(name: str, french: str, english: str) -> None:
    """The late Cop, the lone Prop and the naming of trumps are asked in words, to the eye and to the ear."""
    assert words_in(shown(position(name), "prompt")).endswith(french)
    assert words_in(shown(position(name), "prompt", "en")).endswith(english)
    assert english == asked(position(name)).stage.said[-1]


def test_trumps_are_named_by_four_buttons() -> None:
    """The declarer of an Abondance names any of the four suits, by sign and word; trumps are told to all."""
    match = position("name")
    assert "name" == attributes(scene_of(match))["phase"]
    named = {move: text for move, (text, _) in buttons(match).items()}
    assert {"trump C": "♣ Trèfle", "trump D": "♦ Carreau", "trump H": "♥ Cœur", "trump S": "♠ Pique"} == named
    assert "Atout à nommer" in words_in(shown(match, "score"))
    match.push(SoloWhistDeal.parse_move("trump H"))
    assert "♥ Atout Cœur" in words_in(shown(match, "score"))
    assert "Vous nommez l’atout : Cœur." in told_of(match)


def plates(match: Match, language: str = "fr") -> list[str]:
    """Gets what each plate is called, yours first."""
    return re.findall(r'<div class="plate[^>]*aria-label="([^"]*)"', shown(match, "seats", language))


def test_calls_so_far_hang_at_the_seats() -> None:
    """Each seat's calls are seen at its plate while others speak, and are in the plate's name for the ear."""
    html = asked(position("late-cop"), language="fr").stage.regions["seats"]
    assert {"Vous": "Passe", "Nora": "Prop", "Ali": "Passe", "Tom": "Passe"} == bubbles(html)
    assert "A dit : « Prop »." in unescape(html).replace(NBSP, " ")
    assert not any("A dit" in each for each in plates(position("solo")))
    html = unescape(asked(position("second-round"), language="fr").stage.regions["seats"]).replace(NBSP, " ")
    assert "A dit : « Prop, Abondance »." in html
    assert 'class="bubble"><small>Prop</small>Abondance<' in html


def test_calls_so_far_stand_in_a_row() -> None:
    """In order, all calls of all seats, and the suit turned up with its dealer, are in a line over the question."""

    def line(name: str, language: str = "fr") -> str:
        html = unescape(asked(position(name), language=language).stage.regions["prompt"]).replace("\ufe0e", "")
        return words_in(re.findall('<p class="so-far[^"]*">(.*?)</p>', html)[0])

    assert "Retournée ♣, chez Ali Tom Prop · Vous Solo · Nora Misère · Ali Passe · Tom Abondance" == line(
        "second-round"
    )
    assert "Retournée ♣, vous donnez Nora Passe · Ali Abondance · Tom Passe" == line("dealer-call")
    assert "Turned up ♣, you deal Nora Pass · Ali Abundance · Tom Pass" == line("dealer-call", "en")
    assert "so-far" not in asked(position("solo")).stage.regions["prompt"]
    assert "so-far" not in asked(position("name")).stage.regions["prompt"]


def test_calls_are_gone_with_the_auction() -> None:
    """Once the contract stands no call hangs at a plate, neither in trick 1 nor while trumps are named."""
    for moves in ("abondance,pass,pass,pass", "solo,pass,pass,pass"):
        assert {} == bubbles(asked(play_moves(dealt(), moves), language="fr").stage.regions["seats"])
    named = asked(play_moves(dealt(2), "abondance,pass,pass,pass,trump H,JS"), language="fr")
    assert {"Tom": "Atout Cœur"} == bubbles(named.stage.regions["seats"])


def told_of(match: Match, language: str = "fr") -> list[str]:
    words = Words(Texts(language), "solo_whist", names(language), match.scores, YOU, SOLO_WHIST.sides(match.options))
    return [line.replace(NBSP, " ") for _, line in log(match, words, [])]


def test_the_log_tells_the_auction() -> None:
    """The turned-up card, every call in order, and the contract with its declarers."""
    assert [
        "Carte retournée, chez Nora : Dame de trèfle.",
        "Ali : « Prop ».",
        "Tom : « Passe ».",
        "Vous : « Cop ».",
        "Nora : « Passe ».",
        "Ali joue Prop & Cop avec vous.",
    ] == told_of(position("prop-cop"))[:6]
    assert "Vous jouez Misère Ouverte." in told_of(position("own-open"))
    assert "You play Prop & Cop with Tom." in told_of(play_moves(dealt(), "prop,pass,pass,cop"), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_has_words(language: str) -> None:
    """No event of a deal, whatever its contract, is left without words."""
    words = Words(Texts(language), "solo_whist", NAMES, [0] * 4, YOU)
    seen = set()
    for seed in range(60):
        for before in watched(seed):
            deal, after = before, before.after(before.legal_moves()[-1])
            for event in [*deal.opening(), *deal.narrate(deal.legal_moves()[-1], after), *after.remarks()]:
                seen.add(event.code)
                assert words.line(event), event
    assert {"called", "contract", "alliance", "trump", "turned_up", "paid", "contract_made", "contract_lost"} <= seen
    assert {"alliance_made", "alliance_lost"} <= seen


# ---------------------------------------------------------------------- the turned-up card


def minis(html: str) -> list[str]:
    """Lists the small cards of some HTML, as shown."""
    found = re.findall(r'class="mini [^"]*"[^>]*><b>(\w+)</b><i>(.)', html.replace("\ufe0e", ""))
    return [rank + sign for rank, sign in found]


def test_turned_up_card_lies_on_its_dealers_plate() -> None:
    """It is seen, and told, till it is played or trick 1 is over; its suit stays in sight all the time."""
    for name in ("call", "prop-cop"):
        assert 1 == len(minis(shown(position(name), "seats")))
    assert "Carte retournée : Roi de trèfle." in plates(position("call"))[2]
    for name in ("solo", "abondance"):
        assert [] == minis(shown(position(name), "seats"))
    match = play_moves(dealt(), "solo,pass,pass,pass,JC,QC,KC")
    assert ["A♣"] == minis(shown(match, "seats"))
    play_moves(match, "8C")
    assert [] == minis(shown(match, "seats")), "it is in the hand like the others now"
    assert "♣ Retournée : Trèfle" in words_in(shown(position("call"), "score"))
    assert "♣ Retournée : Trèfle" in words_in(shown(position("abondance"), "score")), "not the trumps"
    assert "Retournée" not in words_in(shown(position("solo"), "score")), "it is the trumps"


def test_your_turned_up_card_is_no_second_card() -> None:
    """If you deal, the card is on your plate as well as in your hand, where alone it can be played."""
    regions = draw(scene_of(position("dealer-call")))
    assert ["V♣"] == minis(unescape(regions["seats"]))
    assert 'data-key="JC"' not in regions["seats"]
    assert ["JC"] == re.findall(r'data-key="(\w+)"[^>]* data-open', regions["hand"])
    assert "Valet de trèfle, visible de tous" in regions["hand"]


# ---------------------------------------------------------------------- the contract


def roles(match: Match, language: str = "fr") -> list[str]:
    """Reads what each seat is in this deal, yours first."""
    return [words_in(each) for each in re.findall('class="points">(.*?)</span>', shown(match, "seats", language))]


@pytest.mark.parametrize(
    ("name", "box", "seats"),
    [
        (
            "solo",
            "Solo Vous ♣ Atout Trèfle encore 5 plis",
            ["déclarant ♣", "défenseur", "défenseur", "défenseur"],
        ),
        (
            "prop-cop",
            "Prop & Cop Ali et vous ♣ Atout Trèfle encore 8 plis",
            ["déclarant ♣", "défenseur", "partenaire", "défenseur"],
        ),
        (
            "abondance",
            "Abondance Vous ♥ Atout Cœur encore 9 plis ♣ Retournée : Trèfle",
            ["déclarant ♥", "défenseur", "défenseur", "défenseur"],
        ),
        (
            "open-left",
            "Misère Ouverte Nora Sans atout ne faire aucun pli ♣ Retournée : Trèfle",
            ["défenseur", "déclarant", "partenaire", "partenaire"],
        ),
    ],
)
def test_contract_and_sides_are_in_sight(name: str, box: str, seats: list[str]) -> None:
    """Contract, declarers, trumps and the tricks needed are always there, and what each seat is to you in this deal."""
    match = position(name)
    assert words_in(shown(match, "score")).startswith(box)
    assert seats == roles(match)
    told, contract = plates(match), match.view(YOU).deal.task()
    assert contract is not None
    assert [seat in contract.seats for seat in range(4)] == ["Déclarant." in each for each in told]
    assert [seat == "partenaire" for seat in seats] == ["Votre partenaire." in each for each in told]


def test_tricks_needed_go_down() -> None:
    """Each trick of the declarers leaves one less to take; then it says made, and how many over; or lost."""
    match = play_moves(dealt(), "prop,cop,pass,pass,2S,5S,8S,JS")
    deal = match.deal
    assert isinstance(deal, SoloWhistDeal)
    said = {}
    for ours in range(14):
        deal.winners = [0] * ours + [2] * (13 - ours) if ours < 8 else [0] * ours
        said[ours] = words_in(re.findall('class="state [a-z]+">(.*?)</div>', shown(match, "score", "en"))[0])
    assert "lost" == said[7]
    assert ("made", "made, 1 overtrick", "made, 5 overtricks") == (said[8], said[9], said[13])
    deal.winners = [0] * 2 + [2] * 7
    assert "chuté, il manque au moins 2 plis" in shown(match, "score")
    assert "lost, at least 2 tricks short" in shown(match, "score", "en")
    deal.winners = [0] * 6
    assert "2 more tricks" in shown(match, "score", "en")
    assert "encore 2 plis" in shown(match, "score")
    deal.winners = [0] * 7
    assert "1 more trick<" in shown(match, "score", "en")


def status(match: Match) -> str:
    """Gets what who asks is told to be on the table."""
    game = Game(record_of(match))

    async def scenario() -> None:
        running = asyncio.ensure_future(game.session.run())
        await until_asked(game)
        game.session.tell_status()
        running.cancel()

    run(scenario())
    return game.stage.said[-1]


def test_status_tells_the_contract() -> None:
    """Who asks what is on the table hears the contract, how it stands, what lies open, and what is awaited."""
    told = status(position("open-left"))
    assert told.startswith("Nora, Misère Ouverte: take no trick. Nora’s exposed hand: Queen of clubs, 4 of clubs, ")
    assert told.endswith(", 5 of hearts, 4 of hearts. Tom: 9 of clubs. Your turn: clubs led")
    assert "Ali’s turned-up card: King of clubs. What do you bid?" == status(position("call"))


# ---------------------------------------------------------------------- an exposed hand


@pytest.mark.parametrize(
    ("name", "side", "cards"),
    [
        ("open-left", "left", "D♣ 4♣ 3♣ 2♣ 5♦ 4♦ 3♦ 7♠ 6♠ 6♥ 5♥ 4♥"),
        ("open-top", "top", "R♣ 7♣ 6♣ 5♣ 8♦ 7♦ 6♦ 10♠ 9♠ 9♥ 8♥ 7♥"),
        ("open-right", "right", "A♣ 10♣ 9♣ 8♣ V♦ 10♦ 9♦ R♠ D♠ D♥ V♥ 10♥"),
    ],
)
def test_exposed_hand_lies_at_its_seat(name: str, side: str, cards: str) -> None:
    """From trick 2 on the hand of a Misère Ouverte lies face up at its seat, tricks or not, sorted and told by name."""
    html = shown(position(name), "seats")
    assert cards.split() == minis(html)
    assert f"by-{side}" in html
    assert ", main exposée : " in html


def test_exposed_hand_shrinks_as_it_is_played() -> None:
    """A card that was played lies in the trick and no longer in the open hand."""
    match = play_moves(position("open-left"), "JC,QC")
    assert "D♣" not in minis(shown(match, "seats"))
    assert 11 == len(minis(shown(match, "seats")))


def last_cards(name: str) -> Match:
    """Comes to the last trick of a position: one card is left to each."""
    match = position(name)
    deal = match.deal
    assert isinstance(deal, SoloWhistDeal)
    deal.hands = [hand[:1] for hand in deal.hands]
    return match


def test_the_last_card_of_an_exposed_hand_is_still_that_hand() -> None:
    """With one card left an exposed hand lies at its seat and is told as such, not taken for the turned-up card."""
    match = last_cards("open-left")
    html = shown(match, "seats")
    assert 1 == len(minis(html))
    assert 'class="mini-row by-left"' in html
    assert re.search('aria-label="Nora, main exposée : [^,"]*"', html)
    assert "Carte retournée" not in html
    assert "turned-up" not in status(match)
    assert "Nora’s exposed hand: " in status(match)
    own = last_cards("own-open")
    assert "Votre main est exposée" in words_in(shown(own, "score"))
    assert "Carte retournée" not in shown(own, "seats")
    assert "Your exposed hand: " in status(own)


def test_an_exposed_hand_is_told_sorted() -> None:
    """Whatever the order in which it was dealt, an exposed hand is told and logged suit by suit, the highest first."""
    hands = ("2S 3S 4S AS 2H 3H KH AH 2D QD KD AD JC", "4H 2C QC 5D 3C 6S 4C 3D 6H 7S 4D 5H 5S")
    match = play_moves(dealt(0, (*hands, *SORTED_HANDS[2:])), "misere_ouverte,pass,pass,pass,5S,8S,JS,2S")
    told = "Dame de trèfle, 4 de trèfle, 3 de trèfle, 2 de trèfle, 5 de carreau, 4 de carreau, 3 de carreau, 7 de pique"
    assert any(line.startswith(f"Nora expose sa main : {told}") for line in told_of(match))


def test_no_other_hand_lies_open() -> None:
    """Not before trick 1 is over, not in any other contract, and yours is told, not laid out a second time."""
    assert [] == minis(shown(play_moves(dealt(), "pass,misere_ouverte,pass,pass,2S,5S,8S"), "seats"))[1:]
    assert [] == minis(shown(play_moves(dealt(), "pass,misere,pass,pass,2S,5S,8S,JS"), "seats"))
    own = position("own-open")
    assert [] == minis(shown(own, "seats"))
    assert "Votre main est exposée" in words_in(shown(own, "score"))
    assert any(line.startswith("Votre main est exposée : ") for line in told_of(own))
    assert any(line.startswith("Nora expose sa main : ") for line in told_of(position("open-left")))
    over = position("own-open")
    assert over.deal is not None
    over.deal.phase = 0
    assert "Votre main est exposée" not in words_in(shown(over, "score")), "once the deal is over all is told"


def test_all_see_the_hand_being_exposed() -> None:
    """When the hand is laid out, play rests a while, once."""
    game = Game(record_of(play_moves(dealt(1), "pass,misere_ouverte,pass,pass,8S,JS")), speed="quick")
    waits: list[int] = []

    async def pause(milliseconds: int) -> None:
        waits.append(milliseconds)
        await asyncio.sleep(0)

    game.stage.pause = pause  # type: ignore[method-assign]

    async def scenario() -> None:
        running = asyncio.ensure_future(game.session.run())
        for _ in range(3):
            await until_asked(game)
            if game.stage.data["phase"] == "play":
                game.session.move(game.moves()[0])
                await asyncio.sleep(0)
        await until_asked(game)
        running.cancel()

    run(scenario())
    assert 1 == waits.count(max(waits))


# ---------------------------------------------------------------------- the sheet


def sheet_of(match: Match, language: str = "fr") -> str:
    words = Words(Texts(language), "solo_whist", names(language), match.scores, YOU)
    assert match.deal is not None
    remarks = [line for _, line in words.lines(match.deal.remarks())]
    return unescape(deal_sheet(match, names(language), Texts(language), remarks)).replace(NBSP, " ")


def table_of(html: str) -> list[list[str]]:
    """Reads the rows of the sheet's table."""
    return [re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in re.findall("<tr.*?</tr>", html)]


def remarks_of(html: str) -> list[str]:
    return re.findall('class="remark">([^<]*)<', html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheet_says_who_pays_whom_and_why(language: str) -> None:
    """A Solo of 3 tricks at unit 5: one unit and one trick missing of two, paid to each; every line sums to zero."""
    match = play_moves(dealt(), "solo,pass,pass,pass,AS,5S,8S,JS")
    deal = match.deal
    assert isinstance(deal, SoloWhistDeal)
    deal.winners, deal.phase = [YOU] * 3 + [1] * 10, 0
    match.deals[-1].points = deal.points()
    match.scores = deal.points()
    html = sheet_of(match, language)
    french = [
        ["Vous", "Nora", "Ali", "Tom", "Total"],
        ["1 unité de 5 points", "−15", "+5", "+5", "+5", "0"],
        ["2 plis manquants, dont 1 compté (1 point)", "−3", "+1", "+1", "+1", "0"],
        ["Donne", "−18", "+6", "+6", "+6", "0"],
        ["Score", "−18", "6", "6", "6", "0"],
    ]
    found = table_of(html)
    found[0] = [cell for cell in found[0] if cell]
    if language == "fr":
        assert french == found
        assert ["Votre Solo : 3 plis, contrat chuté.", "Vous payez 6 points à Nora."] == remarks_of(html)[:2]
    else:
        assert [row[1:] for row in french[1:]] == [row[1:] for row in found[1:]]
        assert "2 undertricks, 1 of them counted, 1 point" == found[2][0]
        assert ["Your Solo: 3 tricks, contract lost.", "You pay Nora 6 points."] == remarks_of(html)[:2]
    assert 4 == len(remarks_of(html))


def test_payments_of_a_pair() -> None:
    """In Prop & Cop each declarer is paid by one defender: the first by the first in order of seats."""
    match = play_moves(dealt(), "prop,pass,pass,cop,AS,5S,8S,JS")
    deal = match.deal
    assert isinstance(deal, SoloWhistDeal)
    deal.winners, deal.phase = [YOU] * 9 + [1] * 4, 0
    match.deals[-1].points = match.scores = deal.points()
    html = sheet_of(match)
    assert [
        "Votre Prop & Cop avec Tom : 9 plis, contrat réussi.", "Nora vous paie 6 points.", "Ali paie 6 points à Tom.",
    ] == remarks_of(html)  # fmt: skip
    assert ["1 pli supplémentaire à 1 point", "+1", "−1", "−1", "+1", "0"] in table_of(html)


@pytest.mark.parametrize(
    ("tricks", "french", "english"),
    [
        (9, "1 pli supplémentaire à 1 point", "1 overtrick at 1 point"),
        (10, "2 plis supplémentaires à 1 point", "2 overtricks at 1 point each"),
        (7, "1 pli manquant : le premier ne compte pas", "1 undertrick: the first does not count"),
        (6, "2 plis manquants, dont 1 compté (1 point)", "2 undertricks, 1 of them counted, 1 point"),
        (4, "4 plis manquants, dont 3 comptés (1 point chacun)", "4 undertricks, 3 of them counted, 1 point each"),
    ],
)
def test_tricks_too_many_and_missing_are_accounted_for(tricks: int, french: str, english: str) -> None:
    """The line says how many there were, how many of them are paid for and at what price; the first missing is free."""
    match = play_moves(dealt(), "prop,pass,pass,cop,AS,5S,8S,JS")
    deal = match.deal
    assert isinstance(deal, SoloWhistDeal)
    deal.winners, deal.phase = [YOU] * tricks + [1] * (13 - tricks), 0
    match.deals[-1].points = match.scores = deal.points()
    assert [french, english] == [table_of(sheet_of(match, language))[2][0] for language in LANGUAGES]


@pytest.mark.parametrize(
    ("moves", "french", "english"),
    [
        ("prop,cop,pass,pass", "Votre Prop & Cop avec Nora :", "Your Prop & Cop with Nora:"),
        ("pass,pass,prop,pass,cop", "Prop & Cop, Ali et vous :", "Prop & Cop, Ali and you:"),
        ("pass,prop,cop,pass", "Prop & Cop, Nora et Ali :", "Prop & Cop, Nora and Ali:"),
        ("pass,pass,solo,pass", "Ali joue Solo :", "Ali’s Solo:"),
    ],
)
def test_the_result_names_all_declarers(moves: str, french: str, english: str) -> None:
    """The line that tells how a contract ended names both partners of a Prop & Cop."""
    match = play_moves(dealt(), moves)
    deal = match.deal
    assert isinstance(deal, SoloWhistDeal)
    while deal.phase:
        match.push(deal.legal_moves()[0])
    for language, line in {"fr": french, "en": english}.items():
        assert remarks_of(sheet_of(match, language))[0].startswith(line)


def test_no_contract() -> None:
    """When all pass, or a lone Prop is withdrawn, the sheet says so, nobody pays, and the number stays."""
    game = asked(play_moves(dealt(), "pass,pass,pass,pass"), language="fr")
    html = unescape(game.stage.sheet).replace(NBSP, " ")
    assert ">Pas de contrat<" in html
    assert ["Tout le monde passe : nouvelle donne."] == remarks_of(html)
    assert "Nouvelle donne" in html
    game.session.match.next_deal()
    assert 1 == game.session.scene().deal
    html = sheet_of(play_moves(dealt(), "prop,pass,pass,pass,pass"))
    assert ["Vous retirez votre Prop, que personne n’a accepté."] == remarks_of(html)


@pytest.mark.parametrize(("contract", "count"), [("misere", 0), ("misere_ouverte", 48), ("abondance_declaree", 48)])
def test_unplayed_cards_in_the_sheet(contract: str, count: int) -> None:
    """They are shown at once after a Misère Ouverte and an Abondance Déclarée, and not after a Misère."""
    html = sheet_of(early(contract))
    assert count == len(minis(html))
    assert ["Cartes non jouées"] * bool(count) == re.findall("<h3>([^<]*)</h3>", html), "of the deal of the sheet"
    if count:
        assert re.search('aria-label="Tom, cartes non jouées : As de trèfle, 10 de trèfle', html)


def test_unplayed_cards_at_the_end_of_the_match() -> None:
    """Those of each Misère come then, by the number of their deal; those shown at once do not come again."""
    match = play_moves(last_deal(), "8S")
    assert match.is_over
    html = sheet_of(match)
    assert ["Cartes non jouées, donne 1", "Cartes non jouées, donne 4"] == re.findall("<h3>([^<]*)</h3>", html)
    assert ["Place", "2", "3", "3", "1", ""] == table_of(html)[-1]
    assert 96 == len(minis(html))
    assert re.search('<b aria-hidden="true">Tom</b><span class="minis" role="img" aria-label="Tom, cartes', html), (
        "once"
    )


def test_last_trick_and_title() -> None:
    """The last trick can be seen again, and the title counts the deals."""
    assert "Valet de pique" in unescape(last_trick_sheet(scene_of(position("open-left"))))
    assert "Solo Whist · donne 1/8" == words_in(shown(position("call"), "title"))
    assert "Solo Whist · deal 1 of 8" == words_in(shown(position("call"), "title", "en"))
    assert "Solo Whist · donne 1" == words_in(shown(dealt(length="to100"), "title"))


def test_plates_show_the_scores_of_a_deal_that_is_over() -> None:
    """Behind the sheet each plate, and its name for the ear, has the score after the deal, not the one before it."""
    for match in (early("misere_ouverte"), play_moves(last_deal(), "8S")):
        html = shown(match, "seats", "en")
        assert match.scores != match.scores_before
        numbers = [Texts("en").number(score) for score in match.scores]
        assert numbers == re.findall('class="own">([^<]*)<', html)
        assert all(f": {number} point" in told for number, told in zip(numbers, plates(match, "en"), strict=True))


# ---------------------------------------------------------------------- options and matches


@pytest.mark.parametrize("language", LANGUAGES)
def test_form(language: str) -> None:
    """Unit and length can be chosen, and each opponent's level; nobody is a partner for the match."""
    html = setup(Texts(language), SOLO_WHIST, {})
    assert ["option.unit", "option.length", "level.1", "level.2", "level.3"] == re.findall(r'name="([\w.]+)"', html)
    assert "avec vous" not in html


class Watching(Tab):
    """A tab in which no card is ever drawn that its seat may not see, and which counts the phases."""

    def __init__(self, host: Host, **query: str) -> None:
        super().__init__(host, **query)
        self.drawn: set[str] = set()
        self.phases: set[str] = set()

    def draw(self, scene: Mapping[str, Any]) -> None:
        super().draw(scene)
        page = self._handle.__self__ if self._handle else None  # type: ignore[attr-defined]
        match = page.match if page is not None else None
        if match is None or match.deal is None or "regions" not in scene:
            return
        self.phases.add(self.data["phase"])
        deal = match.view(YOU).deal
        visible = {CARD_NAMES[c] for _, pile in deal.places(deal.public + deal.private) for c in pile if c >= 0}
        html = "".join(scene["regions"].values())
        found = {*re.findall(r"/(\w\w)\.(?:fr\.)?svg", html), *re.findall(r'data-key="(\w\w)"', html)}
        assert found <= visible
        signs = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
        ranks = {"10": "T"}
        assert {ranks.get(each[:-1], each[:-1]) + signs[each[-1]] for each in minis(html)} <= visible
        self.drawn |= found


@pytest.mark.parametrize("unit", ["5", "10"])
def test_whole_match_by_clicks(unit: str) -> None:
    """A match is played to its end through what the page offers, and every hidden card stays hidden."""

    async def scenario() -> None:
        tab = await Watching(Host(), game="solo_whist").open()
        tab.send({"action": "refresh", "form": {"option.length": "4", "option.unit": unit}})
        await tab.do("new-match")
        while tab.data.get("phase") != "match-over":
            await tab.step()
            await tab.until(lambda: tab.is_mine)
        assert {"call", "play", "deal-over"} <= tab.phases
        assert 52 == len(tab.drawn), "all cards have been seen, each when it might be"

    run(scenario())


def test_a_match_is_resumed_in_the_auction() -> None:
    """A match left in its auction goes on where it was, the calls so far at the plates."""

    async def scenario() -> None:
        tab = await Tab(Host(), game="solo_whist").open()
        await tab.do("new-match")
        await tab.until(lambda: tab.is_mine)
        before = (tab.data, tab.regions)
        await tab.do_home()
        await tab.do("resume solo_whist")
        await tab.until(lambda: tab.is_mine)
        assert before == (tab.data, tab.regions)

    run(scenario())
