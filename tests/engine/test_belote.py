"""Belote, rule by rule, against the rules told a second time: plainly, on the names of cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import pytest

from tapisvert.allot import shuffle
from tapisvert.cards import CARD_NAMES, HIDDEN, SUIT_LETTERS, Card, parse_card
from tapisvert.game import Event, Game, IllegalMoveError, Move, Phase, Refusal, Seat
from tapisvert.games.belote import BELOTE, BeloteDeal, Options
from tapisvert.games.belote.deal import by_side
from tapisvert.games.belote.rules import (
    ANNOUNCEMENTS,
    PACK,
    announced_points,
    announcement_named,
    announcements,
    is_shuffled,
    legal_cards,
    match_winner,
    side_scores,
)
from tapisvert.match import Match
from tests.helpers import Setting, assert_uniform, play_moves, plies, random_move

TRUMP_ORDER, PLAIN_ORDER, NATURAL_ORDER = "J9ATKQ87", "ATKQJ987", "AKQJT987"
"""The ranks, strongest first: in trumps, in a plain suit, and for announcements."""
TRUMP_POINTS = dict(zip(TRUMP_ORDER, (20, 14, 11, 10, 4, 3, 0, 0), strict=True))
PLAIN_POINTS = dict(zip(PLAIN_ORDER, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
ALL_CARDS = [rank + suit for suit in "SHDC" for rank in NATURAL_ORDER]
CARRES = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100}
"""The fours of a kind that count, the best first."""
RUNS = {"cent": 100, "cinquante": 50, "tierce": 25}
GRADES = [
    *(f"carre {rank}" for rank in CARRES),
    *(f"{kind} {rank} {where}" for kind in RUNS for rank in NATURAL_ORDER for where in ("trumps", "plain")),
]
"""All announcements from the best to the weakest."""
ANNOUNCING = Options(announcements=True)
HANDS = (
    "JH KH AS 7S 8D QH 9D 7C",
    "9H 8H KS QS JS AD 7D 8C",
    "AH TS 9S TD KD QD AC 9C",
    "TH 7H 8S JD TC KC QC JC",
)
"""Seat 0 holds a tierce to the king of hearts, 1 one of spades, 2 nothing, 3 a cinquante to the king of clubs."""
SOLID = (
    "AH KH QH JH TH 9H 8H 7H",
    "AS KS QS JS TS 9S 8S 7S",
    "AD KD QD JD TD 9D 8D 7D",
    "AC KC QC JC TC 9C 8C 7C",
)


# ---------------------------------------------------------------------- the rules told plainly


def beats(card: str, other: str, trump: str) -> bool:
    """Tells whether *card*, played after *other*, is better than it."""
    if card[1] != other[1]:
        return card[1] == trump
    order = TRUMP_ORDER if card[1] == trump else PLAIN_ORDER
    return order.index(card[0]) < order.index(other[0])


def master(trick: Sequence[str], trump: str) -> int:
    """Gets the place of the card that wins a trick so far."""
    best = 0
    for place, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = place
    return best


def allowed(hand: Sequence[str], trick: Sequence[str], trump: str) -> set[str]:
    """Lists the cards that may be played, by the duties in their order: follow, rise, ruff, overruff."""
    if not trick:
        return set(hand)
    led = trick[0][1]
    of_suit = {card for card in hand if card[1] == led}
    trumps = {card for card in hand if card[1] == trump}
    laid = [card for card in trick if card[1] == trump]
    higher = {card for card in trumps if all(beats(card, other, trump) for other in laid)}
    if of_suit:
        return (higher or of_suit) if led == trump else of_suit
    partner_is_master = len(trick) >= 2 and master(trick, trump) == len(trick) - 2
    if partner_is_master or not trumps:
        return set(hand)
    return higher or trumps


def card_points(cards: Sequence[str], trump: str) -> int:
    """Adds up what cards are worth."""
    return sum((TRUMP_POINTS if card[1] == trump else PLAIN_POINTS)[card[0]] for card in cards)


def runs_of(held: str) -> list[str]:
    """Cuts the ranks held in one suit into runs that count, each from its top."""
    found = []
    for run in "".join(rank if rank in held else " " for rank in NATURAL_ORDER).split():
        rest = run
        while len(rest) >= 5:
            found.append(f"cent {rest[0]}")
            rest = rest[5:]
        if len(rest) >= 3:
            found.append(f"{'cinquante' if len(rest) == 4 else 'tierce'} {rest[0]}")
    return found


def announceable(hand: Sequence[str]) -> set[str]:
    """Lists what a hand can announce."""
    carres = {f"carre {rank}" for rank in CARRES if sum(card[0] == rank for card in hand) == 4}
    return carres | {run + suit for suit in "SHDC" for run in runs_of("".join(c[0] for c in hand if c[1] == suit))}


def worth(name: str) -> int:
    """Gets the points of an announcement."""
    kind, height = name.split()
    return CARRES[height] if kind == "carre" else RUNS[kind]


def grade(name: str, trump: str) -> int:
    """Gets the place of an announcement in the list of all, the best being 0; equal ones share a place."""
    kind, height = name.split()
    if kind == "carre":
        return GRADES.index(name)
    return GRADES.index(f"{kind} {height[0]} {'trumps' if height[1] == trump else 'plain'}")


def compared(declared: Sequence[Sequence[str]], trump: str) -> list[int]:
    """Gets the points of both sides' announcements: the strictly best one brings in all of its side's."""
    best = [min((grade(name, trump) for name in names), default=99) for names in declared]
    return [sum(map(worth, declared[side])) if best[side] < best[1 - side] else 0 for side in (0, 1)]


def scored(takers: int, points: list[int], tricks: list[int], belote: int, announced: list[int], majority: bool) -> str:
    """Tells how a manche ended and what each side scores: "made 95 87"."""
    defence, bonus = 1 - takers, [20 * (side == belote) for side in (0, 1)]
    totals = [points[side] + bonus[side] + announced[side] for side in (0, 1)]
    if tricks[takers] == 8:
        ending, theirs, others = "capot", 252 + announced[takers] + bonus[takers], announced[defence] + bonus[defence]
    elif tricks[takers] == 0:
        ending, theirs, others = "nothing", bonus[takers], 252 + sum(announced) + bonus[defence]
    elif totals[takers] >= (totals[defence] if majority else 81):
        ending, theirs, others = "made", totals[takers], totals[defence]
    else:
        ending, theirs, others = "dedans", bonus[takers], 162 + sum(announced) + bonus[defence]
    return f"{ending} {theirs if takers == 0 else others} {others if takers == 0 else theirs}"


def winner_of_match(target: int, scores: Sequence[int], belote: int) -> int | None:
    """Gets the side that has won: the better one past the target, if it is so without the manche's belote too."""
    for side in (0, 1):
        others, ours = scores[1 - side], scores[side]
        without = ours - 20 if belote == side else ours
        if ours > others and without >= target and without > others:
            return side
    return None


