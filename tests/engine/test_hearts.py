"""Hearts, rule by rule, with the values of the rules page (its ids are given: H-P01 … H-P20)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tapisvert.allot import shuffle
from tapisvert.cards import CARD_NAMES, HIDDEN, PACK_52, SUIT, Suit, parse_card
from tapisvert.game import Event, IllegalMoveError, Phase
from tapisvert.games.hearts import (
    DIRECTIONS,
    HEARTS,
    PENALTY,
    QUEEN_OF_SPADES,
    HeartsDeal,
    Options,
    deal_points,
    direction,
    legal_cards,
)
from tapisvert.match import Match
from tapisvert.narration import narrate
from tapisvert.tricks import NO_TRUMP, POWERS, follow, winner
from tests.engine.hands import H_P20, H_P20_TRICKS, MOON, cards, dealt, names, played
from tests.helpers import Setting, play_moves, play_on, plies, random_move

QUICK, NORMAL = Options(length="quick"), Options()
HEARTS_CARDS = [card for card in PACK_52 if SUIT[card] == Suit.HEARTS]


def random_deal(seed: object, number: int = 4) -> HeartsDeal:
    """Deals a shuffled pack."""
    pack = list(PACK_52)
    shuffle(pack, random.Random(f"hearts {seed}"))
    return HeartsDeal.start(pack, 0, number, NORMAL)


def refused(deal: HeartsDeal, name: str) -> tuple[str, str, str]:
    """Gets the code, the anchor and the suit or card of a move's refusal, having checked that it changes nothing."""
    before = deal.copy()
    with pytest.raises(IllegalMoveError) as raised:
        deal.push(parse_card(name))
    assert before == deal
    refusal = raised.value.refusal
    return refusal.code, refusal.anchor, refusal.suit + refusal.card


# ---------------------------------------------------------------------- cards and deal


def test_cards() -> None:
    """52 cards, ranks 2 … A in four suits, each name read back; 26 penalties in all."""
    assert list(PACK_52) == [parse_card(name) for name in CARD_NAMES]
    assert 52 == len(set(CARD_NAMES))
    assert "2C 3C TC JC QC KC AC 2D" == " ".join(CARD_NAMES[c] for c in (0, 1, 8, 9, 10, 11, 12, 13))
    assert 26 == sum(PENALTY)
    assert [1] * 13 == [PENALTY[card] for card in HEARTS_CARDS]
    assert 13 == PENALTY[QUEEN_OF_SPADES]
    for bad in ("", "Q", "SQ", "QSX", "1C", "qs", "10C"):
        with pytest.raises(ValueError, match="no such card"):
            parse_card(bad)


@pytest.mark.parametrize(("options", "expected"), [(NORMAL, 100), (QUICK, 75)])
def test_set_up(options: Options, expected: int) -> None:
    """H-P19: everyone starts with 100, or 75 in a quick match, and 13 cards; none is left over."""
    match = Setting(HEARTS, options).match("set-up")
    deal = match.next_deal()
    assert isinstance(deal, HeartsDeal)
    assert [expected] * 4 == match.scores
    assert [13] * 4 == [len(hand) for hand in deal.hands]
    assert sorted(PACK_52) == sorted(card for hand in deal.hands for card in hand)
    assert not deal.hearts_broken


def test_cards_are_dealt_one_at_a_time() -> None:
    """Cards are dealt one by one, clockwise from the seat after the dealer, who passes on after each deal."""
    deal = HeartsDeal.start(list(PACK_52), 2, 4, NORMAL)
    assert [[1, 5, 9], [2, 6, 10], [3, 7, 11], [0, 4, 8]] == [hand[:3] for hand in deal.hands]
    match = play_on(Setting(HEARTS, NORMAL).match("dealers"), random.Random(1))
    assert [index % 4 for index in range(match.index)] == [d.dealer for d in match.deals]


# ---------------------------------------------------------------------- the pass


