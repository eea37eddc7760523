"""The rules of Belote as tables and pure functions: values, legal cards, calls, announcements, the end of a match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...cards import CARD_NAMES, PACK_52, RANK_LETTERS, SUIT_LETTERS, SUIT_NUMBER, Card, Suit
from ...game import Move, choice
from ...tricks import NO_TRUMP, powers, winner

SEATS = 4
SIDES = [0, 1, 0, 1]
HAND = 8
TRICKS = 8
RANKS = "789TJQKA"
"""The natural order, weakest first: what counts for announcements."""
PACK: tuple[Card, ...] = tuple(card for card in PACK_52 if RANK_LETTERS[card % 13] in RANKS)
POWERS = powers("789JQKTA", "78QKTA9J")
PLAIN_VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_VALUES = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
VALUES: list[list[int]] = [
    [(TRUMP_VALUES if SUIT_NUMBER[c] == trump else PLAIN_VALUES).get(RANK_LETTERS[c % 13], 0) for c in PACK_52]
    for trump in (*Suit, NO_TRUMP)
]
"""The points of each card, by trump suit."""
LAST_TRICK = 10
BELOTE = 20
NEEDED = 81
"""What the takers' whole total must reach."""
CAPOT = 252
ALL_POINTS = 162
SHUFFLE_CYCLE = 6
CUTS = range(8, 25)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    announcements: bool = choice(False, True, doc="Whether runs and fours of a kind are announced and score.")
    target: int = choice(1001, 501, 2001, doc="The score that wins the match.")
    contract: str = choice("81", "majority", doc="What the takers need: 81 points, or as many as the defence.")
    stake: int = choice(0, 10, 50, 100, doc="The points each player of the losing side pays one of the winners.")


def card_of(rank: str, suit: int) -> Card:
    """
    Gets the card of a rank's letter and a suit.

    >>> CARD_NAMES[card_of("K", Suit.HEARTS)]
    'KH'
    """
    return 13 * suit + RANK_LETTERS.index(rank)


BELOTE_CARDS: list[tuple[Card, ...]] = [*((card_of("K", suit), card_of("Q", suit)) for suit in Suit), ()]
"""King and queen of trumps, by trump suit."""


def is_shuffled(manche: int) -> bool:
    """
    Tells whether the pack of a manche is shuffled, and not only cut.

    >>> [manche for manche in range(1, 15) if is_shuffled(manche)]
    [1, 7, 13]
    """
    return manche % SHUFFLE_CYCLE == 1


# ---------------------------------------------------------------------- calls

PASS, TAKE = 52, 53
TAKE_SUIT = 54
"""The first of four calls that name a suit in the second round, by suit."""
CALL_NAMES = ("pass", "take", *SUIT_LETTERS)


def legal_calls(calls: Sequence[Move], turned_suit: int) -> list[Move]:
    """
    Lists the legal calls after *calls*; none once the auction is over.

    >>> legal_calls([PASS] * 4, Suit.HEARTS) == [PASS, TAKE_SUIT + 0, TAKE_SUIT + 1, TAKE_SUIT + 3]
    True
    """
    if (calls and calls[-1] != PASS) or len(calls) == 2 * SEATS:
        return []
    if len(calls) < SEATS:
        return [PASS, TAKE]
    return [PASS, *(TAKE_SUIT + suit for suit in Suit if suit != turned_suit)]


def trump_called(call: Move, turned_suit: int) -> int:
    """Gets the trump suit that a *call* other than a pass makes."""
    return turned_suit if call == TAKE else call - TAKE_SUIT


# ---------------------------------------------------------------------- legal cards


def legal_cards(hand: list[Card], trick: Sequence[Card], trump: int) -> list[Card]:
    """
    Lists the cards of *hand* that may be played to *trick*.

    Follow suit; without the suit, ruff unless the partner is master; every trump played beats the
    trumps on the table if it can, even the partner's where trumps were led.
    """
    if not trick:
        return hand
    led = SUIT_NUMBER[trick[0]]
    following = [card for card in hand if SUIT_NUMBER[card] == led]
    if following and led != trump:
        return following
    trumps = following or [card for card in hand if SUIT_NUMBER[card] == trump]
    if not trumps:
        return hand
    power = POWERS[trump][led]
    master = winner(trick, power)
    if not following and master == len(trick) - 2:
        return hand
    # A plain card's power is below every trump's: with no trump on the table all of them are higher.
    best = power[trick[master]]
    return [card for card in trumps if power[card] > best] or trumps


# ---------------------------------------------------------------------- announcements


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of announcement."""

    name: str
    length: int
    """The length of the run; 0 for four of a kind."""
    points: int


TIERCE, CINQUANTE, CENT, CARRE = KINDS = (
    Kind("tierce", 3, 25),
    Kind("cinquante", 4, 50),
    Kind("cent", 5, 100),
    Kind("carre", 0, 100),
)
"""The weakest first: any of a later kind beats all of the kinds before."""
CARRE_RANKS = "TQKA9J"
"""The ranks of which four count, the weakest first: by value, then in the natural order."""
CARRE_VALUES = {"J": 200, "9": 150}


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announcement that can be made."""

    kind: Kind
    name: str
    cards: tuple[Card, ...]
    points: int
    rank: tuple[int, int]
    """Compares announcements: by kind, then by height."""


