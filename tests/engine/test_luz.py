"""Luz, rule by rule: the deal, slots, bets, tricks, points, and what a seat may see and can deduce."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest

from tapisvert.allot import shuffle
from tapisvert.cards import EMPTY, HIDDEN
from tapisvert.game import Event, IllegalMoveError, Phase
from tapisvert.games.luz import LUZ, LuzDeal, Options
from tapisvert.games.luz.rules import BETS, POWERS, SLOT, SLOT_NAMES, Bet, bet_points, deduce, legal_slots, slots_of
from tapisvert.narration import narrate
from tapisvert.tricks import winner
from tests.helpers import Setting, assert_uniform, play_on, plies, random_move

NAMES = LuzDeal.card_names
LETTERS = "YRGBP"
PLAYERS = (3, 4, 5)
HIGHEST = {3: 8, 4: 10, 5: 12}
# A round of four players; aside lie Y8 Y9 R9 G10 B3 B10 P5 P7 P8 P9.
HAND_0 = "Y3 Y7 R2 R8 G1 G4 B4 B5 P6 P10"
HAND_1 = "Y1 Y10 R1 R3 R4 R10 B1 B2 P1 P2"
HAND_2 = "R5 R6 R7 G2 G3 G5 G6 B6 P3 P4"
HAND_3 = "Y2 Y4 Y5 Y6 G7 G8 G9 B7 B8 B9"


def cards(text: str) -> list[int]:
    """Reads cards from their names."""
    return [NAMES.index(name) for name in text.split()]


def names(found: Sequence[int]) -> str:
    """Gets the names of cards."""
    return " ".join(NAMES[card] for card in found)


def pack_names(players: int) -> list[str]:
    """Lists the names of the cards that so many players play with."""
    return [f"{letter}{value}" for letter in LETTERS for value in range(1, HIGHEST[players] + 1)]


def dealt(hands: Sequence[str], first: int = 0, number: int = 1) -> LuzDeal:
    """Deals given hands, by seat, the rest of the pack being set aside."""
    players = len(hands)
    held = [cards(hand) for hand in hands]
    pack = [held[(first + place) % players][place // players] for place in range(10 * players)]
    pack += [card for card in cards(" ".join(pack_names(players))) if card not in pack]
    return LuzDeal.start(pack, (first - 1) % players, number, Options(players))


def random_deal(players: int, rng: random.Random, number: int = 1) -> LuzDeal:
    """Deals a shuffled pack."""
    pack = cards(" ".join(pack_names(players)))
    shuffle(pack, rng)
    return LuzDeal.start(pack, int(rng.random() * players), number, Options(players))


def made(deal: LuzDeal, *moves: str) -> LuzDeal:
    """Makes the moves named, and gets the deal."""
    for name in moves:
        deal.push(deal.parse_move(name))
    return deal


def playing(deal: LuzDeal) -> LuzDeal:
    """Lets every seat bet nothing, so that the first player leads, and gets the deal."""
    return made(deal, *["bet 0"] * len(deal.hands))


def refused(deal: LuzDeal, move: int) -> tuple[str, str, str]:
    """Gets the code, the anchor and the colour of a move's refusal, having checked that it changes nothing."""
    before = deal.copy()
    with pytest.raises(IllegalMoveError) as raised:
        deal.push(move)
    assert before == deal
    refusal = raised.value.refusal
    return refusal.code, refusal.anchor, refusal.suit


def random_positions(players: int, rng: random.Random) -> Iterator[LuzDeal]:
    """Plays a round at random; yields each position in which a move is due."""
    deal = random_deal(players, rng)
    while deal.phase:
        yield deal
        deal.push(random_move(deal, rng))


# ---------------------------------------------------------------------- pack, deal and slots


@pytest.mark.parametrize(("players", "size"), [(3, 40), (4, 50), (5, 60)])
def test_pack(players: int, size: int) -> None:
    """Five colours up to 8, 10 or 12, each card once: ten to each player, and ten are left over."""
    pack = LUZ.pack(Options(players))
    assert size == len(pack) == 10 * players + 10
    assert sorted(pack_names(players)) == sorted(NAMES[card] for card in pack)
    deal = random_deal(players, random.Random(1))
    assert [10] * players == [len(hand) for hand in deal.hands]
    assert 10 == len(deal.aside)
    assert sorted(pack) == sorted([*deal.aside, *(card for hand in deal.hands for card in hand)])


