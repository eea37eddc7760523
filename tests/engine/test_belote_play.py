"""Belote: legal cards and announcements, against the rules told a second time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from tapisvert.cards import CARD_NAMES, HIDDEN, SUIT_LETTERS
from tapisvert.game import Event, Move, Refusal, Seat
from tapisvert.games.belote import BeloteDeal, Options
from tapisvert.games.belote.rules import (
    ANNOUNCEMENTS,
    announced_points,
    announcement_named,
    announcements,
    legal_cards,
)
from tests.engine.plain_belote import (
    ALL_CARDS,
    HANDS,
    NATURAL_ORDER,
    RUNS,
    SOLID,
    allowed,
    announceable,
    arranged,
    beats,
    cards,
    compared,
    master,
    move,
    moves_named,
    names,
    play_out,
    played,
    refused,
    taken_deal,
    worth,
)
from tests.helpers import random_move

# ---------------------------------------------------------------------- legal cards


def kind_of_position(hand: Sequence[str], trick: Sequence[str], trump: str) -> str:
    """Names which duty a position asks for."""
    if not trick:
        return "lead"
    led = trick[0][1]
    if any(card[1] == led for card in hand):
        return "trumps" if led == trump else "follow"
    if len(trick) > 1 and master(trick, trump) == len(trick) - 2:
        return "partner"
    if led == trump or all(card[1] != trump for card in hand):
        return "free"
    if all(card[1] != trump for card in trick):
        return "ruff"
    return "overruff" if any(beats(c, trick[master(trick, trump)], trump) for c in hand) else "underruff"


def test_legal_cards() -> None:
    """In every position the duties told plainly allow just the same cards."""
    rng = random.Random("legal")
    found: Counter[tuple[str, int]] = Counter()
    for _ in range(6000):
        trump, size = rng.choice("SHDC"), rng.randrange(4)
        drawn = rng.sample(ALL_CARDS, size + rng.randint(1, 8))
        trick, hand = drawn[:size], drawn[size:]
        legal = legal_cards([move(card) for card in hand], [move(card) for card in trick], SUIT_LETTERS.index(trump))
        assert allowed(hand, trick, trump) == set(names(legal)), (trump, trick, hand)
        assert len(legal) == len(set(legal)) >= 1
        found[kind_of_position(hand, trick, trump), size] += 1
    sizes = {"lead": {0}, "partner": {2, 3}, "overruff": {2, 3}, "underruff": {2, 3}}
    kinds = ("lead", "trumps", "follow", "partner", "free", "ruff", "overruff", "underruff")
    assert {(kind, size) for kind in kinds for size in sizes.get(kind, {1, 2, 3})} <= set(found)


def test_refusals_name_the_duty() -> None:
    """Follow, rise, ruff, overruff, or under-ruff at least: the refusal says which of them forbids the card."""
    deal = played(arranged(), "KH")
    assert "must_rise" == refused(deal, "8H")
    assert Refusal("must_follow", "legal-cards", suit="hearts") == deal.refusal(move("KS"))
    assert "not_in_hand" == refused(deal, "AC")
    deal = played(arranged(), "7C 8C 9C KC QC")
    assert "must_ruff" == refused(deal, "AS") == refused(deal, "8D")
    assert {"JH", "KH", "QH"} == moves_named(deal)
    low, high = deal.copy(), deal
    played(low, "QH")
    assert "must_overruff" == refused(low, "8H") == refused(low, "KS")
    assert {"9H"} == moves_named(low)
    played(high, "JH")
    assert "must_underruff" == refused(high, "KS")
    assert {"9H", "8H"} == moves_named(high)
    assert "must_follow" == refused(played(high, "8H"), "AH")


# ---------------------------------------------------------------------- announcements


def found_in(hand: Sequence[str]) -> set[str]:
    """Gets the names of what the engine finds to announce in a hand, having checked points and cards."""
    found = announcements([move(card) for card in hand])
    for each in found:
        kind, height = each.name.split()
        size = {"carre": 4, "cent": 5, "cinquante": 4, "tierce": 3}[kind]
        assert (size, worth(each.name)) == (len(set(each.cards)), each.points)
        assert set(names(each.cards)) <= set(hand)
        assert height in names(each.cards) if kind != "carre" else {height} == {c[0] for c in names(each.cards)}
    assert len(found) == len({each.name for each in found})
    return {each.name for each in found}


@pytest.mark.parametrize("size", range(9))
def test_every_holding_of_a_suit(size: int) -> None:
    """Each of the 256 holdings of a suit: runs cut from their tops into five, four and three."""
    for held in combinations(NATURAL_ORDER, size):
        assert announceable([rank + "D" for rank in held]) == found_in([rank + "D" for rank in held])


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("AKQ", "tierce A"),
        ("987", "tierce 9"),
        ("T987", "cinquante T"),
        ("JT987", "cent J"),
        ("AKQJT9", "cent A"),
        ("KQJT987", "cent K"),
        ("AKQJT987", "cent A, tierce 9"),
        ("AKQT98", "tierce A, tierce T"),
        ("AKQJ987", "cinquante A, tierce 9"),
        ("A87", ""),
        ("J9A", ""),
    ],
)
def test_runs(held: str, expected: str) -> None:
    """Six or seven in a row are five and a rest that is lost, eight five and three; no run goes round the ace."""
    assert {name.strip() + "S" for name in expected.split(",") if name} == found_in([rank + "S" for rank in held])


def test_announcements_of_random_hands() -> None:
    """Fours and runs of all suits together are found as told plainly, a card serving in both."""
    rng = random.Random("announcements")
    found: Counter[str] = Counter()
    both = 0
    for turn in range(4000):
        ranks = rng.sample(NATURAL_ORDER, 3 if turn % 3 == 1 else 8)
        suits = rng.sample("SHDC", 2 if turn % 3 == 2 else 4)
        hand = rng.sample([rank + suit for rank in ranks for suit in suits], 8)
        announced = found_in(hand)
        assert announceable(hand) == announced, hand
        kinds = {name.split()[0] for name in announced}
        found.update(kinds)
        both += len(kinds) > 1 and "carre" in kinds
    assert {"carre", *RUNS} == set(found)
    assert both


def random_names(rng: random.Random) -> list[str]:
    """Draws up to three announcements, often of the same few heights."""
    pool = [each.name for each in ANNOUNCEMENTS]
    if rng.random() < 0.6:
        pool = [name for name in pool if name.split()[1][0] in "KQ"]
    return rng.sample(pool, rng.randrange(4))


def test_sides_are_compared() -> None:
    """Kind, then height, then trumps; the strictly best brings in all of its side's, equal ones cancel everything."""
    rng = random.Random("compare")
    found: Counter[str] = Counter()
    for _ in range(4000):
        trump, declared = rng.choice("SHDC"), [random_names(rng), random_names(rng)]
        if set(declared[0]) & set(declared[1]):
            continue  # no card is held twice
        made = [[each for name in side if (each := announcement_named(name))] for side in declared]
        expected = compared(declared, trump)
        assert expected == announced_points(SUIT_LETTERS.index(trump), made), (trump, declared)
        found["cancelled" if all(declared) and not any(expected) else "scored" if any(expected) else "none"] += 1
    assert min(found[ending] for ending in ("cancelled", "scored", "none")) > 50