# ---------------------------------------------------------------------- helpers


def cards(text: str) -> list[Card]:
    """Reads cards from their names."""
    return [parse_card(name) for name in text.split()]


def names(found: Sequence[Card]) -> list[str]:
    """Gets the names of cards."""
    return [CARD_NAMES[card] for card in found]


def move(name: str) -> Move:
    """Gets a move from its name."""
    return BeloteDeal.parse_move(name)


def moves_named(deal: BeloteDeal) -> set[str]:
    """Gets the names of the legal moves."""
    return {deal.move_name(legal) for legal in deal.legal_moves()}


def refused(deal: BeloteDeal, name: str) -> str:
    """Gets the reason why a move is refused, having checked that it changes nothing."""
    before = deal.copy()
    with pytest.raises(IllegalMoveError) as raised:
        deal.push(move(name))
    assert before == deal
    return raised.value.refusal.code


def played(deal: BeloteDeal, text: str) -> BeloteDeal:
    """Makes the moves named (separated by commas where something is announced), and gets the deal."""
    for name in text.split(",") if "announce" in text else text.split():
        deal.push(move(name.strip()))
    return deal


def shuffled_pack(rng: random.Random) -> list[Card]:
    """Gets a shuffled pack of 32."""
    pack = list(PACK)
    shuffle(pack, rng)
    return pack


def pack_of(hands: Sequence[str], dealer: Seat, taker: Seat, turned: str) -> list[Card]:
    """Gets the pack that gives each seat its hand, once the *taker* has got the card *turned* up."""
    held = [cards(hand) for hand in hands]
    held[taker].remove(move(turned))
    held[taker].insert(5, move(turned))
    order = [held[(dealer + 1 + place) % 4] for place in range(4)]
    rest = [card for hand in order for card in hand[5:] if card != move(turned)]
    pack = [*(c for hand in order for c in hand[:3]), *(c for hand in order for c in hand[3:5]), move(turned), *rest]
    assert sorted(PACK) == sorted(pack)
    return pack


def arranged(
    trump: str = "H",
    taker: Seat = 0,
    turned: str = "QH",
    hands: Sequence[str] = HANDS,
    options: Options = ANNOUNCING,
) -> BeloteDeal:
    """Deals given hands, seat 3 being the dealer, and makes the calls up to the take."""
    deal = BeloteDeal.start(pack_of(hands, 3, taker, turned), 3, 1, options)
    for _ in range(taker if trump == turned[1] else 4 + taker):
        deal.push(move("pass"))
    deal.push(move("take" if trump == turned[1] else trump))
    assert [sorted(cards(hand)) for hand in hands] == [sorted(hand) for hand in deal.hands]
    return deal


def taken_deal(rng: random.Random, options: Options = ANNOUNCING, dealer: Seat = 3, number: int = 1) -> BeloteDeal:
    """Deals a shuffled pack and calls at random until somebody takes."""
    while True:
        deal = BeloteDeal.start(shuffled_pack(rng), dealer, number, options)
        call_at_random(deal, rng)
        if deal.phase:
            return deal


def call_at_random(deal: BeloteDeal, rng: random.Random) -> None:
    """Makes the calls at random until the auction is over."""
    while deal.phase == Phase.CALL:
        deal.play(random_move(deal, rng))


@dataclass
class Told:
    """What happened in a deal, as those at the table could have written it down."""

    hands: list[list[str]]
    """The eight cards of each seat."""
    declared: list[list[str]]
    tricks: list[list[tuple[Seat, str]]]
    """Each trick's cards in the order played, each with its player."""