def test_cards_are_dealt_one_at_a_time() -> None:
    """Cards go round one by one from the first player, each hand is sorted, and the last ten are set aside."""
    deal = LuzDeal.start(cards(" ".join(pack_names(3))), 0, 1, Options(3))
    assert 1 == deal.turn == deal.opener
    assert "Y1 Y4 Y7 R2 R5 R8 G3 G6 B1 B4" == names(deal.hands[1])
    assert "Y2 Y5 Y8 R3 R6 G1 G4 G7 B2 B5" == names(deal.hands[2])
    assert "Y3 Y6 R1 R4 R7 G2 G5 G8 B3 B6" == names(deal.hands[0])
    assert "B7 B8 P1 P2 P3 P4 P5 P6 P7 P8" == names(deal.aside)


def test_hands_lie_in_slots() -> None:
    """A slot is a colour and a rank within it, lowest first, colours in the order yellow, red, green, blue, violet."""
    backwards = " ".join(reversed(HAND_0.split()))
    deal = dealt([backwards, HAND_1, HAND_2, HAND_3])
    assert HAND_0 == names(deal.hands[0])
    assert "Y#1 Y#2 R#1 R#2 G#1 G#2 B#1 B#2 P#1 P#2" == " ".join(SLOT_NAMES[slot] for slot in deal.slots[0])
    assert "R#1 R#2 R#3 G#1 G#2 G#3 G#4 B#1 P#1 P#2" == " ".join(SLOT_NAMES[slot] for slot in deal.slots[2])


def test_slots_keep_their_names() -> None:
    """When a neighbour was played, a slot is still called as it was dealt, and the one played is gone."""
    deal = playing(dealt([HAND_0, HAND_1, HAND_2, HAND_3]))
    made(deal, "R#1", "R#1", "R#1", "Y#1")
    assert "R2 R1 R5 Y2" == names(deal.plays)
    assert 3 == deal.turn
    made(deal, "G#1", "G#2", "Y#1", "G#1")
    assert "G7 G4 Y1 G2" == names(deal.plays[4:])
    made(deal, "R#4", "R#3", "Y#2", "R#2")
    # Of the reds of seat 1, R1 and R10 are gone: its second and third are R3 and R4 still.
    assert "R10 R7 Y4 R8" == names(deal.plays[8:])
    assert [EMPTY] * 2 == [deal.hands[1][place] for place in (2, 5)]
    assert "R3 R4" == names(deal.hands[1][3:5])
    made(deal, "Y#3", "Y#2", "Y#2", "R#2")
    assert "Y5 Y7 Y10 R6" == names(deal.plays[12:])
    made(deal, "R#2")
    assert ["R3"] == [NAMES[card] for card in deal.trick]


def test_packs_are_whole_in_every_round() -> None:
    """All cards are shuffled together again for each of the four rounds."""
    match = play_on(Setting(LUZ, Options(3)).match("packs"), random.Random(1))
    packs = [dealing.pack for dealing in match.deals]
    assert [sorted(LUZ.pack(Options(3)))] * 4 == [sorted(pack) for pack in packs]
    assert 4 == len({tuple(pack) for pack in packs})


# ---------------------------------------------------------------------- bets


def test_bets() -> None:
    """A bet is a number from 0 to 10, with the blue marble or without: 22 bets, all legal whatever was bet before."""
    deal = dealt([HAND_0, HAND_1, HAND_2, HAND_3], first=2)
    expected = {f"bet {brown}{blue}" for brown in range(11) for blue in ("", "+blue")}
    for seat, bet in zip((2, 3, 0, 1), ("bet 10+blue", "bet 6", "bet 5+blue", "bet 0"), strict=True):
        assert Phase.BET == deal.phase
        assert seat == deal.turn
        assert expected == {deal.move_name(move) for move in deal.legal_moves()}
        made(deal, bet)
    assert ["bet 5+blue", "bet 0", "bet 10+blue", "bet 6"] == [BETS[bet].name for bet in deal.bets]
    assert Phase.PLAY == deal.phase
    assert 2 == deal.turn == deal.leader


@pytest.mark.parametrize("bets", [(3, 4, 0, 3), (6, 6, 5, 5), (0, 0, 0, 0), (10, 10, 10, 10)])
def test_total_of_the_bets_is_free(bets: tuple[int, ...]) -> None:
    """The bets may add up to anything: less than the ten tricks, ten, or more."""
    deal = made(dealt([HAND_0, HAND_1, HAND_2, HAND_3]), *(f"bet {brown}" for brown in bets))
    assert bets == tuple(BETS[bet].brown for bet in deal.bets)


def test_bets_are_open() -> None:
    """Everybody, spectators too, sees a bet as soon as it is made; the later ones are made knowing it."""
    deal = made(dealt([HAND_0, HAND_1, HAND_2, HAND_3]), "bet 3+blue", "bet 2")
    for watcher in (None, 0, 1, 2, 3):
        assert deal.bets == deal.seen_by(watcher).bets
    move = deal.parse_move("bet 4")
    assert [Event("bet", seat=2, move="4", amount=4)] == deal.seen_by(0).narrate(move, deal.after(move).seen_by(0))