def test_announcing_is_offered() -> None:
    """In trick 1, before its card, each seat may announce each of what it holds, one after the other, or none."""
    deal = arranged()
    assert {"announce tierce KH", *HANDS[0].split()} == moves_named(deal)
    played(deal, "announce tierce KH")
    assert set(HANDS[0].split()) == moves_named(deal)
    played(deal, "JH")
    assert {"announce tierce KS", "9H", "8H"} == moves_named(deal)
    played(deal, "8H AH")
    assert {"announce cinquante KC", "TH", "7H"} == moves_named(deal)
    played(deal, "7H")
    assert set(HANDS[0].split()) - {"JH"} == moves_named(deal)
    both = arranged("S", 0, "AH", SOLID)
    assert {"announce cent AH", "announce tierce 9H", *SOLID[0].split()} == moves_named(both)
    played(both, "announce tierce 9H")
    assert {"announce cent AH", *SOLID[0].split()} == moves_named(both)


def test_nothing_is_announced_without_the_option() -> None:
    """In the version without announcements none is offered, and runs score nothing."""
    deal = arranged(hands=SOLID, options=Options())
    assert set(SOLID[0].split()) == moves_named(deal)
    assert "no_announcements" == refused(deal, "announce cent AH")
    play_out(deal, random.Random(0))
    assert [272, 0, 272, 0] == deal.points()