def play_out(deal: BeloteDeal, rng: random.Random) -> Told:
    """Plays a deal to its end at random, writing down what happens."""
    told = Told([names(hand) for hand in deal.hands], [[] for _ in range(4)], [])
    plays = []
    while deal.phase:
        chosen, seat = random_move(deal, rng), deal.turn
        if chosen < 52:
            plays.append((seat, CARD_NAMES[chosen]))
        else:
            told.declared[seat].append(deal.move_name(chosen).removeprefix("announce "))
        deal.play(chosen)
    told.tricks = [plays[start : start + 4] for start in range(0, len(plays), 4)]
    return told


def winners_of(told: Told, trump: str) -> list[Seat]:
    """Gets who won each trick."""
    return [trick[master([card for _, card in trick], trump)][0] for trick in told.tricks]


@dataclass
class Count:
    """What a deal's tricks and announcements come to, by side."""

    points: list[int]
    tricks: list[int]
    belote: int
    announced: list[int]


def recount(told: Told, trump: str) -> Count:
    """Counts a deal again from what was written down."""
    points, tricks = [0, 0], [0, 0]
    for trick, winner in zip(told.tricks, winners_of(told, trump), strict=True):
        points[winner % 2] += card_points([card for _, card in trick], trump)
        tricks[winner % 2] += 1
    points[winners_of(told, trump)[-1] % 2] += 10
    holders = [seat for seat, hand in enumerate(told.hands) if {"K" + trump, "Q" + trump} <= set(hand)]
    announced = compared([told.declared[side] + told.declared[side + 2] for side in (0, 1)], trump)
    return Count(points, tricks, holders[0] % 2 if holders else -1, announced)


def gathered_by_hand(told: Told, trump: str, taker: Seat) -> list[str]:
    """Puts the takers' tricks, in the order won, on the defence's."""
    heaps: list[list[str]] = [[], []]
    for trick, winner in zip(told.tricks, winners_of(told, trump), strict=True):
        heaps[winner % 2] += [card for _, card in trick]
    return heaps[taker % 2] + heaps[1 - taker % 2]


# ---------------------------------------------------------------------- cards and dealing


def test_pack() -> None:
    """32 cards, seven to ace in four suits; trumps are worth 62, a plain suit 30: 152 in all."""
    assert sorted(ALL_CARDS) == sorted(names(PACK))
    assert list(PACK) == list(BELOTE.pack(Options())) == sorted(PACK)
    for trump in SUIT_LETTERS:
        by_suit = [card_points([c for c in ALL_CARDS if c[1] == suit], trump) for suit in SUIT_LETTERS]
        assert [62 if suit == trump else 30 for suit in SUIT_LETTERS] == by_suit


@pytest.mark.parametrize("dealer", range(4))
def test_packets(dealer: Seat) -> None:
    """Three cards to each from the seat after the dealer on, then two; the 21st is turned up, eleven stay hidden."""
    pack = shuffled_pack(random.Random(dealer))
    deal = BeloteDeal.start(pack, dealer, 1, Options())
    order = [(dealer + place) % 4 for place in (1, 2, 3, 4)]
    assert [pack[0:3] + pack[12:14], pack[3:6] + pack[14:16], pack[6:9] + pack[16:18], pack[9:12] + pack[18:20]] == [
        deal.hands[seat] for seat in order
    ]
    assert (pack[20:21], pack[20], pack[21:]) == (deal.turn_up, deal.turned, deal.stock)
    assert order[0] == deal.turn == deal.opener
    assert Phase.CALL == deal.phase


@pytest.mark.parametrize("second_round", [False, True])
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_rest_is_dealt(dealer: Seat, place: int, second_round: bool) -> None:
    """In both rounds the taker gets the turn-up and two cards, each of the others three in one packet, eldest first."""
    pack = shuffled_pack(random.Random(f"{dealer} {place}"))
    deal = BeloteDeal.start(pack, dealer, 1, Options())
    first_five = [hand[:] for hand in deal.hands]
    other = next(suit for suit in "SH" if suit != CARD_NAMES[pack[20]][1])
    played(deal, " ".join(["pass"] * (place + 4 * second_round) + [other if second_round else "take"]))
    rest = pack[21:]
    for turn in range(4):
        seat, count = (dealer + 1 + turn) % 4, 2 if turn == place else 3
        turn_up = [pack[20]] if turn == place else []
        assert sorted(first_five[seat] + turn_up + rest[:count]) == sorted(deal.hands[seat])
        rest = rest[count:]
    assert [] == rest == deal.stock == deal.turn_up
    assert ((dealer + 1) % 4, (dealer + 1 + place) % 4) == (deal.turn, deal.taker)
    assert (other if second_round else CARD_NAMES[pack[20]][1]) == SUIT_LETTERS[deal.trump]


# ---------------------------------------------------------------------- calls