# ---------------------------------------------------------------------- legal slots


def plain_legal(hand: Sequence[str], led: str) -> list[str]:
    """Says which slots of a sorted hand may be played: those of the colour led if there are any, else all."""
    slots = [f"{name[0]}#{1 + sum(n[0] == name[0] for n in hand[:at])}" for at, name in enumerate(hand)]
    follow = [slot for slot in slots if slot[0] == led]
    return follow if follow else slots


@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        pytest.param("Y3 Y7 R2 R8 G1 B4 B5 P6", "R", "R#1 R#2", id="follow"),
        pytest.param("Y3 R2 R8", "P", "Y#1 R#1 R#2", id="void"),
        pytest.param("Y8 R1", "", "Y#1 R#1", id="any lead"),
        pytest.param("Y1 R8", "Y", "Y#1", id="trump led"),
        pytest.param("Y5 R1", "G", "Y#1 R#1", id="no duty to trump"),
        pytest.param("R1 R2 R3", "B", "R#1 R#2 R#3", id="one colour"),
    ],
)
def test_legal_slots(hand: str, led: str, expected: str) -> None:
    """Who holds the colour led plays one of its slots, and any other hand plays what it likes."""
    found = legal_slots(slots_of(cards(hand)), LETTERS.find(led) if led else -1)
    assert expected == " ".join(SLOT_NAMES[slot] for slot in found)
    assert expected.split() == plain_legal(hand.split(), led)


@pytest.mark.parametrize("players", PLAYERS)
def test_legal_slots_depend_on_colours_alone(players: int) -> None:
    """In any position the slots that may be played follow from colours: another hand of the same backs has the same."""
    rng = random.Random(f"legal {players}")
    for _ in range(3):
        for deal in random_positions(players, rng):
            if deal.phase != Phase.PLAY:
                continue
            seat = deal.turn
            left = [SLOT_NAMES[s] for s, card in zip(deal.slots[seat], deal.hands[seat], strict=True) if card != EMPTY]
            led = NAMES[deal.trick[0]][0] if deal.trick else ""
            expected = [slot for slot in left if slot[0] == led] or left
            assert expected == [deal.move_name(move) for move in deal.legal_moves()]
            world = deal.seen_by(seat).worlds(seat, []).draw(rng)
            assert deal.legal_moves() == world.legal_moves() == deal.seen_by(seat).legal_moves()
            assert [deal.refusal(move) for move in range(-1, 80)] == [world.refusal(move) for move in range(-1, 80)]


# ---------------------------------------------------------------------- tricks


def plain_winner(trick: Sequence[str]) -> int:
    """Says which card takes a trick: the highest yellow if there is one, else the highest of the colour led."""
    rivals = [name for name in trick if name[0] == "Y"]
    if not rivals:
        rivals = [name for name in trick if name[0] == trick[0][0]]
    best = rivals[0]
    for name in rivals:
        if int(name[1:]) > int(best[1:]):
            best = name
    return list(trick).index(best)


@pytest.mark.parametrize(
    ("trick", "expected"),
    [
        ("R5 R8 Y1 R7", 2),
        ("G3 P8 G1", 0),
        ("Y2 Y6 Y4", 1),
        ("B2 B10 B9 B12 B1", 3),
        ("P9 Y10 Y12 Y2 P12", 2),
        ("R1 G12 B12 P12 G11", 0),
    ],
)
def test_trick_winner(trick: str, expected: int) -> None:
    """Yellow is trump; without it the colour led counts, by value (12 is above 9)."""
    assert expected == plain_winner(trick.split())
    assert expected == winner(cards(trick), POWERS[LETTERS.index(trick[0])])


def test_random_tricks() -> None:
    """Any trick goes where the rule says."""
    rng = random.Random("tricks")
    for _ in range(3000):
        players = PLAYERS[int(rng.random() * 3)]
        pack = cards(" ".join(pack_names(players)))
        shuffle(pack, rng)
        trick = pack[:players]
        assert plain_winner(names(trick).split()) == winner(trick, POWERS[LETTERS.index(NAMES[trick[0]][0])])


def test_winner_leads() -> None:
    """The lowest trump takes a trick of reds, and its seat leads the next."""
    deal = playing(dealt([HAND_0, HAND_1, HAND_2, HAND_3], first=1))
    assert 1 == deal.turn
    made(deal, "R#4", "R#1", "Y#1", "R#1")
    assert "R10 R5 Y2 R2" == names(deal.plays)
    assert [3] == deal.winners
    assert 3 == deal.turn == deal.leader


