"""Solo Whist: payments, gathering and shuffling, the match, what is seen, refused and told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from tapisvert.cards import PACK_52, SUIT, parse_card
from tapisvert.game import Event, IllegalMoveError, Phase
from tapisvert.games.solo_whist import SOLO_WHIST, Options, SoloWhistDeal
from tapisvert.match import Match, Seeds
from tapisvert.narration import narrate
from tests.engine.plain_solo_whist import (
    CONTRACTS,
    ONE_SUIT_EACH,
    SHUFFLING,
    SORTED_HANDS,
    UNITS,
    finish,
    names,
    pack_of,
    payments_of,
    random_deals,
    start,
    watched,
)
from tests.helpers import assert_uniform, play_moves, random_move

# ---------------------------------------------------------------------- payments


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_payments(contract: str, unit: int) -> None:
    """The payments of each contract for 0 … 13 tricks and any declarers are as restated, and sum to zero."""
    deal = finish(start(unit=unit))
    deal.contract = CONTRACTS.index(contract)
    for declarers in combinations(range(4), 2 if contract == "prop_cop" else 1):
        deal.declarers = list(declarers)
        defender = next(seat for seat in range(4) if seat not in declarers)
        for tricks in range(14):
            deal.winners = [declarers[0]] * tricks + [defender] * (13 - tricks)
            assert payments_of(contract, declarers, unit, tricks) == deal.points()
            assert 0 == sum(deal.points())
            deal.declarers.reverse()
            assert payments_of(contract, declarers, unit, tricks) == deal.points()


def test_whole_deals() -> None:
    """In 2,000 random deals in a row contract, declarers, trumps, tricks and payments are as restated; all sum to 0."""
    found = Counter[str | None]()
    for played in random_deals():
        deal, table = played.deal, played.table
        assert table.is_over
        assert table.declarers == deal.declarers
        assert table.contract == (CONTRACTS[deal.contract] if deal.contract >= 0 else None)
        assert table.trump == ("CDHS" + " ")[deal.trump].strip()
        assert table.winners == deal.winners
        assert table.points(deal.unit) == deal.points()
        assert 0 == sum(deal.points())
        found[table.contract] += 1
    assert {*CONTRACTS, None} == set(found)
    assert min(found.values()) > 30


# ---------------------------------------------------------------------- gather, cut, shuffle


def test_gathered_packs() -> None:
    """The gathered pack has the order of the rules, after deals played out, stopped early or passed out."""
    lengths = set()
    for played in random_deals():
        assert played.table.gathered() == names(played.deal.gathered())
        lengths.add((played.table.contract is None, len(played.table.tricks)))
    assert {(True, 0), (False, 1), (False, 2), (False, 3), (False, 13)} <= lengths


def test_gathering_by_hand() -> None:
    """Without a contract eldest's cards lie on top as dealt; after a Misère lost at once, its one trick does."""
    rest = " ".join(SORTED_HANDS)
    assert rest == " ".join(names(start(moves="pass,pass,pass,pass").gathered()))
    assert rest == " ".join(names(start(moves="prop,pass,pass,pass,pass").gathered()))
    deal = start(moves="misere,pass,pass,pass,AS,5S,8S,JS")
    assert Phase.OVER == deal.phase
    left = " ".join(name for name in rest.split() if name not in ("AS", "5S", "8S", "JS"))
    assert f"AS 5S 8S JS {left}" == " ".join(names(deal.gathered()))


def test_tricks_are_gathered_by_side() -> None:
    """Both declarers' tricks lie above the defenders', each side's in the order won."""
    deal = start(moves="prop,cop,pass,pass,2S,5S,8S,JS,TH,2H,4H,7H,9D,AD,3D,6D,JC,2C,5C,8C,AH,5H,8H,JH")
    assert [3, 3, 0, 0, 0] == deal.winners
    finish(deal)
    tricks = [names(deal.trick_at(index)[1]) for index in range(13)]
    own = [index for index in range(13) if deal.winners[index] in (0, 1)]
    others = [index for index in range(13) if deal.winners[index] in (2, 3)]
    assert [0, 1] == others[:2]
    assert [2, 3, 4] == own[:3]
    assert [card for index in own + others for card in tricks[index]] == names(deal.gathered())