def test_directions() -> None:
    """H-P12, trap 10: left, across, right, none, and so on for ever; seat 0's cards go to 1, 2, 3, nobody."""
    expected = ["left", "across", "right", "none"] * 4
    assert expected == [DIRECTIONS[direction(number)] for number in range(1, 17)]
    assert [1, 2, 3, 0, 1, 2, 3, 0] == [direction(number) for number in range(1, 9)]


@pytest.mark.parametrize("number", range(1, 9))
def test_passed_cards_arrive(number: int) -> None:
    """Each seat's three cards go 1, 2 or 3 seats to the left, all at once; the fourth deal has no pass."""
    deal = random_deal(number, number)
    if number % 4 == 0:
        assert Phase.PLAY == deal.phase
        return
    hands = [hand[:] for hand in deal.hands]
    for seat in range(4):
        for card in hands[seat][:3]:
            assert Phase.PASS == deal.phase
            assert seat == deal.turn
            deal.push(card)
    assert Phase.PLAY == deal.phase
    for seat in range(4):
        receiver = (seat + number) % 4
        assert set(hands[seat][:3]) <= set(deal.hands[receiver])
        assert hands[seat][:3] == deal.gave[seat] == deal.received[receiver]
        assert 13 == len(deal.hands[seat])


def test_two_of_clubs_may_be_passed() -> None:
    """H-P13: in hand 2 seat 1's cards go to seat 3; with 2C among them seat 3 leads trick 1, and must lead it."""
    rest = [card for card in PACK_52 if CARD_NAMES[card] not in ("AS", "KS", "2C")]
    deal = dealt([rest[:13], [*cards("AS KS 2C"), *rest[13:23]], rest[23:36], rest[36:]], number=2)
    for seat in range(4):
        for card in cards("AS KS 2C") if seat == 1 else deal.hands[seat][:3]:
            deal.push(card)
    assert 3 == deal.turn == deal.opener == deal.leader
    assert set(cards("AS KS 2C")) <= set(deal.hands[3])
    assert "2C" == names(deal.legal_moves())


@pytest.mark.parametrize("choice", list(combinations(range(4), 3)))
def test_any_three_cards_may_be_passed(choice: tuple[int, ...]) -> None:
    """Any card held may be passed: the queen of spades, the two of clubs and hearts as well."""
    special = cards("QS 2C AH 7D")
    rest = [card for card in PACK_52 if card not in special]
    deal = dealt([[*special, *rest[:9]], rest[9:22], rest[22:35], rest[35:]], number=1)
    for index in choice:
        assert special[index] in deal.legal_moves()
        deal.push(special[index])
    assert 1 == deal.turn


def test_bad_passes_are_refused() -> None:
    """Trap 12: a card not held, one twice, a fourth, a second pass or a play during the pass is refused."""
    deal = random_deal("passes", 1)
    mine, others = deal.hands[0][:], deal.hands[1][:]
    assert ("not_in_hand", "deal", "") == refused(deal, CARD_NAMES[others[0]])
    deal.push(mine[0])
    assert ("not_in_hand", "deal", "") == refused(deal, CARD_NAMES[mine[0]])
    deal.push(mine[1])
    assert [0, 1, 2, 3] == deal.waiting()
    deal.push(mine[2])
    assert [1, 2, 3] == deal.waiting()
    assert ("not_in_hand", "deal", "") == refused(deal, CARD_NAMES[mine[3]])
    deal.push(others[0])
    assert ("not_in_hand", "deal", "") == refused(deal, CARD_NAMES[mine[0]])
    assert sorted(PACK_52) == sorted(c for pile in deal.hands + deal.passed for c in pile)


def test_passes_are_sealed() -> None:
    """A seat is asked for its pass whatever the others have passed, and its choice does not depend on theirs."""
    deal = random_deal("sealed", 3)
    rng = random.Random("sealed")
    before = [sorted(hand) for hand in deal.hands]
    while deal.phase == Phase.PASS:
        for seat in deal.waiting():
            view = deal.seen_by(seat)
            assert seat == view.turn
            assert set(view.legal_moves()) == set(before[seat]) - set(deal.passed[seat])
            assert [[], [], []] == [view.passed[other] for other in range(4) if other != seat]
        for watcher in (None, 0, 1, 2, 3):
            card = deal.hands[deal.turn][0]
            assert (card if watcher == deal.turn else HIDDEN) == deal.seen_move(card, watcher)
        deal.push(random_move(deal, rng))


