"""What every game promises, checked for all games and options at every step of random play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapisvert.cards import EMPTY
from tapisvert.game import Deal, Event, IllegalMoveError, InvalidMoveError, InvalidRecordError, Move, Phase, Refusal
from tapisvert.match import Match
from tapisvert.narration import narrate
from tapisvert.view import View
from tests.helpers import ALL_SETTINGS, Setting, cards_in, play_on, plies, random_move, seen_cards, settings_of
from tests.toys import ALL_GAMES
from tests.values import VALUES, drop, paths, put

DEALS = 5
"""Deals played at least; Hearts passes left, across, right and not at all."""


def steps(setting: Setting) -> Iterator[tuple[Match, Deal, Move | None]]:
    """Plays some deals at random, in as many matches as that takes, and yields every position and its move."""
    rng = random.Random(f"contract {setting}")
    dealt = 0
    while dealt < DEALS:
        match = setting.match(f"contract {dealt}")
        for deal, move in plies(match, rng, DEALS):
            yield match, deal, move
        dealt += match.index


def every_move(deal: Deal) -> range:
    """Lists all move numbers, and some on either side that are none."""
    return range(-3, len(deal.move_names) + 3)


def some_moves(match: Match, deal: Deal) -> Iterator[Move]:
    """Lists move numbers to try at this ply: all of them, or in a game with many a part, another at each ply."""
    parts = 1 + len(deal.move_names) // 60
    yield from every_move(deal)[match.ply % parts :: parts]


def test_whole_pack_lies_in_declared_places(setting: Setting) -> None:
    """Every card of the pack lies in exactly one declared place, at every step."""
    pack = sorted(setting.game.pack(setting.options))
    for _, deal, _ in steps(setting):
        assert pack == sorted(cards_in(deal))
        assert pack == sorted(deal.cards())


def test_fields_are_plain(setting: Setting) -> None:
    """A deal's fields are ints, bools and lists of (lists of) ints, as their annotations say."""
    for _, deal, _ in steps(setting):
        for value in deal.to_json().values():
            assert isinstance(value, int | list)
            rows = value if type(value) is list else []
            flat = [v for row in rows for v in (row if type(row) is list else [row])]
            assert all(isinstance(v, int) and type(v) is not bool for v in flat)
        assert list(deal.to_json()) == [spec.name for spec in fields(deal)]


def test_round_trip_through_text(setting: Setting) -> None:
    """A deal, and each view of it, comes back from its JSON text equal."""
    for _, deal, _ in steps(setting):
        for shown in (deal, *(deal.seen_by(seat) for seat in (None, *setting.seats))):
            assert shown == type(deal).from_json(json.loads(json.dumps(shown.to_json())))
            assert shown == type(deal).from_json(shown.to_json())


def test_damaged_deals_are_refused(setting: Setting) -> None:
    """A deal with a field missing, of another type, or without one whole pack is no deal."""
    deal = next(steps(setting))[1]
    good = deal.to_json()
    first = next(spec.name for spec in fields(deal) if type(good[spec.name]) is list and good[spec.name])
    bad: list[Any] = [
        None,
        [],
        {},
        {**good, "more": 1},
        {**good, "turn": True},
        {**good, "turn": 9},
        {**good, "turn": -1},
    ]
    bad += [{**good, "phase": 99}, {**good, "phase": "1"}, {**good, first: []}, {**good, first: [[0.5]]}]
    bad += [{name: value for name, value in good.items() if name != left_out} for left_out in good]
    for data in bad:
        with pytest.raises(InvalidRecordError):
            type(deal).from_json(data)


@pytest.mark.parametrize("name", ALL_GAMES)
@given(data=st.data())
def test_mutated_deals(name: str, data: st.DataObject) -> None:
    """No mutation of a deal's JSON raises anything but the one error; what is read is written back alike."""
    game = ALL_GAMES[name]
    mutant = json.loads(json.dumps(game.deal.start(game.pack(game.options()), 0, 1, game.options()).to_json()))
    path = data.draw(st.sampled_from(paths(mutant)))
    (drop(*path) if data.draw(st.booleans()) else put(*path, value=data.draw(VALUES)))(mutant)
    try:
        deal = game.deal.from_json(mutant)
    except InvalidRecordError:
        return
    assert mutant == deal.to_json()