def test_cut_or_shuffled() -> None:
    """A pack is cut, 4 to 48 cards going under alike, and shuffled only after Abondance or higher, made or lost."""
    cuts, shuffled = Counter[int](), Counter[str | None]()
    deals = random_deals()
    for previous, played in pairwise(deals):
        under, pack = previous.deal.gathered(), played.pack
        assert list(PACK_52) == sorted(pack)
        cut = under.index(pack[0])
        if under[cut:] + under[:cut] == pack:
            cuts[cut] += 1
        else:
            shuffled[previous.table.contract] += 1
    assert SHUFFLING == set(shuffled)
    assert {c: n for c, n in Counter(p.table.contract for p in deals[:-1]).items() if c in SHUFFLING} == shuffled
    assert_uniform(cuts, range(4, 49))


@pytest.mark.parametrize("contract", [*CONTRACTS, None])
def test_packs_that_fit(contract: str | None) -> None:
    """Exactly the packs that a cut of 4 to 48 cards makes may follow a deal; any pack after Abondance or higher."""
    previous = next(played.deal for played in random_deals() if played.table.contract == contract)
    under = previous.gathered()
    other = under[:]
    other[20], other[30] = other[30], other[20]
    is_free = contract in SHUFFLING
    for cut in range(52):
        assert (is_free or 4 <= cut <= 48) == SOLO_WHIST.fits(Options(), previous, under[cut:] + under[:cut])
        assert is_free == SOLO_WHIST.fits(Options(), previous, other[cut:] + other[:cut])
    assert is_free == SOLO_WHIST.fits(Options(), previous, under[::-1])
    assert SOLO_WHIST.fits(Options(), None, under)


def test_wrong_pack_is_refused() -> None:
    """A match refuses a pack that was cut too thin, and deals the same pack cut as it should be."""
    match = Match(SOLO_WHIST, Options())
    match.next_deal(pack_of(SORTED_HANDS), 3)
    play_moves(match, "pass,pass,pass,pass")
    under = [parse_card(name) for name in " ".join(SORTED_HANDS).split()]
    for cut in (0, 3, 49):
        with pytest.raises(IllegalMoveError, match="wrong pack"):
            match.next_deal(under[cut:] + under[:cut], 0)
    match.next_deal(under[48:] + under[:48], 0)
    assert 0 == match.deals[1].dealer


# ---------------------------------------------------------------------- the match


def sit_down(length: str = "8", seed: object = 0) -> Match:
    """Sits down to a match of a length."""
    return Match(SOLO_WHIST, Options(length=length), Seeds(f"deal {seed}", f"bot {seed}"))


def test_deals_passed_out_do_not_count() -> None:
    """S74: after 100 deals passed out it is still deal 1; nobody paid, the deal went round, the pack is whole."""
    match = sit_down()
    for index in range(100):
        match.next_deal()
        play_moves(match, "pass,pass,pass,pass" if index % 2 else "prop,pass,pass,pass,pass")
        assert (1, index + 1, [0] * 4, False) == (match.number, match.index, match.scores, match.is_over)
        assert (match.deals[0].dealer + index) % 4 == match.deals[-1].dealer
        assert list(PACK_52) == sorted(match.deals[-1].pack)
    match.next_deal()
    assert 1 == match.number


@pytest.mark.parametrize("length", ["4", "8", "16", "24"])
def test_length_counts_deals_played(length: str) -> None:
    """A match by length ends after so many deals played, however many were passed out between them."""
    match, rng = sit_down(length), random.Random(length)
    totals = [0, 0, 0, 0]
    for played in range(1, int(length) + 1):
        for _ in range(played % 3):
            match.next_deal()
            play_moves(match, "pass,pass,pass,pass")
        deal = match.next_deal()
        assert played == match.number
        match.push(deal.parse_move("abondance_declaree"))
        while deal.phase:
            match.push(random_move(deal, rng))
        totals = [total + point for total, point in zip(totals, deal.points(), strict=True)]
        assert (totals, played == int(length)) == (match.scores, match.is_over)
    best = [1 + sum(other > total for other in totals) for total in totals]
    assert best == match.places
    with pytest.raises(IllegalMoveError, match="match over"):
        match.next_deal()


