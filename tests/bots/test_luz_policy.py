"""The rule of thumb of Luz does what the strategy notes of its rules page say."""

from __future__ import annotations

import random
from math import exp

import pytest

from tapisvert.bots import decide
from tapisvert.bots.policies.luz import near_bets, steer
from tapisvert.bots.policies.luz.bets import REACH, SPREAD, best_bet, expected
from tapisvert.cards import EMPTY
from tapisvert.game import Phase
from tapisvert.games.luz import LUZ, LuzDeal
from tapisvert.games.luz.rules import BETS, CARD_NAMES, COLOUR, HAND, SLOT, slots_of
from tapisvert.view import View
from tests.helpers import settings_of

SETTING = settings_of(LUZ)[0]
RED = 1
LOW = "Y1 R1 R2 G1 G2 B1 B2 P1 P2 P3"
"""With all higher cards of each colour in sight but for one or two, every slot is low."""
OVER_LOW = ("Y4 Y6 Y8 R5 R7 G5 G7 B5 B7 P7", "Y5 Y7 R6 R8 G6 G8 B6 B8 P6 P8")
TRUMPS = "Y5 Y6 Y7 Y8 R1 R2 G1 G2 B1 P1"
"""The four top trumps."""
UNDER_TRUMPS = ("Y1 R5 R6 G5 G6 B4 B5 P4 P5 P8", "R7 R8 G7 G8 B6 B7 B8 P6 P7 G4")


def position(
    *hands: str, trick: str = "", bets: str = "", won: tuple[int, ...] = (0, 0, 0), round_: int = 1
) -> LuzDeal:
    """
    Sets up seat 0 to act, three at the table.

    :param hands: ten cards by seat, small letters for those played.
    :param trick: the cards of the trick in progress, in small letters in the hands too.
    :param bets: by seat; if there is none for seat 0, it is to bet, the last.
    :param won: tricks won, by seat.
    """
    known = [sorted(CARD_NAMES.index(name.upper()) for name in hand.split()) for hand in hands]
    played = {CARD_NAMES.index(name.upper()) for hand in hands for name in hand.split() if name.islower()}
    on_table = [CARD_NAMES.index(name) for name in trick.split()]
    words = bets.split()
    numbers = [next(i for i, bet in enumerate(BETS) if bet.name == f"bet {word}") for word in words]
    aside = [card for card in LUZ.pack(LUZ.options(players=3)) if card not in {c for hand in known for c in hand}]
    return LuzDeal(
        turn=0,
        phase=int(Phase.PLAY if len(words) == 3 else Phase.BET),
        hands=[[EMPTY if card in played else card for card in hand] for hand in known],
        opener=1,
        leader=-len(on_table) % 3,
        trick=on_table,
        plays=sorted(played - set(on_table)),
        winners=[seat for seat, tricks in enumerate(won) for _ in range(tricks)],
        round=round_,
        aside=aside,
        slots=[slots_of(hand) for hand in known],
        shown=[[card if card in played else EMPTY for card in hand] for hand in known],
        bets=numbers if len(words) == 3 else [-1, *numbers, *[-1] * (2 - len(words))],
    )


def choice(deal: LuzDeal) -> str:
    """Gets the policy's choice: of a slot, the card that lies there."""
    move = steer(deal, deal.legal_moves(), random.Random(1).random)
    if move < SLOT:
        return deal.move_name(move).removeprefix("bet ")
    return CARD_NAMES[deal.hands[0][deal.slots[0].index(move - SLOT)]]


def test_low_slots_bet_nothing() -> None:
    """Notes 5 and 6: who can only hold cards that the rivals beat expects no trick."""
    assert "0" == choice(position(LOW, *OVER_LOW, round_=4))


def test_sure_trumps_are_bet() -> None:
    """Notes 4 and 6: four trumps over all that the rivals have are four tricks, and hardly any more."""
    assert choice(position(TRUMPS, *UNDER_TRUMPS, round_=4)) in {"4", "5"}


def test_the_other_bets_count() -> None:
    """Note 8: the others see this hand, so the more they bet, the less is left for it."""
    browns = [
        int(choice(position(TRUMPS, *UNDER_TRUMPS, bets=bets, round_=4)).removesuffix("+blue"))
        for bets in ("0 1", "3 3", "6 6")
    ]
    assert browns == sorted(browns, reverse=True)
    assert browns[0] > browns[2]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(("round_", "bound"), [(1, 1 / 2), (2, 2 / 3), (3, 3 / 4), (4, 4 / 5)])
