"""
A view samples uniformly from exactly the worlds that fit it, checked by enumeration on small positions.

A world fits when the seat's view would have been the same at every ply of the deal: the enumeration
below deals every arrangement of the unseen cards, replays the seen moves, and looks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, factorial, prod

import pytest

from tapisvert.allot import Allotment, shuffle, splits
from tapisvert.bots.policies import policy_of
from tapisvert.cards import EMPTY, HIDDEN, SUIT, Card, Suit, parse_card
from tapisvert.game import Deal, Move, Phase, Seat
from tapisvert.games import GAMES
from tapisvert.games.belote import BELOTE, BeloteDeal
from tapisvert.games.hearts import HEARTS, QUEEN_OF_SPADES, TWO_OF_CLUBS, HeartsDeal
from tapisvert.games.solo_whist import SOLO_WHIST, SoloWhistDeal
from tapisvert.match import Match
from tests.helpers import (
    Setting,
    assert_shares,
    assert_uniform,
    canonical,
    cards_in,
    play_moves,
    plies,
    random_move,
    settings_of,
)
from tests.toys import TOYS
from tests.toys.partners import PARTNERS

DRAWS_PER_WORLD = 40
MOST_ARRANGEMENTS = 600
MOST_WORLDS = 150
MOST_CHECKS = 2
"""In one deal."""


# ---------------------------------------------------------------------- allotments


def assignments(room: Sequence[int], homes: dict[Card, tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Lists every way to give each card one of its homes so that each place is filled."""
    return {way for way in product(*homes.values()) if all(way.count(place) == size for place, size in enumerate(room))}


def draw_of(allotment: Allotment, homes: dict[Card, tuple[int, ...]], rng: random.Random) -> tuple[int, ...]:
    """Draws once: the place of each card."""
    drawn = allotment.draw(rng)
    return tuple(next(place for place, cards in enumerate(drawn) if card in cards) for card in homes)


def test_two_spades_among_six_and_one_void() -> None:
    """With two spades among six unseen cards and one void seat, both lie in one hand one time in three."""
    homes: dict[Card, tuple[int, ...]] = {0: (0, 1), 1: (0, 1), 2: (0, 1, 2), 3: (0, 1, 2), 4: (0, 1, 2), 5: (0, 1, 2)}
    allotment = Allotment([2, 2, 2], homes)
    expected = assignments([2, 2, 2], homes)
    assert 36 == len(expected) == allotment.ways
    assert 12 == sum(way[0] == way[1] for way in expected)
    rng = random.Random(1)
    assert_uniform(Counter(draw_of(allotment, homes, rng) for _ in range(DRAWS_PER_WORLD * 36)), expected)


@pytest.mark.parametrize("seed", range(40))
def test_allotments_are_counted_and_drawn(seed: int) -> None:
    """The ways are counted exactly and drawn alike, whatever each card's homes; none is an error."""
    rng = random.Random(f"allotment {seed}")
    room = [rng.randrange(4) for _ in range(rng.randrange(2, 5))]
    while sum(room) > 6:
        room[room.index(max(room))] -= 1
    every = range(len(room))
    homes = {card: tuple(sorted(rng.sample(every, rng.randrange(1, len(room) + 1)))) for card in range(sum(room))}
    expected = assignments(room, homes)
    if not expected:
        with pytest.raises(ValueError, match="no world fits"):
            Allotment(room, homes)
        return
    allotment = Allotment(room, homes)
    assert len(expected) == allotment.ways
    assert_uniform(Counter(draw_of(allotment, homes, rng) for _ in range(DRAWS_PER_WORLD * len(expected))), expected)


def test_places_are_filled_in_random_order() -> None:
    """The cards of one place come in every order alike: a secret pile has no order known."""
    allotment = Allotment([3, 1], dict.fromkeys(range(4), (0, 1)))
    rng = random.Random(2)
    found = Counter(tuple(map(tuple, allotment.draw(rng))) for _ in range(24 * DRAWS_PER_WORLD))
    assert 24 == len(found)
    assert_uniform(found, found)