@pytest.mark.parametrize("seed", range(8))
def test_auction(seed: int) -> None:
    """Pass or take in the first round, pass or another suit in the second, in turn, until one takes or eight passed."""
    rng = random.Random(f"auction {seed}")
    for _ in range(25):
        dealer = rng.randrange(4)
        deal = BeloteDeal.start(shuffled_pack(rng), dealer, 1, Options())
        turned = CARD_NAMES[deal.turned][1]
        for number in range(8):
            others = {suit for suit in "SHDC" if suit != turned}
            assert ({"pass", "take"} if number < 4 else {"pass", *others}) == moves_named(deal)
            assert (dealer + 1 + number) % 4 == deal.turn
            # Passes are made likelier than they would be, so that second rounds and void deals come up.
            call = "pass" if rng.random() < 0.8 else rng.choice(sorted(moves_named(deal)))
            deal.push(move(call))
            if call != "pass":
                assert Phase.PLAY == deal.phase
                expected = turned if call == "take" else call
                assert ((dealer + 1 + number) % 4, expected) == (deal.taker, SUIT_LETTERS[deal.trump])
                break
        else:
            assert (0, -1, [], [0] * 4) == (deal.phase, deal.taker, deal.legal_moves(), deal.points())


def test_calls_that_are_refused() -> None:
    """A suit has to wait for the second round, the suit turned up is not offered again, cards wait for the trump."""
    deal = BeloteDeal.start(pack_of(HANDS, 3, 0, "QH"), 3, 1, ANNOUNCING)
    for suit in "SHDC":
        assert "suit_too_soon" == refused(deal, suit)
    assert "must_call" == refused(deal, "JH") == refused(deal, "announce tierce KH")
    played(deal, "pass pass pass pass")
    assert "turned_suit_again" == refused(deal, "H") == refused(deal, "take")
    assert "must_call" == refused(deal, "JH")
    played(deal, "S")
    assert "calls_are_over" == refused(deal, "pass") == refused(deal, "take") == refused(deal, "S")


def test_calls_are_told() -> None:
    """A call is told by its name; who takes makes trumps; eight passes are remarked upon."""
    deal = BeloteDeal.start(pack_of(HANDS, 3, 0, "QH"), 3, 1, ANNOUNCING)
    played(deal, "pass pass pass")
    take, passes = deal.after(move("take")), deal.after(move("pass"))
    assert [Event("called", seat=3, move="take"), Event("trump", seat=3, move="H")] == deal.narrate(move("take"), take)
    assert [Event("called", seat=3, move="pass")] == deal.narrate(move("pass"), passes)
    assert [Event("passed_out")] == played(passes, "pass pass pass pass").remarks()


def test_dealers_and_numbers() -> None:
    """The deal passes clockwise after every deal; one that nobody took keeps its number and scores nothing."""
    match = Setting(BELOTE, Options()).match("dealers")
    rng, dealers, numbers, expected = random.Random("dealers"), [], [], []
    for index, is_passed_out in enumerate([True, False, True, True, False, False]):
        deal = match.next_deal()
        assert isinstance(deal, BeloteDeal)
        dealers.append(match.deals[-1].dealer)
        numbers.append((deal.manche, match.number))
        expected.append([1, 1, 2, 2, 2, 3][index])
        before = match.scores[:]
        play_moves(match, " ".join(["pass"] * 8 if is_passed_out else ["take"]))
        while deal.phase:
            match.push(random_move(deal, rng))
        assert is_passed_out == (before == match.scores)
    assert [(dealers[0] + turn) % 4 for turn in range(6)] == dealers
    assert [(number, number) for number in expected] == numbers


def test_first_dealer_is_drawn() -> None:
    """Who deals first is drawn by lot, each seat as likely as any other."""
    found: Counter[Seat] = Counter()
    for seed in range(400):
        match = Setting(BELOTE, Options()).match(f"lot {seed}")
        match.next_deal()
        found[match.deals[0].dealer] += 1
    assert_uniform(found, range(4))


# ---------------------------------------------------------------------- gathering and cutting


def test_gathered_after_a_played_deal() -> None:
    """The takers' tricks in the order won lie on the defence's, each as it was played; a side without any adds none."""
    rng = random.Random("gathered")
    for _ in range(60):
        deal = taken_deal(rng, dealer=rng.randrange(4))
        told = play_out(deal, rng)
        assert gathered_by_hand(told, SUIT_LETTERS[deal.trump], deal.taker) == names(deal.gathered())
    capot = arranged("H", 1, "AS", SOLID)
    told = play_out(capot, rng)
    assert [card for trick in told.tricks for _, card in trick] == names(capot.gathered())


@pytest.mark.parametrize("dealer", range(4))
def test_gathered_after_eight_passes(dealer: Seat) -> None:
    """The hands as received, eldest's first, then the turn-up, then what was not dealt in its order."""
    pack = shuffled_pack(random.Random(f"passes {dealer}"))
    deal = played(BeloteDeal.start(pack, dealer, 1, Options()), " ".join(["pass"] * 8))
    hands = [[*range(3 * place, 3 * place + 3), 12 + 2 * place, 13 + 2 * place] for place in range(4)]
    assert [pack[i] for hand in hands for i in hand] + pack[20:] == deal.gathered()