def test_pass_is_told_to_those_it_concerns() -> None:
    """A card passed is told to its giver at once, to its receiver when all have passed, to others never."""
    match = Setting(HEARTS, NORMAL).match("told")
    told: dict[int, list[tuple[int, ...]]] = {seat: [] for seat in range(4)}
    received = 0
    deal = match.next_deal()
    rng = random.Random("told")
    while deal.phase == Phase.PASS:
        move, seat_to_act = random_move(deal, rng), deal.turn
        before = [match.view(seat) for seat in range(4)]
        seen = [deal.seen_move(move, seat) for seat in range(4)]
        match.push(move)
        for seat in range(4):
            events = narrate(before[seat], seen[seat], match.view(seat))
            passes = [event for event in events if event.code == "passed"]
            assert passes == ([Event("passed", seat, (seat + 1) % 4, (move,))] if seat == seat_to_act else [])
            told[seat] += [event.cards for event in events if event.code == "received" and event.seat == seat]
            received += sum(event.code == "received" for event in events)
            if deal.phase == Phase.PLAY:
                assert ("opens", deal.turn) == (events[-1].code, events[-1].seat)
    assert isinstance(deal, HeartsDeal)
    assert 4 == received
    assert {seat: [tuple(deal.received[seat])] for seat in range(4)} == told


# ---------------------------------------------------------------------- legal cards


LEGAL = {
    "H-P01": ("2C 5C KC 3D 9D JD 4S TS QS 2H 7H JH AH", "", True, False, "2C"),
    "H-P02": ("4C JC AC 2D 5D 8D QD 3S 7S QS 5H 9H KH", "2C", True, False, "4C JC AC"),
    "H-P03": ("2D 4D 5D 8D QD 3S 7S QS KS 5H 9H KH AH", "2C", True, False, "2D 4D 5D 8D QD 3S 7S KS"),
    "H-P04": (names(HEARTS_CARDS), "2C 9C", True, False, names(HEARTS_CARDS)),
    "H-P05": ("6D 9H QS", "", False, False, "6D QS"),
    "H-P06": ("3H 9H KH", "", False, False, "3H 9H KH"),
    "H-P07": ("QS 3H 9H", "", False, True, "QS 3H 9H"),
    "H-P08": ("2D KD QS 3H", "5D", False, False, "2D KD"),
    "H-P09": ("QS 3H AC", "5D JD", False, False, "QS 3H AC"),
    "QS and hearts, unbroken": ("QS 3H 9H", "", False, False, "QS"),
    "queen led": ("QS 4D", "", False, False, "QS 4D"),
    "hearts led": ("QS 3H 9H", "KH", False, True, "3H 9H"),
    "no duty to beat": ("2S AS 3H", "KS QS", False, False, "2S AS"),
    "trap 8, one card is no penalty": ("4D QS AH KH QH JH TH 9H 8H 7H 6H 5H 4H", "2C", True, False, "4D"),
    "trap 8, all are": (
        "QS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
        "2C",
        True,
        False,
        "QS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
    ),
    "queen alone beside clubs": ("QS 3C", "2C", True, False, "3C"),
}


@pytest.mark.parametrize("case", LEGAL)
def test_legal_cards(case: str) -> None:
    """The legal cards of a hand, as the rules page's section 1.5 says."""
    hand, trick, is_first_trick, hearts_broken, expected = LEGAL[case]
    found = legal_cards(cards(hand), cards(trick), is_first_trick, hearts_broken)
    assert names(cards(expected)) == names(found)


def test_first_lead_is_refused_anything_else() -> None:
    """The holder of 2C leads it; another card, or one not held, is refused with the reason."""
    deal = dealt(H_P20)
    assert ("must_lead", "first-lead", "2C") == refused(deal, "TC")
    assert ("not_in_hand", "deal", "") == refused(deal, "AC")