def test_copies_are_independent(setting: Setting) -> None:
    """A copy is equal, shares no list, and ``after`` changes the copy alone, and always something."""
    for _, deal, move in steps(setting):
        copy = deal.copy()
        assert copy == deal
        for spec in fields(deal):
            ours, theirs = getattr(deal, spec.name), getattr(copy, spec.name)
            assert ours is not theirs or type(ours) is not list
            if type(ours) is list and ours and type(ours[0]) is list:
                assert not {id(row) for row in ours} & {id(row) for row in theirs}
        if move is not None:
            after = deal.after(move)
            assert copy == deal
            assert after != deal


def test_legal_moves(setting: Setting) -> None:
    """Legal moves are distinct, and there are none exactly if the deal is over."""
    for _, deal, _ in steps(setting):
        moves = deal.legal_moves()
        assert bool(moves) == bool(deal.phase)
        assert len(moves) == len(set(moves))
        assert (deal.turn in deal.waiting()) == bool(deal.phase)


def test_refusal_and_legality_agree(setting: Setting) -> None:
    """A move is refused exactly if it is not legal, with a code and an anchor in the rules page."""
    for match, deal, _ in steps(setting):
        legal = deal.legal_moves()
        for move in some_moves(match, deal):
            refusal = deal.refusal(move)
            assert (refusal is None) == (move in legal)
            assert refusal is None or (refusal.code and refusal.anchor and str(refusal))


def test_push_refuses_without_a_trace(setting: Setting) -> None:
    """Pushing an illegal move raises its refusal and changes neither the deal nor the match."""
    for match, deal, _ in steps(setting):
        legal, before = deal.legal_moves()[:], deal.copy()
        lacks, scores = [cards[:] for cards in match.lacks], match.scores[:]
        for move in some_moves(match, deal):
            if move not in legal:
                with pytest.raises(IllegalMoveError) as raised:
                    match.push(move)
                assert deal.refusal(move) == raised.value.refusal
                with pytest.raises(IllegalMoveError):
                    deal.push(move)
        assert (before, lacks, scores) == (deal, match.lacks, match.scores)


def test_play_is_what_push_does(setting: Setting) -> None:
    """``push`` of a legal move does what ``play`` does, and only a finished deal refuses all."""
    for _, deal, move in steps(setting):
        if move is None:
            assert {"deal_over"} == {getattr(deal.refusal(m), "code", "") for m in every_move(deal)}
        else:
            pushed = deal.copy()
            pushed.push(move)
            assert deal.after(move) == pushed


def test_names_parse_back(setting: Setting) -> None:
    """Every move has a name of its own, which parses back; nothing else is a name."""
    deal = setting.game.deal
    names = [deal.move_name(move) for move in range(len(deal.move_names))]
    assert list(range(len(names))) == [deal.parse_move(name) for name in names]
    for name in ("", " ", names[0].lower() + "!", names[0] + " ", "QX", "\ud800"):
        with pytest.raises(InvalidMoveError):
            deal.parse_move(name)
    for _, position, _ in steps(setting):
        assert set(position.legal_moves()) <= set(range(len(names)))


def test_points_wait_for_the_end(setting: Setting) -> None:
    """A deal's points are zeros until it is over; then they are what the scores gain, partners alike."""
    sides = setting.game.sides(setting.options)
    for match, deal, move in steps(setting):
        points = deal.points()
        assert len(setting.seats) == len(points)
        if move is not None:
            assert [0] * len(setting.seats) == points
        else:
            assert points == match.deals[-1].points
            assert match.scores == [s + p for s, p in zip(match.scores_before, points, strict=True)]
            assert len(set(sides)) == len({(side, points[seat]) for seat, side in enumerate(sides)})


# ---------------------------------------------------------------------- what is seen