# ---------------------------------------------------------------------- points


def plain_points(brown: int, blue: bool, tricks: int, round_: int) -> int:
    """Says what a bet earns: 10 a round's number, half with the blue marble, or 5 lost for each trick of difference."""
    right = {brown, brown + 1} if blue else {brown}
    if tricks in right:
        return 5 * round_ if blue else 10 * round_
    return -5 * max(tricks - brown, brown - tricks)


def test_points_table() -> None:
    """Every bet with every number of tricks in every round earns what the rule says."""
    for brown in range(11):
        for blue in (False, True):
            for tricks in range(11):
                for round_ in (1, 2, 3, 4):
                    expected = plain_points(brown, blue, tricks, round_)
                    assert expected == bet_points(Bet("", brown, blue), tricks, round_), (brown, blue, tricks, round_)


@pytest.mark.parametrize(
    ("round_", "brown", "blue", "tricks", "expected"),
    [
        (1, 3, False, 3, 10),
        (2, 3, False, 3, 20),
        (3, 3, False, 3, 30),
        (4, 0, False, 0, 40),
        (1, 2, True, 3, 5),
        (2, 2, True, 2, 10),
        (3, 2, True, 3, 15),
        (4, 2, True, 2, 20),
        (3, 2, True, 4, -10),
        (1, 2, True, 4, -10),
        (2, 2, True, 1, -5),
        (4, 2, False, 3, -5),
        (1, 3, False, 1, -10),
        (4, 3, False, 1, -10),
        (2, 5, True, 4, -5),
        (4, 10, True, 10, 20),
        (4, 0, True, 1, 20),
        (4, 0, False, 10, -50),
        (1, 10, False, 0, -50),
        (1, 10, True, 9, -5),
    ],
)
def test_points(round_: int, brown: int, blue: bool, tricks: int, expected: int) -> None:
    """Figures of the rules page, and bets at both ends."""
    assert expected == plain_points(brown, blue, tricks, round_)
    assert expected == bet_points(Bet("", brown, blue), tricks, round_)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_rounds(players: int) -> None:
    """2,000 random rounds in all: ten tricks to those who took them, points by the bets, no card lost or twice."""
    rng = random.Random(f"rounds {players}")
    every = sorted(cards(" ".join(pack_names(players))))
    for turn in range({3: 700, 4: 700, 5: 600}[players]):
        deal = random_deal(players, rng, number=turn % 4 + 1)
        seat, aside, hands = deal.opener, deal.aside[:], [hand[:] for hand in deal.hands]
        while deal.phase:
            moves = deal.legal_moves()
            deal.play(moves[int(rng.random() * len(moves))])
        taken = [0] * players
        for at in range(0, 10 * players, players):
            trick = deal.plays[at : at + players]
            for place, card in enumerate(trick):
                hands[(seat + place) % players].remove(card)
            seat = (seat + plain_winner(names(trick).split())) % players
            taken[seat] += 1
        assert [[]] * players == hands
        assert every == sorted([*deal.plays, *aside])
        assert aside == deal.aside
        bets = [BETS[bet] for bet in deal.bets]
        expected = [plain_points(b.brown, b.blue, t, deal.round) for b, t in zip(bets, taken, strict=True)]
        assert expected == deal.points()
        assert 10 == sum(taken)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_is_somewhere(players: int) -> None:
    """After every move each card is in one place: a hand, the trick, the finished tricks or aside."""
    rng = random.Random(f"somewhere {players}")
    every = sorted(LUZ.pack(Options(players)))
    for _ in range(10):
        for deal in random_positions(players, rng):
            hands = [card for hand in deal.hands for card in hand if card != EMPTY]
            assert every == sorted([*hands, *deal.trick, *deal.plays, *deal.aside])
            assert [0] * players == deal.points()


def test_what_is_said_of_the_bets() -> None:
    """A finished round tells of each seat whether its bet came true, its points, and how many tricks it is off."""
    deal = dealt([HAND_0, HAND_1, HAND_2, HAND_3], number=4)
    made(deal, *["bet 0+blue"] * 4)
    rng = random.Random("said")
    while deal.phase:
        deal.push(random_move(deal, rng))
    tricks = [deal.winners.count(seat) for seat in range(4)]
    expected = [("bet_made", 20, count) if count <= 1 else ("bet_lost", -5 * count, count) for count in tricks]
    assert expected == [(event.code, event.amount, event.count) for event in deal.remarks()]


# ---------------------------------------------------------------------- who sees what


def hidden_from(deal: LuzDeal, watcher: int | None) -> set[int]:
    """Lists the cards whose values *watcher* must not learn: its own in hand (a spectator: all) and those aside."""
    owners = range(len(deal.hands)) if watcher is None else [watcher]
    return {card for owner in owners for card in deal.hands[owner] if card != EMPTY} | set(deal.aside)