def test_blue_by_the_criterion(players: int, round_: int, bound: float) -> None:
    """Note 7: for the same number, the blue marble is better exactly if p(n + 1) / p(n) > V / (V + 10)."""
    for tenths in range(3, 80):
        bet = BETS[best_bet(players, round_, tenths)]
        off = [(bet.brown + more - tenths / 10) / SPREAD[players] for more in (0, 1)]
        ratio = exp(-(off[1] ** 2) / 2) / exp(-(off[0] ** 2) / 2)
        assert bet.blue == (ratio > bound) or abs(ratio - bound) < 1e-6


def test_blue_early_rather_than_late() -> None:
    """Note 7: the blue marble is of more use in the first rounds."""
    blues = [sum(BETS[best_bet(4, round_, tenths)].blue for tenths in range(80)) for round_ in (1, 2, 3, 4)]
    assert blues == sorted(blues, reverse=True)
    assert blues[0] > blues[3]


# All reds that seat 0 does not hold are in sight, so it knows its own.
ENDS = (
    "y1 y2 g1 g2 b1 b2 p1 R1 R8 P8",
    "y3 y4 g3 g4 b3 b4 r3 r5 R4 P5",
    "y5 y6 g5 g6 b5 b6 r2 r6 R7 P6",
)


@pytest.mark.parametrize(("won", "expected"), [((2, 3, 2), "R1"), ((0, 4, 3), "R8")])
def test_wins_if_it_needs_to(won: tuple[int, int, int], expected: str) -> None:
    """Last to play, a seat whose bet is full ducks; one that lacks two tricks takes this one."""
    assert expected == choice(position(*ENDS, trick="R5 R6", bets="2 3 3", won=won))


def test_wins_as_cheaply_as_it_can() -> None:
    """Last to play, a seat wins with the lower card if a higher one beats the rivals later on."""
    hands = (
        "y1 y2 g1 g2 b1 b2 p1 R6 R8 P8",
        "y3 y4 g3 g4 b3 b4 r2 r5 R4 P5",
        "y5 y6 g5 g6 b5 b6 r1 r3 R7 P6",
    )
    assert "R6" == choice(position(*hands, trick="R5 R3", bets="2 3 3", won=(0, 4, 3)))


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        # neither the trump that would win, nor the low one that wins nothing later either
        ("0 4 3", "R8"),
        # three tricks to go, three to make: the trump, which would not win later on
        ("3 4 3", "Y1"),
    ],
)
def test_void(bets: str, expected: str) -> None:
    """Tip 2: void, a seat gets rid of a high card that it does not want, or ruffs to win."""
    hands = (
        "Y1 y2 g1 g2 b1 b2 b7 p1 R1 R8",
        "y3 y4 g3 r3 b3 b4 g7 p5 R4 Y7",
        "y5 y6 g5 r6 b5 b6 r2 p6 R7 R5",
    )
    assert expected == choice(position(*hands, trick="P5 P6", bets=bets, won=(0, 4, 3)))


def test_loses_with_the_middle() -> None:
    """Tip 3: of three cards that lose alike, the middle one tells most about the others."""
    hands = (
        "y1 y2 g1 g2 b1 p1 R1 R3 R5 P3",
        "y5 y6 g5 g6 b5 b6 p6 R7 P4 P8",
        "y3 y4 g3 g4 b3 b4 r8 R6 P5 P7",
    )
    assert "R3" == choice(position(*hands, trick="R8", bets="0 4 4", won=(0, 3, 3)))


def test_never_reads_its_own_values() -> None:
    """With its own cards exchanged for others as good to its knowledge, a seat bets and plays the same slots."""
    rng = random.Random("blind")
    changed = 0
    for index in range(6):
        match = SETTING.match(index)
        deal = match.next_deal()
        assert isinstance(deal, LuzDeal)
        while deal.phase:
            world = match.view(deal.turn).sample(rng)
            moves = deal.legal_moves()
            changed += world != deal
            assert moves == world.legal_moves()
            move = steer(deal, moves, rng.random)
            assert move == steer(world, moves, rng.random)
            match.push(move)
    assert changed > 100