def test_announcements_that_are_refused() -> None:
    """Not twice, not what one does not hold, not for another seat, not after trick 1."""
    deal = arranged()
    assert "not_to_announce" == refused(deal, "announce tierce KS") == refused(deal, "announce carre J")
    played(deal, "announce tierce KH")
    assert "already_announced" == refused(deal, "announce tierce KH")
    played(deal, "JH")
    assert "not_to_announce" == refused(deal, "announce tierce KH")
    played(deal, "8H AH 7H")
    assert "too_late_to_announce" == refused(deal, "announce tierce KH") == refused(deal, "announce carre J")


FIRST_TRICK = "announce tierce KH, JH, announce tierce KS, 8H, AH, announce cinquante KC, 7H"


def test_names_alone_are_heard() -> None:
    """The others hear the kind of an announcement, not its height or suit; nor does the partner; its maker knows."""
    deal = arranged()
    tierce = move("announce tierce KH")
    after = deal.after(tierce)
    heard = deal.seen_move(tierce, 2)
    assert tierce == deal.seen_move(tierce, 0)
    assert "announce tierce" == deal.move_name(heard)
    assert heard == deal.seen_move(tierce, 1) == deal.seen_move(tierce, None)
    for seat in (1, 2, 3, None):
        view = after.seen_by(seat)
        assert [Event("announced", seat=0, move="tierce")] == deal.seen_by(seat).narrate(heard, view)
        assert [1, 0, 0, 0] == [len(made) for made in view.declared]
        assert view.declared[0][0] < 0
    assert [Event("announced", seat=0, move="tierce KH")] == deal.seen_by(0).narrate(tierce, after.seen_by(0))
    assert [[tierce], [], [], []] == after.seen_by(0).declared


def test_names_tell_the_kinds_apart() -> None:
    """All announcements of one kind sound alike and are remembered alike; those of two kinds are not."""
    deal = arranged()
    heard: dict[str, set[Move]] = {}
    remembered: dict[str, set[Move]] = {}
    for each in ANNOUNCEMENTS:
        made, kind = move(f"announce {each.name}"), each.name.split()[0]
        heard.setdefault(kind, set()).add(deal.seen_move(made, 1))
        remembered.setdefault(kind, set()).add(deal.back(made))
    for found in (heard, remembered):
        assert {"carre", *RUNS} == set(found)
        assert [1] * 4 == [len(seen) for seen in found.values()]
        assert 4 == len(set.union(*found.values()))
    assert all(back < 0 for backs in remembered.values() for back in backs)


def test_better_announcements_are_shown() -> None:
    """After trick 1 all of the better side's announcements are shown and score; the other side's stay hidden."""
    deal = played(arranged(), FIRST_TRICK.rpartition(",")[0])
    after = deal.after(move("7H"))
    tierce, cinquante = move("announce tierce KS"), move("announce cinquante KC")
    assert [0, 75] == after.announced()
    for seat in (0, 1, 2, 3, None):
        view = after.seen_by(seat)
        assert [[], [tierce], [], [cinquante]] == view.shown
        assert [[move("announce tierce KH")] if seat == 0 else [deal.back(tierce)], [], [], []] == view.declared
        events = deal.seen_by(seat).narrate(move("7H"), view)
        assert ["played", "took_trick", "showed", "showed"] == [event.code for event in events]
        events = events[2:]
        assert [(1, "tierce KS", 25), (3, "cinquante KC", 50)] == [(e.seat, e.move, e.amount) for e in events]
        assert [set(cards("KS QS JS")), set(cards("KC QC JC TC"))] == [set(event.cards) for event in events]
        hidden = [[card for card in hand if card >= 0] for hand in view.hands]
        known = [set(), set(cards("KS QS JS")), set(), set(cards("KC QC JC TC"))]
        for other in {0, 1, 2, 3} - {seat}:
            # The turn-up was seen by all when it was taken.
            assert known[other] | ({move("QH")} if other == 0 else set()) == set(hidden[other])