@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_sees_his_own_cards(players: int) -> None:
    """Of its own hand a seat sees backs, of the others' all, of the ten aside nothing; a spectator sees backs alone."""
    rng = random.Random(f"seen {players}")
    for deal in random_positions(players, rng):
        for watcher in (None, *range(players)):
            view = deal.seen_by(watcher)
            backs = [[EMPTY if c == EMPTY else -2 - LETTERS.index(NAMES[c][0]) for c in hand] for hand in deal.hands]
            for owner in range(players):
                is_open = watcher is not None and watcher != owner
                assert (deal.hands if is_open else backs)[owner] == view.hands[owner]
            assert [HIDDEN] * 10 == view.aside
            places: list[list[int]] = [view.aside, view.trick, view.plays, *view.hands, *view.shown]
            assert not hidden_from(deal, watcher) & {card for place in places for card in place}
            assert (deal.slots, deal.bets, deal.trick) == (view.slots, view.bets, view.trick)


@pytest.mark.parametrize("players", PLAYERS)
def test_views_tell_nothing_of_what_is_hidden(players: int) -> None:
    """Another deal with the same backs and the same rivals looks the same to a seat, whatever the hidden values are."""
    rng = random.Random(f"worlds {players}")
    different = 0
    for deal in random_positions(players, rng):
        for seat in range(players):
            world = deal.seen_by(seat).worlds(seat, []).draw(rng)
            assert world.seen_by(seat) == deal.seen_by(seat)
            different += world != deal
    assert different > 20 * players


def test_spectators_learn_no_value() -> None:
    """Values exchanged between the hands, colour by colour, leave what a spectator sees as it was."""
    rng = random.Random("spectator")
    deal = random_deal(4, rng)
    other = deal.copy()
    for letter in LETTERS:
        homes = [(owner, at) for owner in range(4) for at in range(10) if NAMES[deal.hands[owner][at]][0] == letter]
        values = [deal.hands[owner][at] for owner, at in homes]
        shuffle(values, rng)
        for (owner, at), card in zip(homes, values, strict=True):
            other.hands[owner][at] = card
    other.hands = [sorted(hand) for hand in other.hands]
    assert other.hands != deal.hands
    assert other.seen_by(None) == deal.seen_by(None)


@pytest.mark.parametrize("players", PLAYERS)
def test_value_is_shown_when_played(players: int) -> None:
    """Who plays chooses a slot; then everybody sees the card, in the trick and at its place, and is told of it."""
    match = Setting(LUZ, Options(players)).match("shown")
    rng = random.Random("shown")
    for _ in range(4):
        deal = match.next_deal()
        assert isinstance(deal, LuzDeal)
        while deal.phase:
            move, seat = random_move(deal, rng), deal.turn
            if deal.phase != Phase.PLAY:
                match.push(move)
                continue
            place = deal.slots[seat].index(move - SLOT)
            card = deal.hands[seat][place]
            watchers = (None, *range(players))
            before = [match.view(watcher) for watcher in watchers]
            seen = [deal.seen_move(move, watcher) for watcher in watchers]
            match.push(move)
            assert EMPTY == deal.hands[seat][place]
            for watcher, view, told in zip(watchers, before, seen, strict=True):
                after = match.view(watcher)
                assert card == after.deal.shown[seat][place]  # type: ignore[attr-defined]
                assert card == [*deal.plays, *deal.trick][-1]
                assert Event("played", seat=seat, cards=(card,)) in narrate(view, told, after)


# ---------------------------------------------------------------------- what can be deduced


def test_deduce_against_all_choices() -> None:
    """The odds of slots are shares of all ways to choose so many of the unseen values, the lowest to the first slot."""
    rng = random.Random("deduce")
    for size in range(13):
        values = list(range(1, 13))
        shuffle(values, rng)
        unseen = sorted(values[:size])
        for slots in range(size + 1):
            choices = list(combinations(unseen, slots))
            counts = [Counter(choice[slot] for choice in choices) for slot in range(slots)]
            found = deduce(unseen, slots)
            assert [set(count) for count in counts] == [set(odds) for odds in found]
            for count, odds in zip(counts, found, strict=True):
                assert {value: n / len(choices) for value, n in count.items()} == pytest.approx(odds, abs=1e-12)