@pytest.mark.parametrize(("length", "deals"), [("to50", 1), ("to100", 2), ("to200", 3)])
def test_target_ends_the_match(length: str, deals: int) -> None:
    """The first total that reaches the target ends a match: each Abondance Déclarée made brings 90 at unit 5."""
    match = sit_down(length)
    for played in range(1, deals + 1):
        # The pack is shuffled after this contract: any pack may follow.
        dealer = (played + 1) % 4
        deal = match.next_deal(pack_of(ONE_SUIT_EACH, dealer), dealer)
        passes = (3 - dealer - 1) % 4
        for call in ["pass"] * passes + ["abondance_declaree"]:
            match.push(deal.parse_move(call))
        while deal.phase:
            match.push(random_move(deal, random.Random(0)))
        assert [-30 * played] * 3 + [90 * played] == match.scores
        assert (played == deals) == match.is_over
    assert [2, 2, 2, 1] == match.places


@pytest.mark.parametrize(("length", "target"), [("to50", 50), ("to100", 100), ("to200", 200)])
def test_target_is_reached_exactly(length: str, target: int) -> None:
    """A total equal to the target ends the match, one less does not, nor any number of deals or of debts."""
    last, options = finish(start()), Options(length=length)
    assert SOLO_WHIST.is_over(options, [target, 0, 0, -target], last, 1)
    assert SOLO_WHIST.is_over(options, [-10, -10, 2 * target, -10], last, 1)
    assert not SOLO_WHIST.is_over(options, [target - 1, 0, 0, 1 - target], last, 100)
    assert not SOLO_WHIST.is_over(options, [-target, -target, -target, target - 1], last, 100)


def test_first_dealer_is_drawn() -> None:
    """The first dealer is drawn by lot, each seat alike."""
    found = Counter[int]()
    for seed in range(400):
        match = sit_down(seed=seed)
        match.next_deal()
        found[match.deals[0].dealer] += 1
    assert_uniform(found, range(4))


# ---------------------------------------------------------------------- who sees what


def assert_seen(deal: SoloWhistDeal, shown: set[int]) -> None:
    """Checks that each seat, and a spectator, sees its own hand, and of the others' the cards *shown* alone."""
    for watcher in (None, 0, 1, 2, 3):
        view = deal.seen_by(watcher)
        for owner, hand in enumerate(view.hands):
            held = set(deal.hands[owner])
            assert (held if owner == watcher else held & shown) == {card for card in hand if card >= 0}
            assert len(held) == len(hand)


@pytest.mark.parametrize("calls", ["", "prop cop", "solo", "abondance", "abondance_declaree", "pass pass pass pass"])
def test_turned_up_card_is_known(calls: str) -> None:
    """All know the turned-up card in the dealer's hand until it is played, and no other card of anybody's."""
    after_first_trick = 0
    for seed in range(6):
        dealer = seed % 4
        for deal in watched(seed, calls):
            if deal.contract >= 0 and CONTRACTS[deal.contract] == "misere_ouverte" and deal.winners:
                break
            assert_seen(deal, {deal.turned})
            is_held = deal.turned in deal.hands[dealer]
            assert is_held == (deal.turned not in deal.plays + deal.trick)
            assert all((deal.turned in deal.seen_by(seat).hands[dealer]) == is_held for seat in range(4))
            after_first_trick += is_held and bool(deal.winners)
    assert calls.count("pass") == 4 or after_first_trick


def test_misere_ouverte_is_exposed_after_trick_one() -> None:
    """S71: all see the declarer's hand from the end of trick 1 and not before, and nobody else's at any time."""
    positions = Counter[int]()
    for seed in range(40):
        dealer, before = seed % 4, seed // 4 % 4
        declarer = (dealer + 1 + before) % 4
        for deal in watched(seed, "pass " * before + "misere_ouverte " + "pass " * (3 - before)):
            shown = set(deal.hands[declarer]) if deal.winners else set()
            assert_seen(deal, shown | {deal.turned})
            if deal.phase == Phase.PLAY:
                assert [declarer] == deal.declarers
                positions[len(deal.winners)] += 1
    assert positions[0] > 100
    assert positions[1] > 50
    assert positions[2] > 20