def test_no_world() -> None:
    """More cards than room, less, or a card without a home is an error."""
    cases: list[tuple[list[int], dict[Card, tuple[int, ...]]]] = [
        ([1], {1: (0,), 2: (0,)}),
        ([2], {1: (0,)}),
        ([1], {1: ()}),
        ([0, 1], {1: (0,)}),
    ]
    for room, homes in cases:
        with pytest.raises(ValueError, match="no world fits"):
            Allotment(room, homes)


def test_splits_count_all() -> None:
    """Without bounds, the splits of n cards among k homes are k to the n in all."""
    for n, k in product(range(6), range(1, 5)):
        assert k**n == sum(ways for _, ways in splits(n, (n,) * k, tuple(range(k))))
    assert comb(10, 4) == sum(ways for _, ways in splits(10, (4, 6), (0, 1)))


def test_shuffle_is_uniform() -> None:
    """The project's own shuffle gives every order alike and is fixed for a seed."""
    rng = random.Random(3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 200):
        items = [0, 1, 2, 3]
        shuffle(items, rng)
        orders[tuple(items)] += 1
    assert 24 == len(orders)
    assert_uniform(orders, orders)
    fixed = list(range(10))
    shuffle(fixed, random.Random("fixed"))
    assert FIXED_SHUFFLE == fixed


FIXED_SHUFFLE = [3, 1, 2, 6, 0, 8, 5, 7, 4, 9]
"""Found once; another Python or platform must shuffle alike, or old seeds would deal other packs."""


# ---------------------------------------------------------------------- enumeration by definition

UNORDERED = {"knockout_whist": ("stock",), "luz": ("aside",)}
"""Secret piles that are never dealt from: the order of their cards makes no other world."""


def hidden_piles(match: Match, seat: Seat) -> list[list[int]]:
    """Lists the places in the pack of the cards that *seat* does not see, by the pile where they lie now."""
    deal, pack = match.deal, match.deals[-1].pack
    assert deal is not None
    seen = set(cards_in(deal.seen_by(seat)))
    secret = [name for name in deal.secret if name not in UNORDERED.get(match.game.name, ())]
    piles = [pile for _, pile in deal.places((*deal.private, *deal.blind, *UNORDERED.get(match.game.name, ())))]
    piles += [[card] for _, pile in deal.places(secret) for card in pile]
    return [[pack.index(card) for card in pile if card not in seen and card != EMPTY] for pile in piles]


def number_of_arrangements(piles: list[list[int]]) -> int:
    """Counts the ways to share the unseen cards out."""
    return factorial(sum(map(len, piles))) // prod(factorial(len(pile)) for pile in piles)


def arrangements(cards: list[Card], sizes: list[int]) -> Iterator[list[Card]]:
    """Lists every way to share *cards* out into piles of these *sizes*."""
    if not cards:
        yield []
        return
    for pile in combinations(cards, sizes[0]):
        for rest in arrangements([card for card in cards if card not in pile], sizes[1:]):
            yield [*pile, *rest]


def worlds_by_definition(match: Match, seat: Seat) -> set[str]:
    """Lists every deal whose view for *seat* would have been the same at every ply."""
    dealt, game, options = match.deals[-1], match.game, match.options
    position = game.deal.start(dealt.pack, dealt.dealer, match.number, options)
    views, seen = [position.seen_by(seat)], []
    for move in dealt.moves:
        seen.append(position.seen_move(move, seat))
        position = position.after(move)
        views.append(position.seen_by(seat))
    piles = hidden_piles(match, seat)
    places = [place for pile in piles for place in pile]
    found: set[str] = set()
    for cards in arrangements([dealt.pack[place] for place in places], [len(pile) for pile in piles]):
        pack = dealt.pack[:]
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
        world = game.deal.start(pack, dealt.dealer, match.number, options)
        for end in replays(world, dealt.moves, seen, views, seat):
            found.add(canonical(end, UNORDERED.get(game.name, ())))
    return found


def replays(world: Deal, moves: list[Move], seen: list[Move], views: list[Deal], seat: Seat) -> Iterator[Deal]:
    """Replays moves that look like those seen, one's own as they were; yields the deals that always look alike."""
    if views[0] != world.seen_by(seat):
        return
    if not moves:
        yield world
        return
    for move in world.legal_moves():
        if seen[0] == world.seen_move(move, seat) and (world.turn != seat or move == moves[0]):
            yield from replays(world.after(move), moves[1:], seen[1:], views[1:], seat)