def test_following_is_due() -> None:
    """Who holds the suit led plays it."""
    deal = played(dealt(H_P20), "2C AC")
    assert ("must_follow", "following", "clubs") == refused(deal, "4D")
    deal = played(dealt(H_P20), "2C AC 4C JC 6S")
    assert ("must_follow", "following", "spades") == refused(deal, "5H")


def test_no_penalty_on_first_trick() -> None:
    """A heart or the queen on trick 1 is refused to whoever holds anything else."""
    rest = [card for card in PACK_52 if SUIT[card] != Suit.CLUBS]
    clubs = [card for card in PACK_52 if SUIT[card] == Suit.CLUBS]
    deal = played(dealt([clubs, rest[:13], rest[13:26], rest[26:]]), "2C 2D")
    assert "hearts" == SUIT[deal.hands[2][0]].name.lower()
    assert names(HEARTS_CARDS) == names(deal.legal_moves())
    deal = played(
        dealt(
            [
                clubs,
                [*rest[:12], QUEEN_OF_SPADES],
                [*rest[13:26]],
                [c for c in [rest[12], *rest[26:]] if c != QUEEN_OF_SPADES],
            ]
        ),
        "2C",
    )
    assert ("no_penalty_on_first_trick", "first-trick", "") == refused(deal, "QS")


def test_unbroken_hearts_may_not_be_led() -> None:
    """A heart is not led before one was played, unless nothing else is left; 2C aside, the queen always may be."""
    deal = played(dealt(H_P20), "2C AC 4C JC")
    assert ("hearts_not_broken", "leading", "") == refused(deal, "6H")
    assert names(cards("TD JD KD 4S 5S 6S 9S")) == names(deal.legal_moves())


def test_nothing_is_legal_once_over() -> None:
    """When all thirteen tricks are played, every card is refused."""
    deal = random_deal("over")
    rng = random.Random("over")
    while deal.phase:
        deal.push(random_move(deal, rng))
    assert [] == deal.legal_moves() == deal.waiting()
    assert ("deal_over", "end", "") == refused(deal, "2C")


# ---------------------------------------------------------------------- tricks and broken hearts


@pytest.mark.parametrize(
    ("leader", "trick", "expected", "penalty"),
    [
        pytest.param(0, "2C KC 9C AD", 1, 0, id="H-P10"),
        pytest.param(2, "9S QS AH KS", 1, 14, id="H-P11"),
        pytest.param(3, "2D AH AS AC", 3, 1, id="no trump"),
        pytest.param(1, "2H 3H TH 9H", 3, 4, id="ten above nine"),
    ],
)
def test_highest_card_of_the_suit_led_wins(leader: int, trick: str, expected: int, penalty: int) -> None:
    """The highest card of the suit led takes the trick, whatever was discarded."""
    found = cards(trick)
    assert expected == (leader + winner(found, POWERS[NO_TRUMP][SUIT[found[0]]])) % 4
    assert penalty == sum(PENALTY[card] for card in found)


def test_queen_does_not_break_hearts() -> None:
    """H-P18: the queen of spades in a trick leaves hearts unbroken; only a heart breaks them."""
    deal = dealt(H_P20)
    for index, (_, trick) in enumerate(H_P20_TRICKS):
        played(deal, trick)
        # Trick 2 holds the queen of spades; the first heart, KH, falls in trick 6.
        assert (index >= 5) == deal.hearts_broken
    discarded = dealt(
        [
            "2C 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
            names(range(1, 13)) + " 2D",
            "QS " + names(range(14, 26)),
            HEARTS_CARDS,
        ]
    )
    played(discarded, "2C 3C 3D")
    assert not discarded.hearts_broken
    played(discarded, "2H")
    assert discarded.hearts_broken


def test_heart_breaks_when_played() -> None:
    """A discarded heart breaks hearts at once, and it is told."""
    deal = played(dealt(H_P20), " ".join(trick for _, trick in H_P20_TRICKS[:5]))
    deal.push(parse_card("KS"))
    events = deal.narrate(parse_card("KH"), deal.after(parse_card("KH")))
    assert ["played", "hearts_broken"] == [event.code for event in events]
    assert 0 == events[1].seat


