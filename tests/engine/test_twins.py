"""Twin deals: two that differ only in what one seat cannot see look alike to it, for as long as it sees the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tapisvert.bots.service import make_request, parse_request
from tapisvert.cards import Card
from tapisvert.game import Move, Phase, Seat
from tapisvert.games.hearts import HEARTS, TWO_OF_CLUBS, HeartsDeal, Options
from tapisvert.match import Match
from tapisvert.narration import narrate
from tapisvert.view import View
from tests.helpers import Setting, cards_in, play_moves, random_move
from tests.toys.partners import PARTNERS, SEALED

PAIRS = 60
"""Pairs of deals for each setting."""


def twin_packs(setting: Setting, rng: random.Random, seat: Seat, dealer: Seat) -> tuple[list[Card], list[Card]]:
    """Gets two packs that look alike to *seat* once dealt: unseen cards change places where their backs are alike."""
    game, options = setting.game, setting.options
    pack = game.next_pack(options, None, 1, rng)
    deal = game.deal.start(pack, dealer, 1, options)
    seen = set(cards_in(deal.seen_by(seat)))
    backs: dict[Card, list[int]] = {}
    for place, card in enumerate(pack):
        if card not in seen:
            backs.setdefault(deal.back(card), []).append(place)
    other = pack[:]
    for _ in range(1 + int(rng.random() * 4)):
        places = rng.choice([places for places in backs.values() if len(places) > 1])
        a, b = rng.sample(places, 2)
        other[a], other[b] = other[b], other[a]
    return pack, other


def told(match: Match, move: Move, seat: Seat) -> tuple[Any, ...]:
    """Gets what *seat* is meant to see of a move: the move as seen, what is told of it, and the cards face up to it."""
    deal = match.deal
    assert deal is not None
    after = deal.after(move)
    views = [View(seat, d.seen_by(seat), [], [], match.options) for d in (deal, after)]
    seen = deal.seen_move(move, seat)
    own = [getattr(after, name)[seat] for name in after.private]
    others = [[c for s, c in enumerate(getattr(after, name)) if s != seat] for name in after.blind]
    return seen, narrate(views[0], seen, views[1]), cards_in(after, after.public), own, others


def twins(setting: Setting, seed: object) -> Iterator[tuple[Seat, Match, Match]]:
    """
    Plays two deals that look alike to a seat, with moves that look alike to it; yields them at every step.

    Stops when no two moves look alike, or when the deal is over.
    """
    rng = random.Random(f"twins {seed}")
    seat = int(rng.random() * len(setting.seats))
    dealer = int(rng.random() * len(setting.seats)) if setting.game.first_dealer is None else 0
    one, two = setting.match(seed), setting.match(seed)
    for match, pack in zip((one, two), twin_packs(setting, rng, seat, dealer), strict=True):
        match.next_deal(pack, dealer)
    same = [rng.random() < 3 / 4 for _ in setting.seats]
    while one.deal is not None:
        yield seat, one, two
        moves = alike(one, two, seat, same[one.deal.turn], rng)
        if moves is None:
            return
        one.push(moves[0])
        two.push(moves[1])


def alike(one: Match, two: Match, seat: Seat, prefers_same: bool, rng: random.Random) -> tuple[Move, Move] | None:
    """Chooses a move for each twin that *seat* sees alike, the same or rather another; None if there is none."""
    ours, theirs = one.deal, two.deal
    assert ours is not None
    assert theirs is not None
    moves, others = ours.legal_moves()[:], theirs.legal_moves()[:]
    rng.shuffle(moves)
    rng.shuffle(others)
    for move in moves:
        for other in sorted(others, key=lambda m: (m == move) != prefers_same):
            if (move == other or ours.turn != seat) and told(one, move, seat) == told(two, other, seat):
                return move, other
    return None


def test_twins_look_alike(setting: Setting) -> None:
    """A view, its legal moves and what was ruled out are the same in twin deals, at every step."""
    steps = differing = 0
    for seed in range(PAIRS):
        for seat, one, two in twins(setting, seed):
            view = one.view(seat)
            assert view == two.view(seat)
            assert view.legal_moves() == two.view(seat).legal_moves()
            steps += 1
            differing += one.deal != two.deal
    assert differing > PAIRS
    assert steps > 2 * PAIRS


def test_twins_imagine_alike(setting: Setting) -> None:
    """A world sampled with the same chance is the same in twin deals: nothing hidden steers it."""
    for seed in range(PAIRS // 4):
        for seat, one, two in twins(setting, seed):
            if one.ply % 4 == 0 and one.deal is not None and one.deal.phase:
                worlds = [match.view(seat).sample(random.Random(seed)) for match in (one, two)]
                assert worlds[0] == worlds[1]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("rival", range(4))
def test_sealed_passes_look_alike(rival: Seat, number: int) -> None:
    """Nobody sees which cards a rival passes in Hearts; when all have passed, the receiver alone does."""
    rng = random.Random(f"{rival}/{number}")
    for _ in range(10):
        one = HEARTS.deal.start(HEARTS.next_pack(Options(), None, 1, rng), 0, number, Options())
        assert isinstance(one, HeartsDeal)
        two, watchers = one.copy(), [seat for seat in range(4) if seat != rival]
        if TWO_OF_CLUBS in one.hands[rival]:
            continue
        choices = one.hands[rival][:]
        while one.phase == Phase.PASS:
            assert [one.seen_by(seat) for seat in (None, *watchers)] == [
                two.seen_by(seat) for seat in (None, *watchers)
            ]
            if one.turn == rival:
                one.push(choices.pop(0))
                two.push(choices.pop())
            else:
                move = random_move(one, rng)
                one.push(move)
                two.push(move)
        receiver = (rival + number) % 4
        assert [receiver] == [seat for seat in watchers if one.seen_by(seat) != two.seen_by(seat)]
        assert one.seen_by(None) == two.seen_by(None)


def test_sealed_announcements_look_alike() -> None:
    """A sealed announcement shows its kind alone, and after trick 1 only if it scores."""
    hands = {0: "JC QC KC AC", 1: "JD QD KD AD", 2: "JH QH KH AH", 3: "JS QS KS AS"}
    packed = [PARTNERS.deal.parse_move(name) for s in range(4) for name in hands[s].split()[:3]]
    rest = [PARTNERS.deal.parse_move(name) for name in ("AC", "AD", "AH", "AS")]
    match = Setting(PARTNERS, PARTNERS.options()).match("sealed")
    match.next_deal(packed + rest, 3)
    twin = Setting(PARTNERS, PARTNERS.options()).match("sealed")
    twin.next_deal(packed + rest, 3)
    for m, height in ((match, "AC"), (twin, "KC")):
        play_moves(m, f"take,announce run {height}")
        assert m.deal is not None
        assert SEALED == m.deal.seen_move(m.deal.parse_move(f"announce run {height}"), 1)
    for seat in (None, 1, 2, 3):
        assert match.view(seat).deal == twin.view(seat).deal
    assert match.view(0).deal != twin.view(0).deal
    for m in (match, twin):
        play_moves(m, "AC JD JH JS")
    shown = [m.deal.to_json()["shown"] for m in (match, twin) if m.deal is not None]
    assert [["announce run AC"], ["announce run KC"]] == [[PARTNERS.deal.move_name(s) for s in row[0]] for row in shown]


# ---------------------------------------------------------------------- what is sent to the bots


@pytest.mark.usefixtures("with_toys")
def test_twins_are_asked_alike(setting: Setting) -> None:
    """The message that asks a bot for a move is the same in twin deals, and holds the view: no more is sent."""
    for seed in range(PAIRS // 2):
        for seat, one, two in twins(setting, seed):
            if one.view(seat).legal_moves():
                texts = [message(match, seat) for match in (one, two)]
                assert texts[0] == texts[1]
                assert one.view(seat) == parse_request(texts[0]).view


def message(match: Match, seat: Seat) -> str:
    """Gets the text that asks a bot for a move."""
    return make_request(
        id="1",
        build="test",
        game=match.game,
        options=match.options,
        view=match.view(seat),
        level="medium",
        seed="seed",
        worlds=10,
        deadline_ms=None,
    )
