"""Solo Whist: what the table says of a contract: offers, how it stands, who pays whom; values of the rules page."""

from __future__ import annotations

import random

import pytest

from tapisvert.cards import parse_card
from tapisvert.game import Ask, Event, Offer, Phase, Task
from tapisvert.games.solo_whist import SOLO_WHIST, Options, SoloWhistDeal
from tapisvert.games.solo_whist import account as told
from tapisvert.games.solo_whist.rules import ABONDANCE, ABONDANCE_DECLAREE, MISERE, PROP, SOLO
from tapisvert.match import Match, Seeds
from tests.engine.plain_solo_whist import (
    CONTRACTS,
    ONE_SUIT_EACH,
    SORTED_HANDS,
    UNITS,
    finish,
    names,
    pack_of,
    random_deals,
    start,
)
from tests.helpers import play_moves

CLUBS = 0
CALLS = (
    "pass",
    "cop",
    "prop",
    "solo",
    "misere",
    "abondance",
    "abondance_atout",
    "misere_ouverte",
    "abondance_declaree",
)


def offers(moves: str, unit: int = 5) -> dict[str, Offer | None]:
    """Gets what each call offers after these."""
    deal = start(moves=moves, unit=unit)
    return {deal.move_name(move): deal.offer(move) for move in deal.menu()}


def test_menu_has_every_call_while_one_is_awaited() -> None:
    """All calls are shown in the auction, legal or not; none when trumps are named or cards played."""
    assert list(CALLS) == list(offers(""))
    assert list(CALLS) == list(offers("pass,prop,pass,pass"))
    assert {} == offers("abondance,pass,pass,pass")
    assert {} == offers("solo,pass,pass,pass")


@pytest.mark.parametrize("unit", UNITS)
def test_offers(unit: int) -> None:
    """
    A call says who plays with whom, its tricks, what it brings at this unit (alone, three times the value), its trumps.

    Clubs are turned up.
    """
    assert {
        "pass": None,
        "cop": Offer("pair", 8, unit, None, "turned", CLUBS),
        "prop": Offer("pair", 8, unit, None, "turned", CLUBS),
        "solo": Offer("alone", 5, 3 * unit, None, "turned", CLUBS),
        "misere": Offer("alone", 0, 6 * unit, None, "none"),
        "abondance": Offer("alone", 9, 9 * unit, None, "named"),
        "abondance_atout": Offer("alone", 9, 9 * unit, None, "turned", CLUBS),
        "misere_ouverte": Offer("alone", 0, 12 * unit, None, "open"),
        "abondance_declaree": Offer("alone", 13, 18 * unit, None, "lead"),
    } == offers("", unit)


def test_a_cop_names_the_proposer() -> None:
    """A Cop plays with who proposed."""
    assert Offer("with", 8, 5, 1, "turned", CLUBS) == offers("pass,prop")["cop"]
    assert Offer("with", 8, 5, 1, "turned", CLUBS) == offers("pass,prop,pass,pass")["cop"]
    own = offers("prop,pass,pass,pass")["cop"]
    assert Offer("pair", 8, 5, None, "turned", CLUBS) == own, "nobody plays with himself"


@pytest.mark.parametrize(
    ("moves", "asked"),
    [
        ("", None),
        ("prop", None),
        ("pass,prop,pass,pass", Ask("late_cop", 1)),
        ("pass,prop,pass,pass,pass", Ask("lone_prop")),
        ("prop,pass,pass,pass", Ask("lone_prop")),
        ("abondance,pass,pass,pass", Ask("name_trumps")),
        ("solo,pass,pass,pass", None),
        ("pass,pass,pass,pass", None),
    ],
)
def test_questions(moves: str, asked: Ask | None) -> None:
    """The late Cop and the lone Prop are asked by themselves, and so is the naming of trumps."""
    assert asked == start(moves=moves).asks()


@pytest.mark.parametrize(
    ("contract", "won", "played", "state"),
    [
        (SOLO, 0, 0, ("needs", 5)),
        (SOLO, 3, 9, ("needs", 2)),
        (SOLO, 3, 11, ("needs", 2)),
        (SOLO, 3, 12, ("short", 1)),
        (SOLO, 0, 10, ("short", 2)),
        (SOLO, 3, 13, ("lost", 0)),
        (SOLO, 5, 9, ("made", 0)),
        (SOLO, 7, 13, ("over", 2)),
        (PROP, 6, 10, ("needs", 2)),
        (PROP, 7, 13, ("lost", 0)),
        (ABONDANCE, 0, 5, ("short", 1)),
        (ABONDANCE, 1, 12, ("short", 7)),
        (ABONDANCE_DECLAREE, 0, 1, ("lost", 0)),
        (MISERE, 0, 12, ("none", 0)),
        (MISERE, 0, 13, ("made", 0)),
        (MISERE, 1, 4, ("lost", 0)),
    ],
)
def test_how_a_contract_stands(contract: int, won: int, played: int, state: tuple[str, int]) -> None:
    """
    So many tricks more are needed; it is made, with some too many, or lost as soon as too few are left.

    By how many at the least is told while tricks that are missing still cost more.
    """
    assert Task(CONTRACTS[contract], (1, 2), *state) == told.task(contract, [1, 2], won, played)