def test_forced_lead_breaks_hearts() -> None:
    """A heart led from a hand of nothing but hearts breaks them."""
    deal = dealt(
        [
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
            "AC 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
            names(range(39, 52)),
        ]
    )
    played(deal, "2C AC 3D 2S")
    assert 1 == deal.turn
    assert not deal.hearts_broken
    assert names(HEARTS_CARDS[:-1]) == names(deal.legal_moves())
    deal.push(parse_card("2H"))
    assert deal.hearts_broken


def test_lifted_ban_breaks_hearts() -> None:
    """On trick 1 a hand of penalties alone may play any of them; a heart then breaks hearts."""
    deal = dealt(
        [
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
            "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
            "AC 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
        ]
    )
    played(deal, "2C")
    assert 13 == len(deal.legal_moves())
    assert deal.after(parse_card("2H")).hearts_broken
    assert not deal.after(QUEEN_OF_SPADES).hearts_broken


def test_winner_leads() -> None:
    """H-P20: a whole hand, every move accepted, every trick to its winner, who leads the next."""
    deal = dealt(H_P20)
    for leader, trick in H_P20_TRICKS:
        assert leader == deal.turn == deal.leader
        played(deal, trick)
        assert (leader, cards(trick)) == deal.trick_at(-1)
    assert [1, 0, 3, 0, 3, 3, 0, 1, 2, 1, 2, 0, 3] == deal.winners
    assert [14, 4, 6, 2] == deal.taken
    assert [-14, -4, -6, -2] == deal.points()
    assert [86, 96, 94, 98] == [100 + points for points in deal.points()]
    for seat in range(4):
        assert names(cards(H_P20[seat])) == names(deal.played_by(seat))


def test_looking_back() -> None:
    """What a seat has played is found in order, the trick in progress included, and who is winning it."""
    deal = played(dealt(H_P20), "2C AC 4C JC 6S QS")
    assert [cards("2C"), cards("AC 6S"), cards("4C QS"), cards("JC")] == [deal.played_by(seat) for seat in range(4)]
    assert 1 == deal.winning()
    assert (0, cards("2C AC 4C JC")) == deal.trick_at(0)
    assert dealt(H_P20).winning() is None
    assert follow(cards("2C 3D"), Suit.CLUBS) == cards("2C")


# ---------------------------------------------------------------------- what plays give away


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("2C", "AC", ""),
        ("2C AC 4C JC 6S QS TS AS 7S 5S 3S 8S 8C KC", "4S", "all clubs"),
        ("2C AC 4C JC 6S QS TS AS 7S 5S 3S 8S 8C KC 4S 3C 6D JD 7D QD KS", "KH", "all spades"),
    ],
)
def test_discards_show_a_void(before: str, move: str, expected: str) -> None:
    """Who does not follow holds none of the suit led; who follows gives nothing away."""
    deal = played(dealt(H_P20), before)
    suit = {"": None, "all clubs": Suit.CLUBS, "all spades": Suit.SPADES}[expected]
    assert [card for card in PACK_52 if SUIT[card] == suit] == deal.facts(
        parse_card(move), deal.after(parse_card(move))
    )


def test_forced_heart_lead_shows_the_hand() -> None:
    """Who leads a heart while none is broken holds hearts alone."""
    deal = dealt(
        [
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
            "AC 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
            names(range(39, 52)),
        ]
    )
    played(deal, "2C AC 3D 2S")
    assert [card for card in PACK_52 if SUIT[card] != Suit.HEARTS] == deal.facts(
        parse_card("2H"), deal.after(parse_card("2H"))
    )


def test_queen_on_first_trick_shows_the_hand() -> None:
    """Who lays the queen on trick 1 holds hearts beside her and nothing else."""
    deal = dealt(
        [
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D",
            "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
            "AC 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS",
        ]
    )
    played(deal, "2C")
    harmless = [card for card in PACK_52 if SUIT[card] != Suit.HEARTS and card != QUEEN_OF_SPADES]
    assert harmless == deal.facts(QUEEN_OF_SPADES, deal.after(QUEEN_OF_SPADES))