def test_deduce_the_example() -> None:
    """Three reds among 1 3 4 6 8 unseen: ten choices, of which six start with 1, and so on."""
    expected = [{1: 0.6, 3: 0.3, 4: 0.1}, {3: 0.3, 4: 0.4, 6: 0.3}, {4: 0.1, 6: 0.3, 8: 0.6}]
    assert [pytest.approx(odds) for odds in expected] == deduce([1, 3, 4, 6, 8], 3)
    assert [{3: 1.0}, {5: 1.0}] == deduce([3, 5], 2)
    assert [] == deduce([3, 5], 0) == deduce([], 0)


def possible_hands(deal: LuzDeal, seat: int) -> list[list[int]]:
    """
    Lists every hand, as dealt, that fits what *seat* sees: tries all choices of the cards that it does not see.

    Such a hand, sorted, has the colours of its backs, and the cards already played lie at their places.
    """
    rivals = [card for owner, hand in enumerate(deal.hands) if owner != seat for card in hand]
    seen = {*rivals, *deal.plays, *deal.trick}
    unseen = [card for card in LUZ.pack(Options(len(deal.hands))) if card not in seen]
    shown = deal.shown[seat]
    played = [card for card in shown if card != EMPTY]
    colours = [SLOT_NAMES[slot][0] for slot in deal.slots[seat]]
    found = []
    for choice in combinations(unseen, 10 - len(played)):
        hand = sorted([*choice, *played])
        if [NAMES[card][0] for card in hand] == colours and all(
            card in (EMPTY, own) for card, own in zip(shown, hand, strict=True)
        ):
            found.append(hand)
    return found


def assert_deduced(deal: LuzDeal, seat: int, rng: random.Random) -> int:
    """Checks odds and worlds of *seat* against all hands it may hold; gets how many there are."""
    hands = possible_hands(deal, seat)
    view = deal.seen_by(seat)
    odds = view.odds(seat)
    left = [place for place in range(10) if deal.shown[seat][place] == EMPTY]
    assert left == sorted(odds)
    for place in left:
        count = Counter(int(NAMES[hand[place]][1:]) for hand in hands)
        assert {value: n / len(hands) for value, n in count.items()} == pytest.approx(odds[place], abs=1e-12)
    worlds = view.worlds(seat, [])
    assert len(hands) == worlds.ways
    unplayed = [[hand[place] if place in left else EMPTY for place in range(10)] for hand in hands]
    assert deal.hands[seat] in unplayed
    for _ in range(3):
        world: Any = worlds.draw(rng)
        assert world.hands[seat] in unplayed
        assert [deal.hands[other] for other in range(deal.seats) if other != seat] == [
            world.hands[other] for other in range(deal.seats) if other != seat
        ]
        own = {card for hand in (deal.hands[seat], deal.aside) for card in hand} - {EMPTY}
        assert own == {*world.hands[seat], *world.aside} - {EMPTY}
        assert 10 == len(world.aside)
    return len(hands)


@pytest.mark.parametrize("players", PLAYERS)
def test_odds_and_worlds_in_mid_play(players: int) -> None:
    """With some slots played, the others lie between them: odds and number of worlds by trying everything."""
    rng = random.Random(f"odds {players}")
    ways = []
    for _ in range(6):
        for deal in random_positions(players, rng):
            tricks = len(deal.winners)
            if tricks >= 5 and len(deal.trick) == tricks % players:
                ways.append(assert_deduced(deal, tricks % players, rng))
    assert 1 in ways
    assert max(ways) > 20


def test_odds_and_worlds_of_a_whole_hand() -> None:
    """Before anything is played all ten slots are open: three players, every choice of ten cards of twenty."""
    rng = random.Random("whole")
    assert assert_deduced(random_deal(3, rng), 1, rng) > 100


def test_a_played_card_divides_its_colour() -> None:
    """Once the middle one of three slots is seen to be the 6, one is below and the other above it."""
    hand = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 R2 R6 R7"
    deal = dealt([hand, "Y8 R3 G1 G2 G3 G4 G5 B1 B2 B3", "R4 G6 G7 G8 B4 B5 B6 B7 P1 P2"])
    # Unseen reds: 1, 2, 5, 6, 7, 8.
    choices = list(combinations([1, 2, 5, 6, 7, 8], 3))
    for slot, odds in enumerate(deal.odds(0)[7 + slot] for slot in range(3)):
        count = Counter(choice[slot] for choice in choices)
        assert {value: n / 20 for value, n in count.items()} == pytest.approx(odds)
    made(playing(deal), "R#2")
    after = deal.odds(0)
    assert {1: 1 / 3, 2: 1 / 3, 5: 1 / 3} == pytest.approx(after[7])
    assert {7: 0.5, 8: 0.5} == pytest.approx(after[9])
    assert 8 not in after
    # All eight yellows are in sight or one's own: those seven are known.
    assert [{value: 1.0} for value in range(1, 8)] == [after[place] for place in range(7)]
    assert 3 * 2 == deal.worlds(0, []).ways