def test_task_of_a_deal() -> None:
    """There is none before the contract; then it tells the contract and its declarers, the bidder first."""
    assert start(moves="pass,prop,pass,pass").task() is None
    assert Task("prop_cop", (1, 0), "needs", 8) == start(moves="pass,prop,pass,pass,cop").task()
    assert Task("abondance", (0,), "needs", 9) == start(moves="abondance,pass,pass,pass").task()
    assert start(moves="pass,pass,pass,pass").task() is None


# ---------------------------------------------------------------------- payments


@pytest.mark.parametrize(
    ("contract", "tricks", "lines"),
    [
        (SOLO, 5, [("units", 1, 0, 5, 15)]),
        (SOLO, 6, [("units", 1, 0, 5, 15), ("overtricks", 1, 0, 1, 3)]),
        (SOLO, 4, [("units", 1, 0, 5, -15), ("first_undertrick", 0, 0, 0, 0)]),
        (SOLO, 3, [("units", 1, 0, 5, -15), ("undertricks", 1, 2, 1, -3)]),
        (SOLO, 1, [("units", 1, 0, 5, -15), ("undertricks", 3, 4, 1, -9)]),
        (MISERE, 0, [("units", 2, 0, 5, 30)]),
        (MISERE, 1, [("units", 2, 0, 5, -30)]),
        (ABONDANCE, 9, [("units", 3, 0, 5, 45)]),
        (ABONDANCE, 7, [("units", 3, 0, 5, -45), ("undertricks", 1, 2, 2, -6)]),
        (ABONDANCE, 11, [("units", 3, 0, 5, 45), ("overtricks", 2, 0, 2, 12)]),
        (ABONDANCE_DECLAREE, 12, [("units", 6, 0, 5, -90)]),
    ],
)
def test_lines_of_a_payment(contract: int, tricks: int, lines: list[tuple[str, int, int, int, int]]) -> None:
    """The units of the contract, then tricks too many, or missing: so many, of so many, at so much; no sum but zero."""
    found = told.account(contract, [2], 5, tricks)
    assert lines == [(entry.code, entry.count, entry.of, entry.each, entry.amounts[2]) for entry in found]
    assert all(0 == sum(entry.amounts) for entry in found)


def test_account_and_payments_of_whole_deals() -> None:
    """The lines add up to the points, and what each pays and gets, one by one, comes to the same."""
    for played in random_deals():
        deal = played.deal
        lines = deal.account()
        assert deal.points() == [sum(entry.amounts[seat] for entry in lines) for seat in range(4)]
        balance = [0] * 4
        for event in deal.remarks():
            if event.code == "paid":
                assert event.seat is not None
                assert event.to is not None
                assert event.amount > 0
                balance[event.seat] -= event.amount
                balance[event.to] += event.amount
        assert deal.points() == balance


def paid(moves: str) -> list[tuple[int | None, int | None, int]]:
    """Lists who pays whom at the end of a deal in which what is won depends on no play."""
    remarks = finish(start(ONE_SUIT_EACH, moves)).remarks()
    return [(event.seat, event.to, event.amount) for event in remarks if event.code == "paid"]


def test_who_pays_whom() -> None:
    """Alone from or to each of three; in Prop & Cop the first declarer by seat and the first defender, and so on."""
    assert [(0, 3, 10), (1, 3, 10), (2, 3, 10)] == paid("pass,pass,pass,misere")
    assert [(0, 1, 9), (0, 2, 9), (0, 3, 9)] == paid("solo,pass,pass,pass")
    assert [(1, 0, 10), (2, 3, 10)] == paid("prop,pass,pass,cop")
    assert [(0, 1, 12), (2, 3, 12)] == paid("pass,pass,prop,pass,cop")


# ---------------------------------------------------------------------- what lies open


def test_turned_up_card_lies_open() -> None:
    """It lies before the dealer through the auction and trick 1, till it is played or the trick is over."""
    ace = [[], [], [], [parse_card("AC")]]
    for moves in ("", "pass,prop", "solo,pass,pass,pass", "solo,pass,pass,pass,JC,QC,KC"):
        assert ace == start(moves=moves).exposed()
    assert not any(start(moves="solo,pass,pass,pass,JC,QC,KC,AC").exposed())
    assert not any(start(moves="solo,pass,pass,pass,JC,QC,KC,8C").exposed()), "it is in the hand like the others now"
    assert [Event("turned_up", seat=3, cards=(parse_card("AC"),))] == start().opening()