def _carre(rank: str) -> Announcement:
    cards = tuple(card_of(rank, suit) for suit in Suit)
    points = CARRE_VALUES.get(rank, CARRE.points)
    return Announcement(CARRE, f"carre {rank}", cards, points, (KINDS.index(CARRE), CARRE_RANKS.index(rank)))


def _run(kind: Kind, top: int, suit: int) -> Announcement:
    cards = tuple(card_of(RANKS[place], suit) for place in range(top, top - kind.length, -1))
    return Announcement(kind, f"{kind.name} {CARD_NAMES[cards[0]]}", cards, kind.points, (KINDS.index(kind), top))


ANNOUNCEMENTS: tuple[Announcement, ...] = (
    *(_carre(rank) for rank in CARRE_RANKS),
    *(_run(kind, top, suit) for kind in KINDS[:3] for suit in Suit for top in range(kind.length - 1, len(RANKS))),
)
SEALED = TAKE_SUIT + len(Suit)
"""The first of the moves that stand for an announcement whose name alone is heard, by kind; never legal."""
ANNOUNCE = SEALED + len(KINDS)
"""The first move that makes an announcement, by its place in :data:`ANNOUNCEMENTS`."""
_BY_NAME = {announcement.name: announcement for announcement in ANNOUNCEMENTS}
_MOVES = {announcement.name: ANNOUNCE + place for place, announcement in enumerate(ANNOUNCEMENTS)}


def announcement_named(name: object) -> Announcement | None:
    """Gets the announcement of a name such as ``tierce KH``; None if there is none."""
    return _BY_NAME.get(name) if isinstance(name, str) else None


def announcement_of(move: Move) -> Announcement:
    """Gets what a move announces."""
    return ANNOUNCEMENTS[move - ANNOUNCE]


def move_of(announcement: Announcement) -> Move:
    """Gets the move that makes an announcement."""
    return _MOVES[announcement.name]


def sealed(move: Move) -> Move:
    """Gets the stand-in for the move of an announcement: its name alone, as the others hear it."""
    return SEALED + KINDS.index(announcement_of(move).kind)


def by_side(*made: list[list[Move]]) -> list[list[Announcement]]:
    """Sorts announcements, by seat, by the side that made them."""
    return [
        [announcement_of(move) for by_seat in made for seat in (side, side + 2) for move in by_seat[seat]]
        for side in (0, 1)
    ]


def announcements(hand: Collection[Card]) -> list[Announcement]:
    """
    Lists all that *hand* can announce: every four of a kind, and every run cut from its top.

    >>> names = "AS KS QS JS TS 7D 8D 9D".split()
    >>> [each.name for each in announcements([CARD_NAMES.index(name) for name in names])]
    ['tierce 9D', 'cent AS']
    """
    found = [_BY_NAME[f"carre {rank}"] for rank in CARRE_RANKS if all(card_of(rank, s) in hand for s in Suit)]
    for suit in Suit:
        top = len(RANKS) - 1
        while top >= TIERCE.length - 1:
            length = 0
            while length <= top and card_of(RANKS[top - length], suit) in hand:
                length += 1
            # What is longer than a cent is cut; what is left over may make another run.
            kind = next((kind for kind in (CENT, CINQUANTE, TIERCE) if kind.length <= length), None)
            if kind:
                found.append(_BY_NAME[f"{kind.name} {CARD_NAMES[card_of(RANKS[top], suit)]}"])
            top -= kind.length if kind else length + 1
    return found


def best_side(trump: int, declared: Sequence[Sequence[Announcement]]) -> int | None:
    """
    Gets the side with the strictly best announcement; None if none was made or the best are equal.

    :param declared: by side. Of equal ones, the one in trumps is better.
    """

    def key(announcement: Announcement) -> tuple[int, int, bool]:
        in_trumps = announcement.kind is not CARRE and SUIT_NUMBER[announcement.cards[0]] == trump
        return *announcement.rank, in_trumps

    best = [max(map(key, made), default=()) for made in declared]
    return None if best[0] == best[1] else best.index(max(best))


def announced_points(trump: int, declared: Sequence[Sequence[Announcement]]) -> list[int]:
    """Gets the points of the announcements by side: all of the better side's, none of the other's."""
    better = best_side(trump, declared)
    return [sum(each.points for each in made) if side == better else 0 for side, made in enumerate(declared)]


# ---------------------------------------------------------------------- the match


def match_winner(target: int, scores: Sequence[int], belote: int) -> int | None:
    """
    Gets the side that has won the match, or None if another manche is due.

    :param scores: by side, the last manche included.
    :param belote: the side that scored belote in the last manche; -1 if none. A match is not won by it alone.
    """
    if max(scores) < target or scores[0] == scores[1]:
        return None
    leader = scores.index(max(scores))
    without = scores[leader] - BELOTE
    if belote == leader and (without < target or without <= scores[1 - leader]):
        return None
    return leader