def test_misere_is_not_exposed() -> None:
    """The hand of a Misère, the lower one, stays hidden."""
    for seed in range(20):
        for deal in watched(seed, "misere pass pass pass"):
            assert_seen(deal, {deal.turned})


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        ("pass,prop,pass,pass", "solo", "only_cop"),
        ("pass,prop,pass,pass", "prop", "only_cop"),
        ("pass,prop,pass,pass", "abondance_declaree", "only_cop"),
        ("prop,pass,pass,pass", "cop", "only_raise"),
        ("pass,prop,pass,pass,pass", "cop", "only_raise"),
        ("pass,prop,pass,pass,pass", "prop", "only_raise"),
        ("", "cop", "nothing_to_cop"),
        ("prop,cop", "cop", "nothing_to_cop"),
        ("prop,solo", "cop", "nothing_to_cop"),
        ("prop", "prop", "prop_opens"),
        ("solo", "prop", "prop_opens"),
        ("", "abondance_atout", "only_over_abondance"),
        ("misere", "abondance_atout", "only_over_abondance"),
        ("prop,pass,pass,pass", "abondance_atout", "only_over_abondance"),
        ("abondance,abondance_atout", "abondance_atout", "only_over_abondance"),
        ("abondance,misere_ouverte", "abondance_atout", "only_over_abondance"),
        ("misere", "misere", "must_overcall"),
        ("misere", "solo", "must_overcall"),
        ("abondance,abondance_atout", "abondance", "must_overcall"),
        ("solo,misere_ouverte", "abondance", "must_overcall"),
        ("", "2S", "must_call"),
        ("prop,pass,pass,pass", "AS", "must_call"),
        ("", "trump H", "must_call"),
        ("abondance,pass,pass,pass", "2S", "must_name_trumps"),
        ("abondance,pass,pass,pass", "pass", "must_name_trumps"),
        ("solo,pass,pass,pass", "pass", "calls_are_over"),
        ("solo,pass,pass,pass", "abondance_declaree", "calls_are_over"),
        ("solo,pass,pass,pass", "trump H", "calls_are_over"),
        ("solo,pass,pass,pass", "5S", "not_in_hand"),
        ("solo,pass,pass,pass,2S", "2S", "not_in_hand"),
        ("solo,pass,pass,pass,2S", "AS", "not_in_hand"),
        ("solo,pass,pass,pass,2S", "QC", "must_follow"),
        ("solo,pass,pass,pass,2S,5S", "9H", "must_follow"),
        ("pass,pass,pass,pass", "pass", "deal_over"),
        ("prop,pass,pass,pass,pass", "2S", "deal_over"),
    ],
)
def test_refusals(moves: str, move: str, code: str) -> None:
    """A move that is not legal is refused with the rule against it, and nothing changes."""
    deal = start(moves=moves)
    before = deal.copy()
    with pytest.raises(IllegalMoveError) as raised:
        deal.push(deal.parse_move(move))
    refusal = raised.value.refusal
    assert (code, "spades" if code == "must_follow" else "") == (refusal.code, refusal.suit)
    assert refusal.anchor
    assert before == deal


def test_everything_else_is_refused() -> None:
    """At each ply all moves but the legal ones are refused, in an auction for a reason of the auction."""
    of_calls = {"only_cop", "only_raise", "nothing_to_cop", "prop_opens", "only_over_abondance", "must_overcall"}
    of_phase = {
        Phase.CALL: of_calls | {"must_call"},
        Phase.NAME: {"must_name_trumps"},
        Phase.PLAY: {"calls_are_over", "not_in_hand", "must_follow"},
    }
    for seed in range(12):
        for deal in watched(seed):
            legal = deal.legal_moves()
            for move in range(len(deal.move_names)):
                refusal = deal.refusal(move)
                assert (move in legal) == (refusal is None)
                assert refusal is None or refusal.code in of_phase[Phase(deal.phase)]
                if refusal is not None and refusal.code == "must_follow":
                    assert SUIT[deal.trick[0]].name.lower() == refusal.suit


# ---------------------------------------------------------------------- what is told


def told_of(hands: Sequence[str], moves: str, watcher: int | None = None) -> list[list[Event]]:
    """Lists, move by move, what a watcher is told."""
    match, told = Match(SOLO_WHIST, Options()), []
    match.next_deal(pack_of(hands), 3)
    for name in moves.split(","):
        before, move = match.view(watcher), SoloWhistDeal.parse_move(name)
        match.push(move)
        told.append(narrate(before, move, match.view(watcher)))
    return told


def called(seat: int, call: str) -> Event:
    """Makes the event of a call."""
    return Event("called", seat=seat, move=call)