def test_exposed_hand_lies_open() -> None:
    """From the end of trick 1 on the hand of a Misère Ouverte lies open to all, and of it what is not yet played."""
    deal = start(moves="pass,misere_ouverte,pass,pass,2S,5S,8S,JS")
    left = "2C 3C 4C QC 3D 4D 5D 4H 5H 6H 6S 7S"
    for watcher in (None, 0, 1, 2, 3):
        assert [[], left.split(), [], []] == [names(cards) for cards in deal.seen_by(watcher).exposed()]
    for name in ("QS", "3S", "6S"):
        deal.push(deal.parse_move(name))
    assert [12, 11] == [len(left.split()), len(deal.exposed()[1])]


def test_a_shown_hand_is_told_from_the_turned_up_card() -> None:
    """What lies open before the declarer of a Misère Ouverte after trick 1 is a hand, be it one card; else none is."""
    assert [] == start().shown_hands()
    deal = start(moves="pass,misere_ouverte,pass,pass,2S,5S,8S")
    assert [] == deal.shown_hands()
    deal.push(parse_card("JS"))
    assert [1] == deal.shown_hands()
    deal.hands = [hand[:1] for hand in deal.hands]
    assert ([1], 1) == (deal.shown_hands(), len(deal.exposed()[1]))


def test_what_lies_open_is_the_same_to_all() -> None:
    """At every step of random deals everybody sees the same cards open, and sees them in their owner's hand."""
    for seed in range(30):
        match = Match(SOLO_WHIST, Options(), Seeds(f"open {seed}", "bots"))
        deal, rng = match.next_deal(), random.Random(f"open {seed}")
        while deal.phase:
            lie = deal.exposed()
            assert all(lie == deal.seen_by(watcher).exposed() for watcher in (None, 0, 1, 2, 3))
            moves = deal.legal_moves()
            match.push(moves[int(rng.random() * len(moves))])


# ---------------------------------------------------------------------- unplayed cards

EARLY = {
    "misere": "misere,pass,pass,pass,AS,5S,8S,JS",
    "misere_ouverte": "misere_ouverte,pass,pass,pass,AS,5S,8S,JS",
    "abondance_declaree": "abondance_declaree,2S,5S,8S,JS",
}
"""By contract, moves after which play stops with trick 1 in the deal of the sorted hands."""


def ended(moves: str, length: str = "8", first: int = 1) -> Match:
    """Plays a deal of the sorted hands to its early end."""
    match = Match(SOLO_WHIST, Options(length=length), Seeds("unplayed", "bots"), first)
    match.next_deal(pack_of(SORTED_HANDS), 3)
    return play_moves(match, moves)


@pytest.mark.parametrize(("contract", "shown"), [("misere", 0), ("misere_ouverte", 1), ("abondance_declaree", 1)])
def test_unplayed_cards_are_shown_if_the_pack_is_shuffled(contract: str, shown: int) -> None:
    """After an early stop they are shown at once where a shuffle follows, and not after a Misère, which is only cut."""
    match = ended(EARLY[contract])
    assert match.deal is not None
    assert Phase.OVER == match.deal.phase
    found = match.unplayed()
    assert [1] * shown == [number for number, _ in found]
    for _, hands in found:
        assert [12, 12, 12, 12] == [len(cards) for cards in hands]


def test_unplayed_cards_of_a_misere_are_shown_at_the_end_of_the_match() -> None:
    """Those kept back come when the match is over, each under the number of its deal; those shown before do not."""
    match = ended(EARLY["misere"], "4")
    kept = match.deal.unplayed()  # type: ignore[union-attr]
    for moves in ("pass,pass,pass,pass", "abondance_declaree", "solo,pass,pass,pass", "misere"):
        assert not match.is_over
        match.next_deal()
        play_moves(match, moves) if "," in moves else match.push(SoloWhistDeal.parse_move(moves))
        while match.deal.phase:  # type: ignore[union-attr]
            match.push(match.deal.legal_moves()[0])  # type: ignore[union-attr]
    assert match.is_over
    found = match.unplayed()
    last = match.deal.unplayed()  # type: ignore[union-attr]
    assert [(1, kept)] + [(4, last)] * bool(last) == found


def test_nothing_is_unplayed_before_the_end() -> None:
    """Nothing is shown while a deal is in progress, after one played out, or when nobody bid."""
    assert [] == start(moves="solo,pass,pass,pass,2S").unplayed()
    assert [] == finish(start(moves="solo,pass,pass,pass")).unplayed()
    assert [] == start(moves="pass,pass,pass,pass").unplayed()
    assert [] == ended("pass,pass,pass,pass", "4", 4).unplayed()
