"""Belote: "Belote!", what plays give away, scores and the end of the match."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from tapisvert.cards import SUIT_LETTERS
from tapisvert.game import Event, IllegalMoveError, Seat
from tapisvert.games.belote import BELOTE, BeloteDeal, Options
from tapisvert.games.belote.deal import by_side
from tapisvert.games.belote.rules import (
    PACK,
    match_winner,
)
from tapisvert.games.belote.scores import Manche, side_scores
from tapisvert.match import Match
from tests.engine.plain_belote import (
    ALL_CARDS,
    ANNOUNCING,
    HANDS,
    SOLID,
    allowed,
    announceable,
    arranged,
    cards,
    move,
    moves_named,
    names,
    pack_of,
    play_out,
    played,
    recount,
    scored,
    taken_deal,
    winner_of_match,
    winners_of,
)
from tests.helpers import Setting, play_moves, plies, random_move

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
    assert expected == side_scores(Manche(takers, points, tricks, belote, announced))
    other_belote = belote if belote < 0 else 1 - belote
    turned = Manche(1 - takers, points[::-1], tricks[::-1], other_belote, announced[::-1])
    assert expected[::-1] == side_scores(turned)


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
    assert by_81 == side_scores(Manche(0, points, [4, 4], belote, announced))
    assert by_majority == side_scores(Manche(0, points, [4, 4], belote, announced, majority=True))


POSSIBLE_TRICKS = {0: (0, 1, 4, 7), 162: (1, 4, 7, 8)}
"""Some numbers of tricks, by points: none and all go with no points and all of them."""


@pytest.mark.parametrize("majority", [False, True])
def test_scores_told_plainly(majority: bool) -> None:
    """Whatever the sides made, each scores what the rules told plainly give it."""
    for takers in (0, 1):
        for ours in range(0, 163, 3):
            for belote in (-1, 0, 1):
                for announced in ([0, 0], [25, 0], [0, 75], [200, 0]):
                    for won in POSSIBLE_TRICKS.get(ours, (1, 4, 7)):
                        points, tricks = [ours, 162 - ours], [won, 8 - won]
                        expected = scored(takers, points, tricks, belote, announced, majority).split()[1:]
                        found = side_scores(Manche(takers, points, tricks, belote, announced, majority))
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