def test_views_hold_what_is_declared(setting: Setting) -> None:
    """A view shows public places, a seat's own, the others' blind ones and what it knows; all else is holes."""
    for _, deal, _ in steps(setting):
        for seat in (None, *setting.seats):
            view = deal.seen_by(seat)
            own = [name for name in deal.private if seat is not None]
            allowed = set(cards_in(deal, deal.public)) | set(deal.known(seat))
            allowed |= {card for name in own for card in getattr(deal, name)[seat]}
            for name in deal.blind if seat is not None else ():
                allowed |= {c for owner, cards in enumerate(getattr(deal, name)) if owner != seat for c in cards}
            assert {card for card in cards_in(view) if card >= 0} <= allowed
            assert len(cards_in(deal)) == len(cards_in(view))
            for name in deal.public:
                assert getattr(deal, name) == getattr(view, name)
            for name in own:
                assert getattr(deal, name)[seat] == getattr(view, name)[seat]
            for name in deal.memory:
                for owner, remembered in enumerate(getattr(view, name)):
                    expected = getattr(deal, name)[owner]
                    assert expected == remembered if owner == seat else all(card < 0 for card in remembered)


def test_views_know_their_own(setting: Setting) -> None:
    """What a seat knows, what it may do and whom the deal waits for follow from its view alone."""
    for match, deal, _ in steps(setting):
        assert [] == match.view(None).legal_moves()
        for seat in setting.seats:
            view = match.view(seat)
            assert set(deal.known(seat)) == set(view.deal.known(seat))
            assert (seat in deal.waiting()) == (seat in view.deal.waiting())
            if seat == deal.turn:
                assert sorted(deal.legal_moves()) == sorted(view.legal_moves())
            assert bool(view.legal_moves()) == (seat in deal.waiting())


def test_facts_are_public(setting: Setting) -> None:
    """What a move gives away follows from what a spectator sees: nothing hidden is asked."""
    for _, deal, move in steps(setting):
        if move is not None and deal.seen_move(move, None) == move:
            after = deal.after(move)
            assert deal.facts(move, after) == deal.seen_by(None).facts(move, after.seen_by(None))


def test_lacks_never_exclude_the_truth(setting: Setting) -> None:
    """No seat holds a card that its moves are said to have ruled out."""
    for match, deal, _ in steps(setting):
        for name in deal.private:
            for seat, cards in enumerate(getattr(deal, name)):
                assert not set(cards) & set(match.lacks[seat])


def test_sampled_worlds(setting: Setting) -> None:
    """A sampled world is whole, has no holes, looks the same to its seat, and honours what was ruled out."""
    rng = random.Random("worlds")
    pack = sorted(setting.game.pack(setting.options))
    for match, deal, _ in steps(setting):
        for seat in setting.seats:
            view = match.view(seat)
            world = view.sample(rng)
            assert pack == sorted(cards_in(world))
            assert all(card >= 0 for card in cards_in(world, world.memory))
            assert view.deal == world.seen_by(seat)
            for name in deal.private:
                assert not any(set(p) & set(view.lacks[s]) for s, p in enumerate(getattr(world, name)))
            if view.legal_moves():
                assert sorted(view.legal_moves()) == sorted(world.legal_moves())
            assert view.deal == deal.seen_by(seat), "sampling must leave the view alone"


def test_sampled_worlds_can_be_played(setting: Setting) -> None:
    """A sampled world, whoever imagined it and whenever, is played to its end by the rules."""
    rng = random.Random("playouts")
    pack = sorted(setting.game.pack(setting.options))
    for match, deal, _ in steps(setting):
        if match.ply % 12 == 0 and deal.phase:
            for seat in setting.seats:
                world = match.view(seat).sample(rng)
                while world.phase:
                    world.push(random_move(world, rng))
                assert pack == sorted(cards_in(world))
                assert {type(deal)} == {type(world)}


def test_a_sampler_repeats(setting: Setting) -> None:
    """The same view and the same chance give the same world."""
    for match, deal, _ in steps(setting):
        if deal.phase and match.ply % 7 == 0:
            one, two = (match.view(deal.turn).sample(random.Random(5)) for _ in range(2))
            assert one == two