def test_exactly_the_cuts_fit() -> None:
    """From 8 to 24 cards may be cut; no other pack may follow, except where the pack is shuffled."""
    rng = random.Random("fits")
    deal = taken_deal(rng)
    play_out(deal, rng)
    gathered = deal.gathered()
    fitting = [cut for cut in range(32) if BELOTE.fits(Options(), deal, gathered[cut:] + gathered[:cut])]
    assert list(range(8, 25)) == fitting
    swapped = gathered[16:] + gathered[:16]
    swapped[3], swapped[4] = swapped[4], swapped[3]
    assert not BELOTE.fits(Options(), deal, swapped)
    assert BELOTE.fits(Options(), None, swapped)
    passed = played(BeloteDeal.start(gathered, 0, 7, Options()), " ".join(["pass"] * 8))
    order = passed.gathered()
    fitting = [cut for cut in range(32) if BELOTE.fits(Options(), passed, order[cut:] + order[:cut])]
    assert list(range(8, 25)) == fitting


def test_match_refuses_a_pack_that_cannot_follow() -> None:
    """A match deals no pack but one cut from the last deal's cards."""
    match = Setting(BELOTE, Options()).match("refuses")
    match.next_deal()
    deal = play_moves(match, " ".join(["pass"] * 8)).deal
    assert isinstance(deal, BeloteDeal)
    with pytest.raises(IllegalMoveError, match="wrong pack"):
        match.next_deal(deal.gathered())
    match.next_deal(deal.gathered()[24:] + deal.gathered()[:24])


def test_every_cut_is_as_likely() -> None:
    """The cut is drawn evenly from 8 to 24 cards."""
    rng = random.Random("cuts")
    deal = taken_deal(rng)
    play_out(deal, rng)
    top = {card: place for place, card in enumerate(deal.gathered())}
    found = Counter(top[BELOTE.next_pack(Options(), deal, 2, rng)[0]] for _ in range(3400))
    assert_uniform(found, range(8, 25))


def test_hundred_deals_in_a_row() -> None:
    """The pack stays whole; it is shuffled before manches 1, 7, 13, … and otherwise cut, void deals never shuffling."""
    rng, previous, manche, cut_at_new_cycle = random.Random("in a row"), None, 1, 0
    for index in range(1, 101):
        pack = BELOTE.next_pack(Options(), previous, index, random.Random(f"pack {index}"))
        assert sorted(PACK) == sorted(pack)
        shuffles = previous is None or (previous.taker >= 0 and manche in range(1, 200, 6))
        assert BELOTE.fits(Options(), previous, pack)
        if shuffles:
            assert pack == Game.next_pack(BELOTE, Options(), None, index, random.Random(f"pack {index}"))
            assert BELOTE.fits(Options(), previous, sorted(PACK))
        elif previous is not None:
            order = previous.gathered()
            assert pack in [order[cut:] + order[:cut] for cut in range(8, 25)]
            cut_at_new_cycle += manche in range(1, 200, 6)
        deal = BeloteDeal.start(pack, index % 4, manche, Options())
        if rng.random() < 0.3:
            played(deal, " ".join(["pass"] * 8))
        call_at_random(deal, rng)
        play_out(deal, rng)
        assert BELOTE.counts(deal) == (deal.taker >= 0)
        manche, previous = manche + (deal.taker >= 0), deal
    assert manche > 60
    assert cut_at_new_cycle
    assert [1, 7, 13, 19, 25] == [number for number in range(1, 31) if is_shuffled(number)]


def test_packs_after_a_play_are_secret() -> None:
    """After a cut nobody sees the pack: the cards not dealt and the others' hands are holes."""
    rng = random.Random("secret")
    deal = taken_deal(rng)
    play_out(deal, rng)
    following = BeloteDeal.start(BELOTE.next_pack(Options(), deal, 2, rng), 0, 2, Options())
    view = following.seen_by(2)
    assert [HIDDEN] * 11 == view.stock
    assert [[HIDDEN] * 5, [HIDDEN] * 5, following.hands[2], [HIDDEN] * 5] == view.hands
    assert following.turn_up == view.turn_up


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


# ---------------------------------------------------------------------- belote


def told_codes(deal: BeloteDeal, name: str) -> list[str]:
    """Makes a move and gets the codes of what was told to a spectator."""
    before = deal.seen_by(None)
    deal.push(move(name))
    return [event.code for event in before.narrate(move(name), deal.seen_by(None))]


@pytest.mark.parametrize(("first", "second"), [("KH", "QH"), ("QH", "KH")])
def test_belote_and_rebelote(first: str, second: str) -> None:
    """Who holds king and queen of trumps says "Belote" with the first and "Rebelote" with the second, in any order."""
    deal = arranged()
    assert -1 == deal.belote
    assert ["played", "belote"] == told_codes(deal, first)
    assert 0 == deal.belote
    assert 0 == deal.side_of_belote()
    played(deal, "9H AH TH")
    # Seat 1's nine has won. Its clubs are led, and seat 0 ruffs the second round of them.
    played(deal, "8C 9C KC 7C QC")
    assert ["played", "rebelote"] == told_codes(deal, second)
    assert 0 == deal.belote


def test_belote_makes_the_other_card_known() -> None:
    """Once "Belote" is said everybody knows where the second card is; before that, only who holds it."""
    deal = arranged(turned="JH")
    for seat in (1, 2, 3, None):
        assert {move("JH")} == {card for card in deal.seen_by(seat).hands[0] if card >= 0}
    played(deal, "KH")
    for seat in (1, 2, 3, None):
        assert set(cards("JH QH")) == {card for card in deal.seen_by(seat).hands[0] if card >= 0}
        assert 0 == deal.seen_by(seat).belote