def check_worlds(match: Match, seat: Seat, rng: random.Random) -> int:
    """Checks that a seat samples uniformly from the worlds that fit, and gets their number."""
    expected = worlds_by_definition(match, seat)
    if len(expected) > MOST_WORLDS:
        return len(expected)
    view, unordered = match.view(seat), UNORDERED.get(match.game.name, ())
    found = Counter(canonical(view.sample(rng), unordered) for _ in range(DRAWS_PER_WORLD * len(expected)))
    assert_uniform(found, expected)
    return len(expected)


# Hearts, where rivals remember what they passed, has tests of its own below.
ENUMERATED = [
    *(settings_of(game)[0] for game in TOYS.values()),
    *(setting for game in GAMES.values() if game is not HEARTS for setting in settings_of(game)[:2]),
]


@pytest.mark.slow
@pytest.mark.parametrize("setting", ENUMERATED, ids=str)
def test_worlds_are_those_that_fit(setting: Setting) -> None:
    """A seat samples uniformly from the worlds that fit, at every step where they can be enumerated."""
    rng = random.Random(f"worlds of {setting}")
    sizes: list[int] = []
    for round_ in range(200):
        match, checks = setting.match(f"worlds {round_}"), MOST_CHECKS
        for deal, _ in plies(match, rng, 1):
            seat = int(rng.random() * len(setting.seats))
            if checks and deal.phase and 1 < number_of_arrangements(hidden_piles(match, seat)) <= MOST_ARRANGEMENTS:
                sizes.append(check_worlds(match, seat, rng))
                checks -= 1
        if round_ >= 3 and sum(10 < size <= MOST_WORLDS for size in sizes) >= 2:
            return
    pytest.fail(f"too few positions to enumerate: {sizes}")