# ---------------------------------------------------------------------- scores


@pytest.mark.parametrize(
    ("before", "taken", "scores", "places"),
    [
        pytest.param([100] * 4, [(5, 0), (4, 0), (4, 1), (0, 0)], [95, 96, 83, 100], None, id="H-P14"),
        pytest.param([100] * 4, [(0, 0), (0, 0), (0, 0), (13, 1)], [74, 74, 74, 100], None, id="H-P15"),
        pytest.param([40, 52, 18, 60], [(1, 0), (2, 0), (10, 1), (0, 0)], [39, 50, -5, 60], [3, 2, 4, 1], id="H-P16"),
        pytest.param([20, 30, 26, 50], [(0, 0), (0, 0), (0, 0), (13, 1)], [-6, 4, 0, 50], [4, 2, 3, 1], id="H-P17"),
        pytest.param([100] * 4, [(9, 0), (3, 1), (0, 0), (1, 0)], [91, 84, 100, 99], None, id="trap 13, no moon"),
        pytest.param([100] * 4, [(13, 0), (0, 1), (0, 0), (0, 0)], [87, 87, 100, 100], None, id="trap 13, queen apart"),
        pytest.param([100] * 4, [(13, 1), (0, 0), (0, 0), (0, 0)], [100, 74, 74, 74], None, id="trap 13, moon"),
        pytest.param([50, 50, 4, 40], [(0, 0), (0, 0), (4, 1), (9, 0)], [50, 50, -13, 31], [1, 1, 4, 3], id="tie"),
        pytest.param([5, 5, 5, 5], [(6, 0), (7, 0), (0, 1), (0, 0)], [-1, -2, -8, 5], [2, 3, 4, 1], id="low"),
        pytest.param([1, 2, 3, 26], [(0, 0), (0, 0), (0, 0), (13, 1)], [-25, -24, -23, 26], [4, 3, 2, 1], id="ends"),
        pytest.param([14, 9, 1, 1], [(13, 0), (0, 1), (0, 0), (0, 0)], [1, -4, 1, 1], [1, 4, 1, 1], id="three first"),
        pytest.param([1, 26, 26, 26], [(13, 1), (0, 0), (0, 0), (0, 0)], [1, 0, 0, 0], [1, 2, 2, 2], id="zero ends it"),
    ],
)
def test_scores(before: list[int], taken: list[tuple[int, int]], scores: list[int], places: list[int] | None) -> None:
    """Hearts cost 1, the queen 13, all of them cost each other seat 26; a score of 0 or less ends the match."""
    points = deal_points([hearts + 13 * queen for hearts, queen in taken])
    found = [score + point for score, point in zip(before, points, strict=True)]
    assert scores == found
    over = HEARTS.is_over(NORMAL, found, dealt(H_P20), 1)
    assert (places is not None) == over
    assert places is None or places == HEARTS.places(found)


def test_moon_needs_no_slam() -> None:
    """All penalties make a moon though another seat took a trick; it is told, and costs the others 26 each."""
    deal = dealt(MOON)
    played(deal, "2C 3C 4C AC 2D AD 2H QS AH 3H")
    assert [14, 0, 0, 0] == deal.taken
    rng = random.Random("moon")
    while deal.phase:
        deal.push(random_move(deal, rng))
    assert 3 == deal.winners[0]
    assert [26, 0, 0, 0] == deal.taken
    assert [0, -26, -26, -26] == deal.points()


@pytest.mark.parametrize("seed", range(4))
def test_losses_sum_to_26_or_78(seed: int) -> None:
    """Trap 13: over 10,000 random deals (in four parts) the losses of a deal sum to 26, or to 78 for a moon."""
    rng = random.Random(f"losses {seed}")
    draw = rng.random
    for _ in range(2500):
        pack = list(PACK_52)
        shuffle(pack, rng)
        deal = HeartsDeal.start(pack, 0, 4, NORMAL)
        play = deal.play
        while deal.phase:
            moves = deal.legal_moves()
            play(moves[int(draw() * len(moves))])
        assert -sum(deal.points()) in (26, 78)
        assert 26 == sum(deal.taken)
        assert (-sum(deal.points()) == 78) == (26 in deal.taken)