def test_worlds_are_alike() -> None:
    """Every world that fits is drawn as often as any other."""
    hand = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 R2 R6 R7"
    deal = dealt([hand, "Y8 R3 G1 G2 G3 G4 G5 B1 B2 B3", "R4 G6 G7 G8 B4 B5 B6 B7 P1 P2"])
    made(playing(deal), "R#2")
    rng = random.Random("alike")
    worlds = deal.seen_by(0).worlds(0, [])
    found = Counter(names([worlds.draw(rng).hands[0][place] for place in (7, 9)]) for _ in range(1200))  # type: ignore[attr-defined]
    assert_uniform(found, [f"R{low} R{high}" for low in (1, 2, 5) for high in (7, 8)])


def test_impossible_views_have_no_world() -> None:
    """A view in which a slot can hold nothing fits no deal."""
    deal = playing(dealt([HAND_0, HAND_1, HAND_2, HAND_3]))
    view = deal.seen_by(0)
    view.hands[1] = cards("R1 R2 R3 R4 R8 R9 R10 B1 B2 B3")
    with pytest.raises(ValueError, match="no world"):
        view.worlds(0, [])


# ---------------------------------------------------------------------- refusals


def test_bets_come_first() -> None:
    """No slot is played before everybody has bet, and no bet is made once everybody has."""
    deal = dealt([HAND_0, HAND_1, HAND_2, HAND_3])
    assert ("must_bet", "bets", "") == refused(deal, deal.parse_move("R#1"))
    made(deal, "bet 1", "bet 2", "bet 3")
    assert ("must_bet", "bets", "") == refused(deal, deal.parse_move("Y#1"))
    made(deal, "bet 4+blue")
    for bet in ("bet 1", "bet 0", "bet 10+blue"):
        assert ("bets_are_made", "bets", "") == refused(deal, deal.parse_move(bet))


def test_slots_must_exist() -> None:
    """A slot that the hand was not dealt, or that was played, is refused."""
    deal = playing(dealt([HAND_0, HAND_1, HAND_2, HAND_3]))
    for slot in ("Y#3", "R#9", "P#10"):
        assert ("no_such_slot", "slots", "") == refused(deal, deal.parse_move(slot))
    made(deal, "Y#2", "Y#1", "B#1", "Y#1")
    assert 0 == deal.turn
    assert ("no_such_slot", "slots", "") == refused(deal, deal.parse_move("Y#2"))


def test_following_is_due() -> None:
    """Who holds the colour led plays it, and is told which."""
    deal = made(playing(dealt([HAND_0, HAND_1, HAND_2, HAND_3])), "R#1")
    assert ("must_follow", "play", "red") == refused(deal, deal.parse_move("Y#1"))
    # A slot that is not there is told apart from one that may not be played.
    assert ("no_such_slot", "slots", "") == refused(deal, deal.parse_move("G#1"))
    made(deal, "R#1", "R#1", "Y#1", "B#1")
    assert ("must_follow", "play", "blue") == refused(deal, deal.parse_move("G#1"))
    for colour, letter in zip(("yellow", "red", "green", "blue", "violet"), LETTERS, strict=True):
        led = dealt([HAND_0, "Y1 R1 G2 B1 P1 Y2 R3 G3 B2 P2", HAND_2.replace("G2", "Y6").replace("G3", "Y8")])
        made(playing(led), f"{letter}#1")
        other = "R#1" if letter != "R" else "G#1"
        assert ("must_follow", "play", colour) == refused(led, led.parse_move(other))


def test_nothing_is_legal_once_over() -> None:
    """After the tenth trick every move is refused."""
    rng = random.Random("over")
    deal = random_deal(3, rng)
    while deal.phase:
        deal.push(random_move(deal, rng))
    assert [] == deal.legal_moves() == deal.waiting()
    for name in ("bet 0", "R#1"):
        assert ("deal_over", "end", "") == refused(deal, deal.parse_move(name))


# ---------------------------------------------------------------------- the match


@pytest.mark.parametrize("players", PLAYERS)
def test_match_is_four_rounds(players: int) -> None:
    """A match is four rounds of rising value; who was first passes the turn to the left; points add up."""
    match = Setting(LUZ, Options(players)).match("four")
    assert [0] * players == match.scores
    first = None
    for round_ in (1, 2, 3, 4):
        assert not match.is_over
        deal = match.next_deal()
        assert isinstance(deal, LuzDeal)
        first = deal.turn if first is None else (first + 1) % players
        assert (first, first, round_) == (deal.opener, deal.leader, deal.round)
        before = match.scores[:]
        rng = random.Random(round_)
        while deal.phase:
            match.push(random_move(deal, rng))
        assert [b + p for b, p in zip(before, deal.points(), strict=True)] == match.scores
    assert match.is_over
    with pytest.raises(IllegalMoveError, match="match over"):
        match.next_deal()