@pytest.mark.parametrize(("played_card", "other"), [("KH", "QH"), ("QH", "KH")])
def test_no_belote(played_card: str, other: str) -> None:
    """King or queen of trumps without the word: whoever played it does not hold the other."""
    hands = list(HANDS)
    hands[0], hands[3] = hands[0].replace(other, "TH"), hands[3].replace("TH", other)
    deal = arranged(turned="JH", hands=hands)
    after = deal.after(move(played_card))
    assert ["played"] == [event.code for event in deal.narrate(move(played_card), after)]
    assert -1 == after.belote
    assert [move(other)] == deal.facts(move(played_card), after)


def test_other_kings_and_queens_are_no_belote() -> None:
    """King and queen of a plain suit, and trumps other than these two, say nothing."""
    deal = arranged("C", 3, "JC")
    assert ["played"] == told_codes(deal, "KH")
    played(deal, "9H AH 7H")
    assert -1 == deal.belote
    assert ["played"] == told_codes(deal, "KD")
    assert -1 == deal.belote


def test_belote_by_the_defence_counts_for_it() -> None:
    """The 20 points go to the side of whoever held the two cards, added when the deal is over and not before."""
    rng = random.Random("defence")
    found = set()
    for _ in range(60):
        deal = taken_deal(rng, Options())
        hands, trump = [names(hand) for hand in deal.hands], SUIT_LETTERS[deal.trump]
        holder = next((seat for seat in range(4) if {"K" + trump, "Q" + trump} <= set(hands[seat])), None)
        while deal.phase:
            assert sum(deal.card_points) <= 162
            assert [0] * 4 == deal.points()
            deal.play(random_move(deal, rng))
        assert (-1 if holder is None else holder % 2) == deal.side_of_belote()
        found.add(None if holder is None else (holder - deal.taker) % 2)
    assert {None, 0, 1} == found


# ---------------------------------------------------------------------- what plays give away


def test_plays_give_away_what_the_duties_tell() -> None:
    """A play tells that no card is held beside which it would have been illegal, or the missing word betrays."""
    rng = random.Random("facts")
    for _ in range(25):
        deal = taken_deal(rng)
        trump = SUIT_LETTERS[deal.trump]
        pair = {"K" + trump, "Q" + trump}
        while deal.phase:
            chosen, trick = random_move(deal, rng), names(deal.trick)
            card, hand = deal.move_name(chosen), set(names(deal.hands[deal.turn]))
            after = deal.after(chosen)
            lacks = set(names(deal.facts(chosen, after)))
            expected = set()
            if chosen < 52:
                expected = {
                    other for other in ALL_CARDS if other != card and card not in allowed([card, other], trick, trump)
                }
                if card in pair and not pair <= hand and deal.belote != deal.turn:
                    expected |= pair - {card}
            assert expected == lacks
            assert not lacks & hand
            deal = after


# ---------------------------------------------------------------------- scores


@pytest.mark.parametrize(
    ("takers", "points", "tricks", "belote", "announced", "expected"),
    [
        pytest.param(0, [100, 62], [5, 3], -1, [0, 0], [100, 62], id="made"),
        pytest.param(0, [81, 81], [4, 4], -1, [0, 0], [81, 81], id="81 each"),
        pytest.param(1, [81, 81], [4, 4], -1, [0, 0], [81, 81], id="81 each, the others took"),
        pytest.param(0, [80, 82], [4, 4], -1, [0, 0], [0, 162], id="one short"),
        pytest.param(0, [75, 87], [4, 4], 0, [0, 0], [95, 87], id="made by belote"),
        pytest.param(0, [60, 102], [3, 5], 0, [0, 0], [20, 162], id="dedans, belote stays"),
        pytest.param(0, [70, 92], [4, 4], 1, [0, 0], [0, 182], id="dedans, belote of the defence"),
        pytest.param(0, [70, 92], [4, 4], -1, [25, 0], [95, 92], id="made by announcements"),
        pytest.param(0, [50, 112], [3, 5], -1, [25, 0], [0, 187], id="dedans, announcements go over"),
        pytest.param(0, [50, 112], [3, 5], 0, [0, 50], [20, 212], id="dedans, announcements of the defence"),
        pytest.param(0, [162, 0], [8, 0], -1, [0, 0], [252, 0], id="capot"),
        pytest.param(0, [162, 0], [8, 0], 0, [50, 0], [322, 0], id="capot, all bonuses"),
        pytest.param(0, [162, 0], [8, 0], 1, [0, 100], [252, 120], id="capot, bonuses of the defence"),
        pytest.param(1, [162, 0], [8, 0], -1, [0, 0], [252, 0], id="capot by the defence"),
        pytest.param(1, [162, 0], [8, 0], 0, [50, 0], [322, 0], id="capot by the defence, its bonuses"),
        pytest.param(1, [162, 0], [8, 0], 1, [0, 200], [452, 20], id="capot by the defence, the takers' bonuses"),
        pytest.param(0, [0, 162], [1, 7], -1, [100, 0], [100, 162], id="made with a worthless trick"),
        pytest.param(1, [162, 0], [7, 1], -1, [0, 0], [162, 0], id="dedans with a worthless trick"),
        pytest.param(0, [162, 0], [7, 1], -1, [0, 0], [162, 0], id="all points but no capot"),
    ],
)
def test_scores(
    takers: int, points: list[int], tricks: list[int], belote: int, announced: list[int], expected: list[int]
) -> None:
    """The takers need 81 of everything; set, they keep their belote alone; a capot is worth 252."""
    assert expected == side_scores(takers, points, tricks, belote, announced)
    assert expected[::-1] == side_scores(
        1 - takers, points[::-1], tricks[::-1], belote if belote < 0 else 1 - belote, announced[::-1]
    )