def test_seen_moves_hide_what_is_sealed(setting: Setting) -> None:
    """The mover sees its move; the others see it, or a stand-in that is never legal."""
    for _, deal, move in steps(setting):
        if move is None:
            continue
        assert move == deal.seen_move(move, deal.turn)
        for seat in (None, *setting.seats):
            seen = deal.seen_move(move, seat)
            assert seen == move or seen not in deal.legal_moves()


def test_narration(setting: Setting) -> None:
    """What happened is told to each seat and to a spectator, without a card that it cannot see."""
    watchers = (None, *setting.seats)
    before: dict[int | None, View] = {}
    last: Move | None = None
    deal_before: Deal | None = None
    for match, deal, move in steps(setting):
        if last is not None and deal_before is not None:
            for watcher in watchers:
                after = match.view(watcher)
                events = narrate(before[watcher], deal_before.seen_move(last, watcher), after)
                check_events(events, before[watcher], after)
        before = {watcher: match.view(watcher) for watcher in watchers} if move is not None else {}
        last, deal_before = move, deal.copy()


def check_events(events: list[Event], before: View, after: View) -> None:
    """Checks that events are told of seats at the table, with cards seen before or after, points last."""
    seen = seen_cards(before.deal) | seen_cards(after.deal)
    assert {card for event in events for card in event.cards if card >= 0} <= seen
    assert EMPTY not in {card for event in events for card in event.cards}
    seats = range(len(after.scores))
    assert all(who is None or who in seats for event in events for who in (event.seat, event.to))
    assert all(event.code for event in events)
    told = [event.amount for event in events if event.code == "scored"]
    assert ([] if after.deal.phase else after.deal.points()) == told


# ---------------------------------------------------------------------- the match around it


def test_packs_fit(setting: Setting) -> None:
    """Every pack is a whole one, may follow the deal before, and comes back from its text."""
    game, options, rng = setting.game, setting.options, random.Random("packs")
    previous: Deal | None = None
    for _ in range(3):
        match = setting.match(rng.random())
        for deal, move in plies(match, rng, DEALS):
            if move is None:
                previous = deal
                pack = game.next_pack(options, previous, match.index + 1, rng)
                assert game.fits(options, previous, pack)
                assert pack == game.parse_pack(game.format_pack(pack), options)
    assert previous is not None


def test_bad_packs_are_unreadable(setting: Setting) -> None:
    """A pack with a card missing, repeated, unknown, or that is no text cannot be read."""
    game, options = setting.game, setting.options
    words = game.format_pack(game.pack(options)).split()
    for bad in ("", " ".join(words[1:]), " ".join([*words, words[0]]), " ".join([*words[1:], "??"]), None, 5, words):
        with pytest.raises(InvalidRecordError):
            game.parse_pack(bad, options)


def test_packs_do_not_depend_on_play(setting: Setting) -> None:
    """In a game shuffled for every deal, other moves under one seed meet the same packs and dealers."""
    matches = [play_on(setting.match("packs"), random.Random(seed), DEALS) for seed in ("one", "two")]
    one, two = ([(dealt.dealer, dealt.pack) for dealt in match.deals] for match in matches)
    assert matches[0].deals != matches[1].deals
    assert one[0] == two[0]
    if setting.game.shuffled:
        length = min(len(one), len(two))
        assert one[:length] == two[:length]


def test_dealers_and_numbers(setting: Setting) -> None:
    """The deal passes clockwise after every deal; only deals that count are numbered."""
    match, seats = setting.match("dealers"), len(setting.seats)
    number = 1
    for deal, move in plies(match, random.Random("dealers"), 8):
        assert number == match.number
        if move is None and setting.game.counts(deal):
            number += 1
    first = match.deals[0].dealer
    assert [(first + i) % seats for i in range(match.index)] == [dealt.dealer for dealt in match.deals]
    if setting.game.first_dealer is not None:
        assert setting.game.first_dealer == first


