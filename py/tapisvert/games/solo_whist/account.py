"""
What the table says of a contract of Solo Whist: what a call offers, how it stands, who pays whom and for what.

Told from the rules page, sections 3 and 5, beside ``payments``; tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...game import Entry, Event, Move, Offer, Seat, Task
from .rules import (
    ABONDANCE_DECLAREE,
    BID,
    CONTRACT_NAMES,
    CONTRACTS,
    COP,
    MISERE_OUVERTE,
    NAME,
    PROP,
    SEATS,
    TRICKS,
    Auction,
    extra_tricks,
    is_won,
    payments,
    shares,
)

OWN_TERMS = {MISERE_OUVERTE: "open", ABONDANCE_DECLAREE: "lead"}
"""By contract, what it is played with beside its trumps."""


def offer(call: Move, auction: Auction, unit: int, turned: int) -> Offer | None:
    """
    Explains what a call undertakes: in whose company, for how many tricks and points, and with what trumps.

    :param turned: the turned-up suit.
    """
    if not COP <= call < NAME:
        return None
    contract, speaker = (PROP if call == COP else call - BID), auction.to_speak or 0
    others = [seat for seat in range(SEATS) if seat != speaker]
    declarers = [speaker] if contract != PROP else [speaker, others[0]]
    target = CONTRACTS[contract].target
    points = payments(contract, declarers, unit, target)[speaker]
    is_with = call == COP and auction.high == PROP and auction.holders[0] != speaker
    trumps = CONTRACTS[contract].trumps
    return Offer(
        "with" if is_with else "pair" if contract == PROP else "alone",
        target,
        points,
        auction.holders[0] if is_with else None,
        OWN_TERMS.get(contract, trumps),
        turned if trumps == "turned" else -1,
    )


def task(contract: int, declarers: Sequence[Seat], won: int, played: int) -> Task:
    """
    Tells how a contract stands.

    :param won: the tricks of the declaring side.
    :param played: all tricks so far.

    >>> task(1, [2], 3, 7)
    Task(name='solo', seats=(2,), state='needs', amount=2)
    """
    target, name, seats = CONTRACTS[contract].target, CONTRACT_NAMES[contract], tuple(declarers)
    if not target:
        return Task(name, seats, "lost" if won else "made" if played == TRICKS else "none")
    if won > target:
        return Task(name, seats, "over", won - target)
    if won == target:
        return Task(name, seats, "made")
    missing, left = target - won, TRICKS - played
    if missing <= left:
        return Task(name, seats, "needs", missing)
    if left and CONTRACTS[contract].per_trick:
        return Task(name, seats, "short", missing - left)
    return Task(name, seats, "lost")


def account(contract: int, declarers: Collection[Seat], unit: int, tricks: int) -> list[Entry]:
    """
    Lists what is paid for: the contract, and tricks too many or missing; the lines sum up to the payments.

    The first trick missing is not charged; where it is the only one, a line of zeros says so.

    >>> [(entry.code, entry.count, entry.each, entry.of, entry.amounts) for entry in account(1, [2], 5, 3)]
    [('units', 1, 5, 0, (5, 5, -15, 5)), ('undertricks', 1, 1, 2, (1, 1, -3, 1))]
    """
    row, won = CONTRACTS[contract], is_won(contract, tricks)

    def line(code: str, count: int, each: int, of: int = 0) -> Entry:
        return Entry(code, tuple(shares(count * each if won else -count * each, declarers)), count, each, of)

    lines = [line("units", row.units, unit)]
    if not row.per_trick:
        return lines
    extra = extra_tricks(contract, tricks)
    if won:
        return [*lines, line("overtricks", extra, row.per_trick)] if extra else lines
    return [*lines, line("undertricks", extra, row.per_trick, extra + 1) if extra else line("first_undertrick", 0, 0)]


def paid(declarers: Collection[Seat], points: Sequence[int]) -> list[Event]:
    """
    Lists who pays whom: each opponent a lone declarer, or each of two declarers one defender, both in order of seats.

    >>> [(event.seat, event.to, event.amount) for event in paid([3, 0], [6, -6, -6, 6])]
    [(1, 0, 6), (2, 3, 6)]
    """
    sides = sorted(declarers), [seat for seat in range(SEATS) if seat not in declarers]
    ours = sides[0] * (len(sides[1]) // len(sides[0]))
    found = []
    for declarer, other in zip(ours, sides[1], strict=True):
        payer, payee = (other, declarer) if points[other] < 0 else (declarer, other)
        found.append(Event("paid", seat=payer, to=payee, amount=abs(points[other])))
    return found