@pytest.mark.parametrize(
    ("points", "belote", "announced", "by_81", "by_majority"),
    [
        ([81, 81], -1, [0, 0], [81, 81], [81, 81]),
        ([71, 91], 0, [0, 0], [91, 91], [91, 91]),
        ([61, 101], 0, [0, 0], [81, 101], [20, 162]),
        ([85, 77], 1, [0, 0], [85, 97], [0, 182]),
        ([83, 79], -1, [0, 75], [83, 154], [0, 237]),
        ([60, 102], -1, [50, 0], [110, 102], [110, 102]),
    ],
)
def test_majority(
    points: list[int], belote: int, announced: list[int], by_81: list[int], by_majority: list[int]
) -> None:
    """With the contract of the majority the takers need as much as the defence, everything included, and no 81."""
    assert by_81 == side_scores(0, points, [4, 4], belote, announced)
    assert by_majority == side_scores(0, points, [4, 4], belote, announced, majority=True)


@pytest.mark.parametrize("majority", [False, True])
def test_scores_told_plainly(majority: bool) -> None:
    """Whatever the sides made, each scores what the rules told plainly give it."""
    for takers in (0, 1):
        for ours in range(0, 163, 3):
            for belote in (-1, 0, 1):
                for announced in ([0, 0], [25, 0], [0, 75], [200, 0]):
                    for won in (0, 1, 4, 7, 8):
                        points, tricks = [ours, 162 - ours], [won, 8 - won]
                        expected = scored(takers, points, tricks, belote, announced, majority).split()[1:]
                        found = side_scores(takers, points, tricks, belote, announced, majority)
                        assert expected == list(map(str, found))


@pytest.mark.parametrize("options", [ANNOUNCING, Options(announcements=True, contract="majority")])
def test_points_are_conserved(options: Options) -> None:
    """Over 2,000 random deals (in two parts) the tricks are worth 162 and each side scores what a recount gives it."""
    rng = random.Random(f"conserved {options.contract}")
    endings: Counter[str] = Counter()
    for _ in range(1000):
        deal = taken_deal(rng, options, dealer=rng.randrange(4))
        told, trump = play_out(deal, rng), SUIT_LETTERS[deal.trump]
        count = recount(told, trump)
        assert winners_of(told, trump) == deal.winners
        assert [deal.winners[:-1], 162] == [[trick[0][0] for trick in told.tricks[1:]], sum(deal.card_points)]
        assert (count.points, count.tricks, count.announced) == (deal.card_points, deal.tricks(), deal.announced())
        assert all(set(made) <= announceable(hand) for made, hand in zip(told.declared, told.hands, strict=True))
        ending, *expected = scored(
            deal.taker % 2, count.points, count.tricks, count.belote, count.announced, options.contract == "majority"
        ).split()
        assert expected * 2 == list(map(str, deal.points()))
        code = {"made": "contract_made", "dedans": "dedans"}.get(ending, "capot")
        assert [code] == [remark.code for remark in deal.remarks()]
        endings.update([ending, f"announced {any(count.announced)}", f"belote {count.belote}"])
    assert {"made", "dedans", "announced True", "announced False", "belote -1", "belote 0", "belote 1"} <= set(endings)


@pytest.mark.parametrize(
    ("taker", "turned", "announce", "expected", "remark"),
    [
        (0, "QH", "", [272, 0], 0),
        (0, "QH", "0123", [522, 0], 0),
        (0, "QH", "13", [272, 250], 0),
        (1, "AS", "", [272, 0], 2),
        (1, "AS", "0123", [522, 0], 2),
        (1, "AS", "13", [522, 0], 2),
    ],
)
def test_capots_are_played(taker: Seat, turned: str, announce: str, expected: list[int], remark: Seat) -> None:
    """All tricks are worth 252, for takers and defence alike, with belote and the announcements that count."""
    deal = arranged("H", taker, turned, SOLID)
    for seat in range(4):
        offered = sorted(name for name in moves_named(deal) if name.startswith("announce"))
        for name in offered if str(seat) in announce and not deal.winners else []:
            deal.push(move(name))
        deal.push(move(SOLID[seat].split()[0]))
    rng = random.Random("capot")
    while deal.phase:
        deal.push(random_move(deal, rng))
    assert expected * 2 == deal.points()
    assert [Event("capot", seat=remark)] == deal.remarks()


# ---------------------------------------------------------------------- the end of the match