def test_cancelled_announcements_stay_hidden() -> None:
    """Equal best announcements, none in trumps: nobody shows anything, nothing scores, and it is told."""
    deal = played(arranged("D", 2, "TD"), "announce tierce KH, AS, announce tierce KS, JS, TS")
    after = deal.after(move("8S"))
    assert [0, 0] == after.announced()
    for seat in (0, 1, 2, 3, None):
        view = after.seen_by(seat)
        events = [event.code for event in deal.seen_by(seat).narrate(move("8S"), view)]
        assert ["played", "took_trick", "announcements_cancelled"] == events
        assert [[]] * 4 == view.shown
        assert [seat == 0, seat == 1] == [view.declared[maker][0] >= 0 for maker in (0, 1)]
        for other in {0, 1, 3} - {seat}:
            assert {HIDDEN} == set(view.hands[other])


def may_be_known(deal: BeloteDeal, told: list[list[str]], seat: Seat) -> set[str]:
    """Lists the cards that all may know of a hand: turned up, shown, or the second of a belote."""
    trump = SUIT_LETTERS[deal.trump]
    known = {CARD_NAMES[deal.turned]} if seat == deal.taker else set()
    if deal.belote == seat:
        known |= {"K" + trump, "Q" + trump}
    points = compared([told[side] + told[side + 2] for side in (0, 1)], trump)
    if deal.winners and points[seat % 2]:
        known |= {card for name in told[seat] for card in cards_of(name)}
    return known


def cards_of(name: str) -> list[str]:
    """Lists the cards of an announcement."""
    kind, height = name.split()
    if kind == "carre":
        return [height + suit for suit in "SHDC"]
    top = NATURAL_ORDER.index(height[0])
    return [rank + height[1] for rank in NATURAL_ORDER[top : top + {"cent": 5, "cinquante": 4, "tierce": 3}[kind]]]


def test_nothing_else_is_seen() -> None:
    """At no step does a seat see more of another hand than all may know, nor what was announced but not shown."""
    rng = random.Random("seen")
    for _ in range(60):
        deal = taken_deal(rng)
        told: list[list[str]] = [[] for _ in range(4)]
        while deal.phase:
            chosen = random_move(deal, rng)
            if chosen >= 52:
                told[deal.turn].append(deal.move_name(chosen).removeprefix("announce "))
            deal.play(chosen)
            seat = rng.choice((0, 1, 2, 3, None))
            view = deal.seen_by(seat)
            for other in {0, 1, 2, 3} - {seat}:
                held = {card for card in names(deal.hands[other]) if card in may_be_known(deal, told, other)}
                assert held == {CARD_NAMES[card] for card in view.hands[other] if card >= 0}
                assert all(made < 0 for made in view.declared[other])


def test_trumps_break_a_tie() -> None:
    """Of equal runs the one in trumps is shown and scores; not to declare it gives the points away."""
    assert [25, 0] == played(arranged(), "announce tierce KH, JH, announce tierce KS, 8H, AH, 7H").announced()
    assert [0, 25] == played(
        arranged("S", 1, "KS"), "announce tierce KH, AS, announce tierce KS, JS, TS, 8S"
    ).announced()
    silent = played(arranged(), "JH, announce tierce KS, 8H, AH, 7H")
    assert [0, 25] == silent.announced()
    assert [[], [move("announce tierce KS")], [], []] == silent.shown