@pytest.mark.slow
def test_hearts_endings(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Hearts without a pass, near the end, the worlds are those in which every play was legal; they are counted."""
    made: list[Allotment] = []

    class Spy(Allotment):
        def __init__(self, room: Sequence[int], homes: dict[Card, tuple[int, ...]]) -> None:
            super().__init__(room, homes)
            made.append(self)

    monkeypatch.setattr("tapisvert.deal.Allotment", Spy)
    rng = random.Random("hearts endings")
    sizes = []
    for round_ in range(8):
        match = no_pass_match(round_)
        for deal, _ in plies(match, rng, 1):
            seat = int(rng.random() * 4)
            if deal.phase and 1 < number_of_arrangements(hidden_piles(match, seat)) <= 100:
                sizes.append(check_worlds(match, seat, rng))
                assert sizes[-1] == made[-1].ways
    assert max(sizes) >= 60
    assert len(set(sizes)) > 10, "voids must have narrowed the worlds down"


def no_pass_match(seed: object) -> Match:
    """Gets a match of Hearts whose first deal is not passed."""
    match = Setting(HEARTS, HEARTS.options()).match(seed)
    match.number = 3
    return match


# ---------------------------------------------------------------------- what is known beside what is seen


def test_sealed_announcements_are_honoured() -> None:
    """A run that lost the comparison was held, and was the lower one; one that won is known to all."""
    match = partners_match("JC QC JD JS QS KS QH KH AH KC AC QD AS AD JH KD")
    play_moves(match, "take,JC,announce run KS,JS,announce run AH,QH,KC")
    view = match.view(0).deal
    assert {parse_card("KH"), parse_card("AH")} < set(cards_in(view, ["hands"]))
    assert [[], [HIDDEN - 1], [], []] == view.to_json()["declared"]
    assert check_worlds(match, 0, random.Random("announced")) > 10


def test_cancelled_announcements_are_honoured() -> None:
    """When equal runs cancel each other, every world holds two equal ones."""
    match = partners_match("JC QC JD JS QS KS QH KH JH KC AC QD AD AS AH KD")
    play_moves(match, "take,JC,announce run KS,JS,announce run KH,QH,KC,AC,QC,QS,KH")
    assert [[], [HIDDEN - 1], [HIDDEN - 1], []] == match.view(0).deal.to_json()["declared"]
    assert check_worlds(match, 0, random.Random("cancelled")) > 1


def partners_match(pack: str) -> Match:
    """Gets a match of Partners with a given first pack; seat 0 is eldest."""
    match = Setting(PARTNERS, PARTNERS.options()).match("given")
    match.next_deal(PARTNERS.parse_pack(pack, match.options), 3)
    return match


def hearts_deal(seed: object, number: int) -> Match:
    """Gets a match of Hearts about to play its *number*-th deal."""
    match = Setting(HEARTS, HEARTS.options()).match(seed)
    match.number = number - 1
    match.next_deal()
    return match


def passed(seed: object, number: int) -> Match:
    """Gets a match of Hearts whose *number*-th deal has been passed, at random."""
    match, rng = hearts_deal(seed, number), random.Random(f"passed {seed}")
    while match.deal is not None and match.deal.phase == Phase.PASS:
        match.push(random_move(match.deal, rng))
    return match


def world_of(match: Match, seat: Seat, rng: random.Random) -> HeartsDeal:
    """Samples a world of Hearts."""
    world = match.view(seat).sample(rng)
    assert isinstance(world, HeartsDeal)
    return world


def test_worlds_while_passing() -> None:
    """While cards are passed every unseen card is in each rival's hand alike, and two together as often as due."""
    match, rng = hearts_deal("passing", 1), random.Random("passing")
    play_moves(match, " ".join(HEARTS.deal.card_names[card] for card in hearts_hand(match, 0)[:3]))
    places: Counter[tuple[Seat, Seat]] = Counter()
    cells: Counter[tuple[Card, Seat]] = Counter()
    unseen = [card for card in range(52) if card not in hearts_hand(match, 1)]
    for _ in range(4000):
        world = world_of(match, 1, rng)
        where = {card: seat for seat, hand in enumerate(world.hands) for card in hand}
        places[where[unseen[0]], where[unseen[1]]] += 1
        cells.update((card, where[card]) for card in unseen)
    rivals = (0, 2, 3)
    assert_shares(places, {(a, b): 12 / 38 / 3 if a == b else 13 / 38 / 3 for a in rivals for b in rivals})
    assert_uniform(cells, product(unseen, rivals))


def hearts_hand(match: Match, seat: Seat) -> list[Card]:
    """Gets a seat's hand in a match of Hearts."""
    assert isinstance(match.deal, HeartsDeal)
    return match.deal.hands[seat]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_passed_cards_are_known(number: int) -> None:
    """A card passed lies with its receiver, in every world of the giver, until it is played."""
    match, rng = passed("known", number), random.Random("known")
    assert isinstance(match.deal, HeartsDeal)
    for seat in range(4):
        gave, receiver = match.deal.gave[seat], (seat + number) % 4
        for _ in range(20):
            assert set(gave) <= set(world_of(match, seat, rng).hands[receiver])
        shown = match.view(seat).deal.to_json()["hands"][receiver]
        assert set(gave) | {TWO_OF_CLUBS} >= {card for card in shown if card >= 0} >= set(gave)
    opener = match.deal.opener
    assert all(TWO_OF_CLUBS in world_of(match, seat, rng).hands[opener] for seat in range(4))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_worlds_could_have_been_dealt(number: int) -> None:
    """A world replayed from its own deal and its own passes shows the seat the same view at every ply."""
    rng = random.Random(f"dealt {number}")
    for seed in range(4):
        match = hearts_deal(seed, number)
        moves = [move for _, move in plies(match, rng, 1) if move is not None]
        length, seat = int(rng.random() * 52) + (12 if number < 4 else 0), int(rng.random() * 4)
        match = hearts_deal(seed, number)
        deal = match.deal
        views, truths = [], []
        for move in moves[:length]:
            assert deal is not None
            views.append(deal.seen_by(seat))
            truths.append((deal.turn, move))
            match.push(move)
        world = world_of(match, seat, rng)
        replayed = undealt(world, match)
        for view, (turn, move) in zip(views, truths, strict=True):
            assert view == replayed.seen_by(seat)
            passing = replayed.phase == Phase.PASS and turn != seat
            replayed.push(world.gave[turn][len(replayed.passed[turn])] if passing else move)
        assert match.view(seat).deal == replayed.seen_by(seat)
        assert canonical(world) == canonical(replayed)


def undealt(world: HeartsDeal, match: Match) -> HeartsDeal:
    """Deals the cards that a world's seats must have held before anything was passed or played."""
    hands = []
    for seat in range(4):
        held = [*world.hands[seat], *world.played_by(seat)]
        first = [card for card in held if card not in world.received[seat]] + world.gave[seat]
        # The order dealt is known of one's own hand.
        hands.append(sorted(first, key=match.deals[-1].pack.index))
    pack = [hands[(1 + place) % 4][place // 4] for place in range(52)]
    return HeartsDeal.start(pack, 0, match.number, match.options)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_memory_is_uniform(number: int) -> None:
    """What rivals passed one another is any three of the receiver's thirteen cards, each alike."""
    match, rng = passed("memory", number), random.Random("memory")
    for _, move in plies(match, rng, 1):
        if move is not None and match.ply == 12 + 48:
            break
    seat = 0
    giver = next(s for s in range(4) if s != seat and (s + number) % 4 != seat)
    receiver = (giver + number) % 4
    memories: Counter[tuple[Card, ...]] = Counter()
    hands: Counter[tuple[Card, ...]] = Counter()
    for _ in range(9000):
        world = world_of(match, seat, rng)
        held = sorted(world.hands[receiver] + world.played_by(receiver))
        assert 13 == len(held)
        assert world.gave[giver] == world.received[receiver]
        memories[tuple(held.index(card) for card in sorted(world.received[receiver]))] += 1
        hands[tuple(world.hands[receiver])] += 1
    assert_uniform(memories, combinations(range(13), 3))
    assert_uniform(hands, hands)


def test_memory_reaches_back() -> None:
    """In mid-deal what was passed may have been played: as many of the three as fall among six played of thirteen."""
    match, rng = passed("reaches back", 1), random.Random("reaches back")
    for _, move in plies(match, rng, 1):
        if move is not None and match.ply == 12 + 24:
            break
    found: Counter[int] = Counter()
    for _ in range(3000):
        world = world_of(match, 0, rng)
        found[len(set(world.received[2]) & set(world.played_by(2)))] += 1
    assert_shares(found, {k: comb(6, k) * comb(7, 3 - k) / comb(13, 3) for k in range(4)})


def test_first_trick_ban_tells_of_the_hand() -> None:
    """Who lays a penalty on trick 1 has nothing else; who leads an unbroken heart has hearts alone."""
    hearts = [card for card in range(52) if SUIT[card] == Suit.HEARTS]
    others = [card for card in range(52) if SUIT[card] != Suit.HEARTS and card != QUEEN_OF_SPADES]
    penalties = [*hearts[:12], QUEEN_OF_SPADES]
    rest = [hearts[12], *others]
    hands = [rest[0:13], penalties, rest[13:26], rest[26:39]]
    pack = [hands[(1 + place) % 4][place // 4] for place in range(52)]
    match = Setting(HEARTS, HEARTS.options()).match("ban")
    match.number = 3
    match.next_deal(pack, 0)
    play_moves(match, "2C 2H")
    assert sorted(set(others)) == match.lacks[1]


# ---------------------------------------------------------------------- announcements of Belote

ANNOUNCING = Setting(BELOTE, BELOTE.options(announcements=True))


def announced(seed: object, rng: random.Random) -> Match | None:
    """Plays a deal of Belote with announcements to the end of trick 1; None if nothing hidden was announced."""
    match = ANNOUNCING.match(seed)
    for deal, _ in plies(match, rng, 1):
        assert isinstance(deal, BeloteDeal)
        if deal.winners:
            return match if any(deal.declared) else None
    return None


@pytest.mark.slow
def test_hidden_announcements_to_the_end() -> None:
    """Towards the end of a deal of Belote, the worlds hold what was announced and lost, or cancelled."""
    rng, sizes = random.Random("hidden announcements"), []
    for seed in range(400):
        match = announced(seed, rng)
        if match is None or not isinstance(match.deal, BeloteDeal):
            continue
        seat = next(s for s in range(4) if any(match.deal.declared[r] for r in range(4) if r != s))
        while match.deal.phase:
            if 1 < number_of_arrangements(hidden_piles(match, seat)) <= 90:
                sizes.append(check_worlds(match, seat, rng))
            match.push(random_move(match.deal, rng))
        if sum(size > 3 for size in sizes) >= 12:
            return
    pytest.fail(f"too few positions: {sizes}")


def by_rejection(match: Match, seat: Seat, rng: random.Random, wanted: int) -> Counter[str]:
    """Counts, in deals at random that fit the view, what each rival announced: the reference, plain and slow."""
    deal, dealt = match.deal, match.deals[-1]
    assert isinstance(deal, BeloteDeal)
    piles = hidden_piles(match, seat)
    places = [place for pile in piles for place in pile]
    position = BELOTE.deal.start(dealt.pack, dealt.dealer, match.number, match.options)
    views, seen = [position.seen_by(seat)], []
    for move in dealt.moves:
        seen.append(position.seen_move(move, seat))
        position = position.after(move)
        views.append(position.seen_by(seat))
    found: Counter[str] = Counter()
    while sum(found.values()) < wanted:
        cards = [dealt.pack[place] for place in places]
        shuffle(cards, rng)
        pack = dealt.pack[:]
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
        world = BELOTE.deal.start(pack, dealt.dealer, match.number, match.options)
        for end in replays(world, dealt.moves, seen, views, seat):
            found[repr(end.to_json()["declared"])] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize("calls", ["take,announce tierce QS,QS", "take,announce tierce QS,QS,announce tierce QH,7S"])
def test_announcements_in_the_first_trick(calls: str) -> None:
    """Before the announcements are compared, they are imagined as often as in deals at random that fit."""
    hands = ["QS JS TS 7D 8D 9C KC AC", "QH JH TH 7S 8H 9D KD AD", "7C 8C TC JC QC 7H 9H KH", "8S 9S KS AS TD JD QD AH"]
    split = [hand.split() for hand in hands]
    packets = [card for hand in split for card in hand[:3]] + [card for hand in split for card in hand[3:5]]
    rest = [split[0][5:7], *(hand[5:8] for hand in split[1:])]
    pack = " ".join([*packets, split[0][7], *(card for packet in rest for card in packet)])
    match = ANNOUNCING.match("first trick")
    match.next_deal(BELOTE.parse_pack(pack, match.options), 3)
    play_moves(match, calls)
    rng, draws = random.Random(f"first trick {calls}"), 1500
    for seat in (1, 2):
        view = match.view(seat)
        ours = Counter(repr(view.sample(rng).to_json()["declared"]) for _ in range(draws))
        theirs = by_rejection(match, seat, rng, draws)
        cells = [cell for cell in ours | theirs if ours[cell] + theirs[cell] >= 10]
        # Two samples of one size: the statistic for equal shares.
        square = sum((ours[cell] - theirs[cell]) ** 2 / (ours[cell] + theirs[cell]) for cell in cells)
        assert len(cells) > 3
        assert square <= len(cells) + 5 * (2 * len(cells)) ** 0.5 + 5


# ---------------------------------------------------------------------- the exposed hand of Solo Whist


@pytest.mark.slow
def test_exposed_hand() -> None:
    """In a Misère Ouverte the others share out what is neither played nor exposed; the turned-up card stays put."""
    rng, sizes = random.Random("exposed"), []
    setting = settings_of(SOLO_WHIST)[0]
    for seed in range(300):
        match = setting.match(f"exposed {seed}")
        deal = match.next_deal()
        play_moves(match, "misere_ouverte,pass,pass,pass")
        assert isinstance(deal, SoloWhistDeal)
        seat = next(s for s in range(4) if s != deal.declarers[0])
        while deal.phase:
            if deal.winners and 1 < number_of_arrangements(hidden_piles(match, seat)) <= 70:
                assert set(deal.hands[deal.declarers[0]]) <= set(cards_in(match.view(seat).deal, ["hands"]))
                sizes.append(check_worlds(match, seat, rng))
            match.push(policy_of(deal)(deal, deal.legal_moves(), rng.random))
        if sum(size > 5 for size in sizes) >= 4:
            return
    pytest.fail(f"too few positions: {sizes}")