@pytest.mark.parametrize(
    ("scores", "belote", "expected"),
    [
        pytest.param([1000, 990], -1, None, id="one short"),
        pytest.param([1001, 990], -1, 0, id="the target"),
        pytest.param([1050, 1060], -1, 1, id="both, the higher wins"),
        pytest.param([1031, 1031], -1, None, id="both and equal"),
        pytest.param([1031, 1031], 0, None, id="both and equal, belote"),
        pytest.param([1010, 942], 0, None, id="by belote alone"),
        pytest.param([1020, 942], 0, None, id="by belote alone, 1000 without"),
        pytest.param([1021, 942], 0, 0, id="1001 without belote"),
        pytest.param([1010, 942], 1, 0, id="the loser's belote"),
        pytest.param([1010, 1032], 0, 1, id="the winner needed none"),
        pytest.param([1060, 1045], 0, None, id="ahead by belote alone"),
        pytest.param([1065, 1045], 0, None, id="level without belote"),
        pytest.param([1066, 1045], 0, 0, id="ahead without belote"),
        pytest.param([1040, 1057], 1, None, id="the other side ahead by belote alone"),
    ],
)
def test_end_of_match(scores: list[int], belote: int, expected: int | None) -> None:
    """The better side past the target wins, unless only this manche's belote brought it there or ahead."""
    assert expected == match_winner(1001, scores, belote)
    mirrored = None if expected is None else 1 - expected
    assert mirrored == match_winner(1001, scores[::-1], belote if belote < 0 else 1 - belote)


def test_end_of_match_told_plainly() -> None:
    """Around the target every pair of scores ends the match just as the rule told plainly does."""
    for ours in range(475, 545, 3):
        for theirs in range(475, 545):
            for belote in (-1, 0, 1):
                assert winner_of_match(501, [ours, theirs], belote) == match_winner(501, [ours, theirs], belote)


def match_before_the_last_card(scores: Sequence[int]) -> Match:
    """Plays the solid hands with clubs for trumps up to the last card: 3 takes all, belote and 252 due to its side."""
    match = Match(BELOTE, Options())
    match.next_deal(pack_of(SOLID, 3, 3, "AC"), 3)
    play_moves(match, "pass pass pass take")
    match.scores = [*scores, *scores]
    deal = match.deal
    assert isinstance(deal, BeloteDeal)
    for seat in range(3):
        match.push(move(SOLID[seat].split()[0]))
    rng = random.Random("last card")
    while sum(map(len, deal.hands)) > 1:
        match.push(random_move(deal, rng))
    return match


@pytest.mark.parametrize(
    ("before", "is_over"),
    [
        ([0, 728], False),
        ([0, 729], False),
        ([0, 748], False),
        ([0, 749], True),
        ([1000, 749], True),
        ([1001, 749], False),
        ([1100, 848], False),
        ([1100, 849], True),
        ([1100, 827], True),
        ([1100, 828], False),
        ([1002, 700], True),
    ],
)
def test_match_is_not_won_by_belote_alone(before: list[int], is_over: bool) -> None:
    """A match goes on, with the scores kept, where its winner of 272 would not have won with 252."""
    match = match_before_the_last_card(before)
    assert not match.is_over
    match.push(match.deal.legal_moves()[0])  # type: ignore[union-attr]
    assert [before[0], before[1] + 272] * 2 == match.scores
    assert is_over == match.is_over
    first = match.scores[0] > match.scores[1]
    assert ([1, 3, 1, 3] if first else [3, 1, 3, 1]) == match.places if is_over else match.places is None


@pytest.mark.parametrize("target", [501, 1001])
def test_matches_are_played(target: int) -> None:
    """Scores add up, partners' are equal, and the match ends with the very manche that gives it a winner."""
    for seed in range(6 if target == 501 else 3):
        match = Setting(BELOTE, Options(announcements=True, target=target)).match(f"played {seed}")
        scores = [0, 0]
        for deal, chosen in plies(match, random.Random(seed)):
            assert isinstance(deal, BeloteDeal)
            if chosen is None:
                scores = [score + points for score, points in zip(scores, deal.points()[:2], strict=True)]
                assert scores * 2 == match.scores
                winner = winner_of_match(target, scores, deal.side_of_belote()) if deal.taker >= 0 else None
                assert (winner is not None) == match.is_over
        assert winner is not None
        assert [1 if side == winner else 3 for side in (0, 1, 0, 1)] == match.places
        with pytest.raises(IllegalMoveError, match="match over"):
            match.next_deal()


def test_void_deal_ends_no_match() -> None:
    """A deal that nobody took changes nothing: at the scores of a match that goes on it goes on."""
    void = played(BeloteDeal.start(list(PACK), 0, 5, Options()), " ".join(["pass"] * 8))
    for scores in ([1010, 942] * 2, [1031, 1031] * 2, [500, 400] * 2):
        assert not BELOTE.is_over(Options(), scores, void, 4)


def test_sides() -> None:
    """Seats 0 and 2 are partners, and so are 1 and 3; their announcements are put together."""
    assert [0, 1, 0, 1] == BELOTE.sides(Options())
    made = [[move(f"announce {name}")] for name in ("tierce KH", "tierce KS", "carre J", "cent AC")]
    sides = [[each.name for each in side] for side in by_side(made)]
    assert [["tierce KH", "carre J"], ["tierce KS", "cent AC"]] == sides
