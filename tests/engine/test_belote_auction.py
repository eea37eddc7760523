"""Belote: cards, dealing, calls, gathering and cutting, against the rules told a second time."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tapisvert.cards import CARD_NAMES, HIDDEN, SUIT_LETTERS
from tapisvert.game import Event, Game, IllegalMoveError, Phase, Seat
from tapisvert.games.belote import BELOTE, BeloteDeal, Options
from tapisvert.games.belote.rules import (
    PACK,
    is_shuffled,
)
from tests.engine.plain_belote import (
    ALL_CARDS,
    ANNOUNCING,
    HANDS,
    SOLID,
    arranged,
    call_at_random,
    card_points,
    gathered_by_hand,
    move,
    moves_named,
    names,
    pack_of,
    play_out,
    played,
    refused,
    shuffled_pack,
    taken_deal,
)
from tests.helpers import Setting, assert_uniform, play_moves, random_move

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