# ---------------------------------------------------------------------- the match


@pytest.mark.parametrize(("options", "fewest", "most"), [(NORMAL, 4, 16), (QUICK, 3, 12)])
def test_number_of_deals(options: Options, fewest: int, most: int) -> None:
    """A normal match takes 4 to 16 deals and a quick one 3 to 12, both bounds being reached by some scores."""
    for seed in range(25):
        match = play_on(Setting(HEARTS, options).match(f"bounds {seed}"), random.Random(seed))
        assert fewest <= match.index <= most
        assert min(match.scores) <= 0
    start = HEARTS.starting_scores(options)[0]
    assert fewest == next(
        n for n in range(1, 20) if HEARTS.is_over(options, [start - 26 * n, 1, 1, 1], dealt(H_P20), n)
    )
    # The slowest: 26 a deal, spread over four seats so that the last of them falls as late as can be.
    assert most == next(n for n in range(1, 20) if 4 * (start - 1) < 26 * n)


def test_match_is_counted_between_deals_only() -> None:
    """Scores change and the match ends when a deal is over, never within one; then no card is accepted."""
    match = Setting(HEARTS, QUICK).match("counted")
    scores = match.scores[:]
    for deal, move in plies(match, random.Random("counted")):
        if move is not None:
            assert scores == match.scores == match.scores_before
            assert not match.is_over
            assert match.places is None
        else:
            scores = match.scores[:]
            assert [before + point for before, point in zip(match.scores_before, deal.points(), strict=True)] == scores
    assert match.is_over
    with pytest.raises(IllegalMoveError, match="deal over"):
        match.push(0)


def test_everything_is_fresh_in_the_next_deal() -> None:
    """Trap 51: in the next deal and in the next match hearts are unbroken, nothing is taken, and deal 1 passes left."""
    for _ in range(2):
        match = Setting(HEARTS, QUICK).match("fresh")
        for _ in range(3):
            deal = match.next_deal()
            assert isinstance(deal, HeartsDeal)
            assert (match.index, False, [0] * 4) == (deal.direction, deal.hearts_broken, deal.taken)
            assert [[]] * 4 == match.lacks == deal.gave == deal.received
            rng = random.Random(match.index)
            while deal.phase:
                match.push(random_move(deal, rng))
        assert 3 == match.number


def test_first_dealer_is_fixed() -> None:
    """Seat 0 deals first, whatever the seed; dealing has no other meaning."""
    for seed in range(5):
        match = Setting(HEARTS, NORMAL).match(seed)
        match.next_deal()
        assert 0 == match.deals[0].dealer
    match = Setting(HEARTS, NORMAL).match("first")
    with pytest.raises(IllegalMoveError, match="wrong dealer"):
        match.next_deal(list(PACK_52), 1)


def test_match_without_seeds_only_replays() -> None:
    """A match without seeds cannot make packs, but plays those it is given."""
    match = Match(HEARTS, NORMAL)
    with pytest.raises(ValueError, match="without seeds"):
        match.next_deal()
    match.next_deal(list(PACK_52), 0)
    play_moves(match, " ".join(CARD_NAMES[card] for card in match.deals[0].pack[3::4][:3]))
    assert 3 == match.ply


def test_short_paths_say_what_the_rule_says() -> None:
    """What may be played is read off one rule, whichever way it is asked: `legal_moves` is `moves_from` the hand."""
    for seed in range(40):
        for deal, move in plies(Setting(HEARTS, Options()).match(seed), random.Random(seed), deals=4):
            if move is not None:
                assert sorted(deal.moves_from(deal.hands[deal.turn])) == sorted(deal.legal_moves())  # type: ignore[attr-defined]