def scored(*points: int) -> list[Event]:
    """Makes the events that tell a deal's points."""
    return [Event("scored", seat=seat, amount=amount) for seat, amount in enumerate(points)]


def test_calls_and_contract_are_told() -> None:
    """Every call is told, and with the last one the contract, its bidder and who said Cop."""
    assert [
        [called(0, "pass")],
        [called(1, "prop")],
        [called(2, "pass")],
        [called(3, "pass")],
        [called(0, "cop"), Event("alliance", seat=1, to=0, move="prop_cop")],
    ] == told_of(SORTED_HANDS, "pass,prop,pass,pass,cop")
    assert [
        [called(0, "pass")],
        [called(1, "abondance_declaree"), Event("contract", seat=1, move="abondance_declaree")],
    ] == told_of(SORTED_HANDS, "pass,abondance_declaree", 2)


def test_trumps_are_told() -> None:
    """The contract is told before the trumps of an Abondance are named, and then the suit."""
    told = told_of(SORTED_HANDS, "abondance,pass,pass,pass,trump D,2D")
    assert [called(3, "pass"), Event("contract", seat=0, move="abondance")] == told[3]
    assert [[Event("trump", seat=0, move="trump D")], [Event("played", seat=0, cards=(parse_card("2D"),))]] == told[4:]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("pass,pass,pass,pass", Event("passed_out")),
        ("prop,pass,pass,pass,pass", Event("prop_withdrawn", seat=0)),
        ("pass,prop,pass,pass,pass,pass", Event("prop_withdrawn", seat=1)),
    ],
)
def test_passed_out_is_told(calls: str, expected: Event) -> None:
    """A deal without a contract is told: all passed, or a Prop was withdrawn; and that it brings nothing."""
    assert [expected, *scored(0, 0, 0, 0)] == told_of(SORTED_HANDS, calls)[-1][1:]


@pytest.mark.parametrize("watcher", [None, 0, 1, 2, 3])
def test_exposed_hand_is_told(watcher: int | None) -> None:
    """With the end of trick 1 the hand of a Misère Ouverte is told to all, card by card; no later trick tells it."""
    told = told_of(SORTED_HANDS, "pass,misere_ouverte,pass,pass,2S,5S,8S,JS,QS,3S,6S,9S", watcher)
    cards = tuple(parse_card(name) for name in SORTED_HANDS[1].split() if name != "5S")
    played = Event("played", seat=3, cards=(parse_card("JS"),))
    exposed = told[7][-1]
    assert [played, Event("took_trick", seat=3)] == told[7][:-1]
    assert ("exposed", 1, sorted(cards)) == (exposed.code, exposed.seat, sorted(exposed.cards))
    assert 1 == sum(event.code == "exposed" for events in told for event in events)


def test_misere_ouverte_lost_in_trick_one() -> None:
    """A Misère Ouverte lost in trick 1 ends as the hand is exposed: that is told, and the loss with its one trick."""
    told = told_of(SORTED_HANDS, "misere_ouverte,pass,pass,pass,AS,5S,8S,JS")
    assert [
        Event("played", seat=3, cards=(parse_card("JS"),)),
        Event("took_trick", seat=0),
        Event("contract_lost", seat=0, move="misere_ouverte", amount=1),
        *scored(-60, 20, 20, 20),
    ] == [event for event in told[-1] if event.code not in ("exposed", "paid")]
    assert 12 == sum(len(event.cards) for event in told[-1] if event.code == "exposed")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("prop,pass,pass,cop", Event("alliance_made", seat=0, to=3, move="prop_cop", amount=13)),
        ("pass,pass,prop,pass,cop", Event("alliance_lost", seat=2, to=0, move="prop_cop", amount=0)),
        ("solo,pass,pass,pass", Event("contract_lost", seat=0, move="solo", amount=0)),
        ("pass,pass,pass,misere", Event("contract_made", seat=3, move="misere", amount=0)),
        ("abondance,pass,pass,pass,trump H", Event("contract_made", seat=0, move="abondance", amount=13)),
        ("pass,abondance_declaree", Event("contract_made", seat=1, move="abondance_declaree", amount=13)),
    ],
)
def test_result_is_told(moves: str, expected: Event) -> None:
    """At the end it is told who made or lost which contract, and with how many tricks."""
    assert expected == finish(start(ONE_SUIT_EACH, moves)).remarks()[0]