@pytest.mark.parametrize("players", PLAYERS)
def test_who_is_first_in_round_one(players: int) -> None:
    """Any seat may be the first player of round one; the lot falls on all of them."""
    found = set()
    for seed in range(60):
        match = Setting(LUZ, Options(players)).match(f"lot {seed}")
        found.add(match.next_deal().turn)
    assert set(range(players)) == found


def test_order_of_bets() -> None:
    """All bet in turn from the first player, who then leads; the next round it is the seat to his left, and so on."""
    match = Setting(LUZ, Options(5)).match("order")
    rng = random.Random("order")
    first = match.next_deal().turn
    for round_ in (1, 2, 3, 4):
        deal = match.deal if round_ == 1 else match.next_deal()
        assert deal is not None
        expected = [(first + round_ - 1 + place) % 5 for place in range(5)]
        order = []
        while deal.phase == Phase.BET:
            order.append(deal.turn)
            match.push(random_move(deal, rng))
        assert expected == order
        assert expected[0] == deal.turn
        while deal.phase:
            match.push(random_move(deal, rng))


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([45, 60, -15, 60], [3, 1, 4, 1]),
        ([10, 10, 10, 10, 10], [1, 1, 1, 1, 1]),
        ([-5, 30, -5, 30, 30], [4, 1, 4, 1, 1]),
        ([-200, -5, 0], [3, 2, 1]),
    ],
)
def test_places(scores: list[int], expected: list[int]) -> None:
    """The highest total is first, negative ones count, and equal totals share a place."""
    assert expected == LUZ.places(scores)


def test_positions_are_played_to_the_end() -> None:
    """A match played through its referee ends with places and never before its last round."""
    match = Setting(LUZ, Options(3)).match("end")
    for _, move in plies(match, random.Random("end")):
        assert (match.places is None) == (move is not None or match.index < 4)
    places = match.places
    assert places is not None
    assert 1 == min(places)


# ---------------------------------------------------------------------- what the table shows


@pytest.mark.parametrize("players", PLAYERS)
def test_places_and_guesses_read_no_hidden_card(players: int) -> None:
    """What is told of a seat's own hand is the same from its view, and a guess is certain to be one of its values."""
    for deal in random_positions(players, random.Random(players)):
        for seat in range(players):
            view, places = deal.seen_by(seat), deal.blind_hand(seat)
            assert places == view.blind_hand(seat)
            guesses = deal.guesses(seat)
            assert guesses == view.guesses(seat)
            unplayed = [slot.move for slot in places if slot.card < 0]
            assert unplayed == list(guesses)
            held = [card for card in deal.hands[seat] if card != EMPTY]
            for move, card in zip(unplayed, held, strict=True):
                assert 1 == pytest.approx(sum(guesses[move].values()))
                assert guesses[move][card] > 0


def test_places_are_named_as_dealt() -> None:
    """A place tells its colour, its rank in it and how many were dealt, and what was played from it."""
    deal = made(playing(dealt([HAND_0, HAND_1, HAND_2, HAND_3])), "R#1")
    places = [(deal.move_name(p.move), p.suit, p.rank, p.of, p.card) for p in deal.blind_hand(1)]
    assert ("R#4", 1, 4, 4, HIDDEN - 2) == places[5]
    assert [("Y#1", 0, 1, 2), ("Y#2", 0, 2, 2), ("R#1", 1, 1, 4)] == [place[:4] for place in places[:3]]
    assert ["R2"] == [NAMES[place.card] for place in deal.blind_hand(0) if place.card >= 0]


@pytest.mark.parametrize(("number", "worth"), [(1, 10), (2, 20), (3, 30), (4, 40)])
def test_bets_are_explained(number: int, worth: int) -> None:
    """A bet offers the worth of the round, or half of it with the blue marble, which is idle beside ten tricks."""
    deal = dealt([HAND_0, HAND_1, HAND_2, HAND_3], number=number)
    assert worth == deal.prize()
    offers = {deal.move_name(move): deal.offer(move) for move in deal.legal_moves()}
    for name, offer in offers.items():
        assert offer is not None
        assert (worth // 2 if "blue" in name else worth) == offer.points
        assert ("idle" if name == "bet 10+blue" else "") == offer.terms
    made(deal, "bet 3+blue", "bet 0")
    assert [(0, 3), (0, 0), None, None] == [deal.progress(seat) for seat in range(4)]
    assert [1, 0, 0, 0] == [deal.leeway(seat) for seat in range(4)]