def test_a_match_ends(setting: Setting) -> None:
    """A match ends, places everybody by score, and then deals no more."""
    match = setting.match("whole")
    assert match.places is None
    assert setting.game.starting_scores(setting.options) == match.scores
    finished = [deal.copy() for deal, move in plies(match, random.Random("whole")) if move is None]
    assert match.is_over
    assert setting.game.length(setting.options) in (None, sum(map(setting.game.counts, finished)))
    assert [1 + sum(s > score for s in match.scores) for score in match.scores] == match.places
    with pytest.raises(IllegalMoveError, match="match over"):
        match.next_deal()


def test_no_deal_over_another(setting: Setting) -> None:
    """A deal in progress, another's turn to deal and an unfitting pack are refused."""
    match = setting.match("refused")
    with pytest.raises(IllegalMoveError, match="deal over"):
        match.push(0)
    with pytest.raises(ValueError, match="nothing has been dealt"):
        match.view(0)
    match.next_deal()
    with pytest.raises(IllegalMoveError, match="deal not over"):
        match.next_deal()
    play_on(match, random.Random("refused"), 1)
    while match.deal is not None and match.deal.phase:
        match.push(random_move(match.deal, random.Random(0)))
    if not match.is_over:
        with pytest.raises(IllegalMoveError, match="wrong dealer"):
            match.next_deal(dealer=match.deals[-1].dealer)
        bad = sorted(setting.game.pack(setting.options))
        if not setting.game.fits(setting.options, match.deal, bad):
            with pytest.raises(IllegalMoveError, match="wrong pack"):
                match.next_deal(pack=bad)
        assert 1 == match.index


def test_resumed_match_goes_on_alike(setting: Setting) -> None:
    """The chance of a deal comes from (seed, index) alone, so a match replayed meets the same packs."""
    whole = play_on(setting.match("resume"), random.Random("resume"))
    again = setting.match("resume")
    for dealt in whole.deals:
        again.next_deal()
        assert (dealt.dealer, dealt.pack) == (again.deals[-1].dealer, again.deals[-1].pack)
        for move in dealt.moves:
            again.push(move)
    assert (whole.scores, whole.places, whole.deals) == (again.scores, again.places, again.deals)


# ---------------------------------------------------------------------- options


@pytest.mark.parametrize("name", ALL_GAMES)
def test_options(name: str) -> None:
    """Options are frozen, have a default and a meaning each, and read what they write, and nothing else."""
    game = ALL_GAMES[name]
    for setting in settings_of(game):
        options = setting.options
        assert options == game.read_options(json.loads(json.dumps(game.options_json(options))))
        for spec in fields(options):
            value = getattr(options, spec.name)
            assert value == game.parse_option(spec.name, str(value).lower() if value in (True, False) else str(value))
            assert spec.metadata["doc"].endswith(".")
            assert spec.default == spec.metadata["values"][0]
            with pytest.raises((FrozenInstanceError, AttributeError)):
                setattr(options, spec.name, value)
            bad_values: list[Any] = [None, [], "no such value", 1.5, {}]
            for bad in bad_values:
                with pytest.raises(InvalidRecordError, match=spec.name):
                    game.read_options({spec.name: bad})
            with pytest.raises(InvalidRecordError):
                game.parse_option(spec.name, "no such value")
        assert options == replace(options)
    bad_options: list[Any] = [None, [], "length", {"no_such_option": 1}]
    for options in bad_options:
        with pytest.raises(InvalidRecordError):
            game.read_options(options)
    with pytest.raises(InvalidRecordError):
        game.parse_option("no_such_option", "1")


def test_defaults_come_first() -> None:
    """The default options are the first value of each, and every game is played at least at two tables or more."""
    for game in ALL_GAMES.values():
        assert game.options() == settings_of(game)[0].options == game.read_options({})
    assert {2, 3, 4, 5} == {len(setting.seats) for setting in ALL_SETTINGS}


def test_refusals_read_well() -> None:
    """A refusal's text is its code with the suit or card meant."""
    assert "must follow hearts" == str(Refusal("must_follow", "following", suit="hearts"))
    assert "must lead 2C" == str(Refusal("must_lead", "first-lead", card="2C"))
    assert [0, 1, 2, 3, 4, 5, 6, 7] == [int(phase) for phase in Phase]