def test_beats_chance() -> None:
    """One who plays by the rule is far ahead of three who play at random, from any seat and in any round."""
    rng = random.Random("chance")
    ahead = 0.0
    for index in range(40):
        options = LUZ.options()
        deal = LuzDeal.start(LUZ.next_pack(options, None, 1, rng), index // 4 % 4, index % 4 + 1, options)
        ours = index // 2 % 4
        while deal.phase:
            moves = deal.legal_moves()
            deal.play(steer(deal, moves, rng.random) if deal.turn == ours else moves[int(rng.random() * len(moves))])
        points = deal.points()
        ahead += points[ours] - (sum(points) - points[ours]) / 3
    assert ahead / 40 > 12


def test_keeps_most_bets() -> None:
    """When all play by the rule, most bets are kept, though ten tricks are all there is."""
    rng = random.Random("kept")
    kept = total = 0
    for index in range(60):
        options = LUZ.options()
        deal = LuzDeal.start(LUZ.next_pack(options, None, 1, rng), index % 4, index % 4 + 1, options)
        while deal.phase:
            deal.push(steer(deal, deal.legal_moves(), rng.random))
        assert HAND == len(deal.winners)
        kept += sum(points > 0 for points in deal.points())
        total += 4
    assert kept > total / 2


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(("bets", "expected"), [("0 4 5", "R7"), ("0 5 4", "R3")])
def test_spoils_a_bet_when_its_own_is_lost(level: str, bets: str, expected: str) -> None:
    """Note 11: with a lost bet, a seat takes the last trick that a rival can win if he needs it, and else leaves it."""
    hands = (
        "y1 y2 g1 g2 b1 b2 p1 R3 R7 P8",
        "y3 y4 g3 g4 b3 b4 r2 r4 R8 P5",
        "y5 y6 g5 g6 b5 b6 r5 r6 R1 P2",
    )
    deal = position(*hands, trick="R4 R6", bets=bets, won=(1, 2, 4), round_=4)
    view = View(0, deal.seen_by(0), [[], [], []], [0, 0, 0], LUZ.options(players=3))
    move = decide(level, view, "spoils").move
    assert expected == CARD_NAMES[deal.hands[0][deal.slots[0].index(move - SLOT)]]


def test_knows_its_cards_when_all_others_are_in_sight() -> None:
    """Tip 1: with five reds to place and all of them in its hand or in sight, a view's worlds agree on its reds."""
    deal = position(*ENDS, trick="R5 R6", bets="2 3 3", won=(2, 3, 2))
    rng = random.Random("known")
    views = [View(0, deal.seen_by(0), [[], [], []], [0, 0, 0], LUZ.options(players=3)) for _ in range(20)]
    own = {tuple(card for card in view.sample(rng).hands[0] if card != EMPTY and COLOUR[card] == RED) for view in views}
    assert {(CARD_NAMES.index("R1"), CARD_NAMES.index("R8"))} == own


def test_only_bets_near_the_count_are_searched() -> None:
    """Of the 22 bets the rule's and those within a trick and a half of what is expected are compared; of slots all."""
    deal = position(TRUMPS, *UNDER_TRUMPS, bets="3 3")
    tricks = expected(deal)
    first, *near = near_bets(deal, deal.legal_moves())
    assert first == deal.legal_moves()[0]
    browns = {BETS[move].brown for move in near}
    assert {round(tricks) - 1, round(tricks), round(tricks) + 1} <= browns
    assert all(abs(BETS[move].brown - tricks) <= REACH + BETS[move].blue / 2 for move in near)
    playing = position(*ENDS, trick="R5 R6", bets="2 3 3", won=(2, 3, 2))
    assert playing.legal_moves() == near_bets(playing, playing.legal_moves())
    assert steer(deal, deal.legal_moves(), random.Random(1).random) in near


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_level_bets_nothing_on_a_hopeless_hand(level: str) -> None:
    """Who can only hold cards that the rivals beat bets no trick, in the round where a plain bet pays most."""
    deal = position(LOW, *OVER_LOW, round_=4)
    view = View(0, deal.seen_by(0), [[], [], []], [0, 0, 0], LUZ.options(players=3))
    assert "bet 0" == deal.move_name(decide(level, view, "hopeless").move)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize(("won", "expected"), [((2, 3, 2), "R1"), ((0, 4, 3), "R8")])
def test_every_level_ducks_or_wins_for_its_bet(level: str, won: tuple[int, int, int], expected: str) -> None:
    """Last to play, every level ducks when its bet is full, and takes the trick when it lacks two."""
    deal = position(*ENDS, trick="R5 R6", bets="2 3 3", won=won)
    view = View(0, deal.seen_by(0), [[], [], []], [0, 0, 0], LUZ.options(players=3))
    move = decide(level, view, "ducks").move
    assert expected == CARD_NAMES[deal.hands[0][deal.slots[0].index(move - SLOT)]]
