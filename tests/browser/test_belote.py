"""Belote as a person plays it: by clicks and by keys, on screens of every size."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from table.saves import pack
from tapisvert.match import Match
from tapisvert.record import loads
from tests.browser.table import Table
from tests.browser.test_axe import RUN
from tests.browser.test_keyboard import in_hand, press, to_card
from tests.browser.test_layout import SIZES, measure
from tests.engine.plain_belote import HANDS, SOLID
from tests.helpers import play_moves
from tests.table.test_belote import NBSP, RECORDS, YOU, dealt, record_of

CROWDED = """() => {
    const box = (e) => e.getBoundingClientRect();
    const shown = (query) => [...document.querySelectorAll(query)].filter((e) => box(e).width);
    const overlap = (a, b) => box(a).left < box(b).right - 1 && box(b).left < box(a).right - 1
        && box(a).top < box(b).bottom - 1 && box(b).top < box(a).bottom - 1;
    const name = (e) => e.dataset.key || e.dataset.seat || e.id || e.textContent;
    const found = [];
    for (const card of shown('#trick .card'))
        for (const other of shown('.plate, #score, #panel button, #prompt span, #hand .card'))
            if (overlap(card, other)) found.push(`${name(card)} / ${name(other)}`);
    for (const button of shown('#panel button, #score button')) {
        const { left, top, width, height } = box(button);
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        if (!button.contains(hit)) found.push(`${name(button)} cannot be hit`);
        if (Math.min(width, height) < 44) found.push(`${name(button)} is small`);
    }
    const boxes = shown('.plate, #score');
    boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other) => {
        if (overlap(one, other)) found.push(`${name(one)} / ${name(other)}`);
    }));
    for (const bubble of shown('.bubble'))
        for (const other of bubble.parentElement.querySelectorAll('.name, .avatar'))
            if (overlap(bubble, other)) found.push(`${bubble.textContent} hides ${other.textContent}`);
    for (const text of shown('.plate .name, .bubble'))
        if (text.scrollWidth > text.clientWidth + 1) found.push(`${text.textContent} is cut`);
    return JSON.stringify(found);
}"""
OPEN = "take,announce cent AH,AH,7S,announce tierce 9D,7D,7C"
POOR = ("JH JS JD JC 9H QH AS 9S", "KS 8S 7H KD 8C AH AD 9C", "QS 7S 8H QD 7C KH TD AC", "TS TH 8D TC 7D 9D KC QC")
"""Before the take the others have no jack, nine or ace and no three cards of a suit: whoever plays them passes."""
RIVALS = ("JH KH QH 9H AS 7D 8D 7C", "KD QD JD 7S KS 8H TC 9C", "AD TD 9D 8S JS TH 8C 7H", "AC KC QC JC 9S TS QS AH")
"""Your tierce is in trumps; seat 1 has one as high in diamonds, its partner a cinquante."""
EVEN = ("QH KC QC JC AS 7D 8H 9H", "KD QD JD 7S KS AH TC 9C", "AD TD 9D 8S JS TH 8C 7H", "AC 7C 9S TS QS JH KH 8D")
"""You and seat 1 have tierces to the king, neither of them in trumps, which are hearts."""
LED = "pass,pass,pass,take,announce tierce KD,7S,8S"
"""The first trick of both: you have dealt and taken, seat 1 has announced and led spades, whose ace is yours."""
POSITIONS: dict[str, tuple[Sequence[str], int, bool, str]] = {
    "call": (HANDS, 3, False, ""),
    "second-round": (HANDS, 3, False, "pass,pass,pass,pass"),
    "announce": (HANDS, 3, True, "take"),
    "trick": (HANDS, 3, True, "take,announce tierce KH,8D,announce tierce KS,AD,TD,JD,QS,TS,8S"),
    "said": (RIVALS, YOU, True, f"{LED},announce cinquante AC,9S"),
    "open": (SOLID, 3, True, OPEN),
}
"""Positions in which you are asked: hands, dealer, whether there are announcements, and the moves that lead there."""
STRONGEST = (
    "pass,pass,pass,take,announce cent AS,announce tierce 9S,7S,announce cent AD,announce tierce 9D,7D,"
    "announce cent AC,7C"
)
"""The first trick of SOLID: you have dealt, and taken hearts, all of which are yours."""


@pytest.fixture
def table(booted: Table) -> Table:
    """Gets the page that the tests of this module share."""
    return booted


def come_to(table: Table, match: Match, language: str = "fr") -> None:
    """Opens the table on a match, in a window of a desktop."""
    table.page.set_viewport_size({"width": 1280, "height": 760})
    table.go_home(language)
    table.take_in(pack(record_of(match).dumps()))


def make(table: Table, *moves: str) -> None:
    """Clicks moves by their names, each when you are asked, and waits until you are asked again."""
    for name in moves:
        position = table.position()
        table.page.click(f'#table [data-move="{name}"]:not([aria-disabled])')
        table.wait_for_change(position)
        table.wait_for_turn()


def seen(table: Table, query: str) -> list[str]:
    """Reads whatever the page shows of a kind."""
    return table.page.locator(f"{query}:visible").all_inner_texts()


def account(table: Table) -> dict[str, list[str]]:
    """Reads the sheet at the end of a manche: what for, and how much for your side and for theirs."""
    rows = table.page.locator("#sheet tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}


def last_trick_of(name: str, shift: int) -> Match:
    """Gets a golden record's deal before its last trick, every seat moved on by *shift*: so you sit elsewhere in it."""
    golden = loads((RECORDS / f"belote_{name}.json").read_text("utf-8")).match
    match = Match(golden.game, golden.options, golden.seeds)
    match.next_deal(golden.deals[0].pack, (golden.deals[0].dealer + shift) % 4)
    for move in golden.deals[0].moves[:-4]:
        match.push(move)
    return match


def position(name: str) -> Match:
    hands, dealer, announcements, moves = POSITIONS[name]
    match = dealt(hands=hands, dealer=dealer, announcements=announcements)
    return play_moves(match, moves) if moves else match


# ---------------------------------------------------------------------- by clicks


MANCHE = {
    "fr": (
        f"Vous prenez ou vous passez{NBSP}?",
        "Annoncez, ou jouez sans annoncer",
        "Atout Cœur",
        "Fin de la manche 1",
    ),
    "en": ("Do you take or pass?", "Announce, or play without", "Hearts trumps", "End of hand 1"),
}
SIDES = {"fr": ["Nous\nVous et Ali", "Eux\nNora et Tom"], "en": ["Us\nYou and Ali", "Them\nNora and Tom"]}
LINES = {"fr": ["Plis", "Dix de der", "Belote-rebelote"], "en": ["Tricks", "Last trick", "Belote and rebelote"]}
SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
SUMS = {"fr": ["Manche", "Partie"], "en": ["Hand", "Match"]}


SHEET_ENDS = """() => ({ sums: document.querySelector('#sheet tr:last-child').getBoundingClientRect().bottom,
    actions: document.querySelector('#sheet .actions').getBoundingClientRect().top })"""


@pytest.mark.parametrize("language", ["fr", "en"])
def test_manche_by_clicks(table: Table, language: str) -> None:
    """Taken by a click on the turn-up, announced, played: a manche ends with its score explained line by line."""
    page = table.page
    come_to(table, dealt(announcements=True), language)
    asked, announce, trump, ended = MANCHE[language]
    assert ("belote", "call") == (table.data("game"), table.data("phase"))
    assert [asked] == seen(table, "#prompt span")
    page.click('#trick [data-move="take"]')
    page.wait_for_function("document.getElementById('table').dataset.phase === 'announce'")
    assert [announce] == seen(table, "#prompt span")
    make(table, "announce tierce KH")
    assert [trump] == seen(table, ".contract b")
    phases = set()
    while (phase := table.wait_for_turn()) != "deal-over":
        phases.add(phase)
        table.step()
    assert {"play"} == phases
    table.shoot(f"belote-deal-over-{language}")
    assert [ended] == seen(table, "#sheet h2")
    assert SIDES[language] == seen(table, "#sheet thead th")
    rows = account(table)
    assert LINES[language] == list(rows)[:3], "you hold king and queen of trumps"
    assert SUMS[language] == list(rows)[-2:]
    amounts = [[int(value.replace("−", "-")) for value in values] for values in rows.values()]
    assert 152 == sum(amounts[0])
    assert 10 == sum(amounts[1])
    assert [20, 0] == amounts[2]
    assert amounts[-2] == [sum(column) for column in zip(*amounts[:-2], strict=True)], "the lines sum up to the manche"
    table.do("next-deal")
    assert table.wait_for_turn() in ("call", "announce", "play")


def test_all_pass(table: Table) -> None:
    """When all have passed twice the deal is void: nobody scores, and the next player deals the same manche again."""
    come_to(table, dealt(hands=POOR, dealer=YOU))
    assert ["Je passe"] * 3 == seen(table, ".bubble")
    assert ["Vous"] == seen(table, ".plate:has(.badge) .name")
    make(table, "pass")
    assert [f"Vous nommez un atout ou vous passez{NBSP}?"] == seen(table, "#prompt span")
    make(table, "pass")
    assert "deal-over" == table.data("phase")
    assert ["Donne nulle"] == seen(table, "#sheet h2")
    assert [f"Tout le monde a passé{NBSP}: la donne est nulle."] == seen(table, "#sheet .remark")
    assert {"Manche": ["0", "0"], "Partie": ["0", "0"]} == account(table)
    table.shoot("belote-passed-out")
    table.do("next-deal")
    table.wait_for_turn()
    assert ["Nora"] == seen(table, ".plate:has(.badge) .name")
    assert "manche 1" in table.page.inner_text("#bar h1")


def test_second_round_take(table: Table) -> None:
    """In the second round a suit is named by a click, never the turn-up's; the taker gets the turn-up all the same."""
    come_to(table, dealt(hands=POOR, dealer=YOU))
    make(table, "pass")
    assert ["Je passe", "Trèfle", "Carreau", "Pique"] == [
        re.sub("[^\\w ]", "", button) for button in seen(table, ".calls button")
    ]
    make(table, "S")
    assert "play" == table.data("phase")
    assert ["Atout Pique"] == seen(table, ".contract b")
    assert ["Vous"] == seen(table, ".plate:has(.points .sign) .name")
    assert ["JS", "9S", "AS", "QH", "JH", "9H"] == [card for card in table.hand() if card[1] in "SH"]
    assert 8 == len(table.hand())


TIERCE, CINQUANTE = ["KD", "QD", "JD"], ["AC", "KC", "QC", "JC"]


@pytest.mark.parametrize(
    ("hands", "last", "yours", "shown", "score", "note"),
    [
        (RIVALS, "announce cinquante AC,9S", "tierce KH", {"Nora": 3, "Tom": 4}, ["11", "75"], []),
        (RIVALS, "9S", "tierce KH", {"Vous": 3}, ["36", "0"], []),
        (EVEN, "9S", "tierce KC", {}, ["11", "0"], [f"Annonces à égalité{NBSP}: elles s’annulent."]),
    ],
    ids=["theirs-are-longer", "yours-are-trumps", "cancelled"],
)
def test_contested_announcements(
    table: Table, hands: Sequence[str], last: str, yours: str, shown: dict[str, int], score: list[str], note: list[str]
) -> None:
    """
    The side with the best announcement shows all its cards till the next card and scores them; the others show none.

    A cinquante beats tierces; of two as high, the one in trumps wins; if neither is, all are cancelled.
    """
    page = table.page
    come_to(table, play_moves(dealt(hands=hands, dealer=YOU, announcements=True), f"{LED},{last}"))
    assert "announce" == table.data("phase")
    make(table, f"announce {yours}", "AS")
    rows = {
        row.locator("b").first.inner_text(): row.locator(".card").count() for row in page.locator(".open-row").all()
    }
    assert shown == rows
    assert note == seen(table, "#trick .note")
    assert score == seen(table, ".standing b"), "the ace is 11 points"
    table.shoot(f"belote-announcements-{'-'.join(shown) or 'cancelled'}")
    table.play_card()
    assert [] == seen(table, ".open-row, #trick .note")


def test_capot_by_clicks(table: Table) -> None:
    """All eight tricks are 252, and your side's announcements and belote beside; theirs are worth nothing."""
    come_to(table, play_moves(dealt(hands=SOLID, dealer=YOU, announcements=True), STRONGEST))
    make(table, "announce cent AH", "announce tierce 9H")
    while "deal-over" != table.wait_for_turn():
        table.play_card()
    table.shoot("belote-capot")
    assert ["Fin de la manche 1"] == seen(table, "#sheet h2")
    assert [f"Capot{NBSP}: tous les plis pour vous et votre partenaire."] == seen(table, "#sheet .remark")
    assert {
        "Plis": ["152", "0"],
        "Dix de der": ["10", "0"],
        "Belote-rebelote": ["20", "0"],
        "Annonces": ["250", "0"],
        "Capot": ["90", "0"],
        "Manche": ["522", "0"],
        "Partie": ["522", "0"],
    } == account(table)
    for width, height in ((320, 568), (360, 640), (844, 390)):
        table.page.set_viewport_size({"width": width, "height": height})
        ends = table.page.evaluate(SHEET_ENDS)
        assert ends["sums"] <= ends["actions"], f"both sums are in sight at {width}×{height}"


@pytest.mark.parametrize(
    ("record", "shift", "language", "remark", "lines"),
    [
        ("dedans", 3, "fr", "Vous avez pris, et votre camp est dedans.",
         ["Plis 29 123", "Dix de der 0 10", "Belote-rebelote 20 0", "Dedans −29 29", "Manche 20 162", "Partie 20 162"]),
        ("dedans", 0, "en", "Nora took, and that side is set.",
         ["Tricks 123 29", "Last trick 10 0", "Belote and rebelote 0 20", "Set 29 −29", "Hand 162 20", "Match 162 20"]),
        ("capot", 0, "en", "Capot: all tricks for Nora and partner.",
         ["Tricks 0 152", "Last trick 0 10", "Belote and rebelote 20 0", "Capot 0 90", "Hand 20 252", "Match 20 252"]),
        ("contested", 0, "fr", "Nora a pris, et le contrat est rempli.",
         ["Plis 68 84", "Dix de der 0 10", "Annonces 25 0", "Manche 93 94", "Partie 93 94"]),
    ],
)  # fmt: skip
def test_last_card_brings_the_sheet(
    table: Table, record: str, shift: int, language: str, remark: str, lines: list[str]
) -> None:
    """Takers below 81 leave all but their belote to the others, and so do losers of all tricks; 81 is enough."""
    come_to(table, last_trick_of(record, shift), language)
    assert 1 == len(table.hand())
    table.play_card()
    assert "deal-over" == table.wait_for_turn()
    table.shoot(f"belote-{record}-{shift}")
    assert [remark] == seen(table, "#sheet .remark")
    assert SIDES[language] == seen(table, "#sheet thead th")
    assert lines == [" ".join([name, *values]) for name, values in account(table).items()]


def places(table: Table, query: str) -> dict[str, tuple[int, int]]:
    """Gets where things lie, across and down, seen from the middle: -1 to the left or above it, 0 level with it."""
    found: dict[str, list[int]] = table.page.evaluate(
        """(query) => {
            const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
            const ways = (element) => {
                const own = element.getBoundingClientRect();
                const [[x, y], [from, top]] = [own, element.parentElement.getBoundingClientRect()].map(middle);
                return [[x - from, own.width], [y - top, own.height]].map(([d, size]) => Math.abs(d) > size / 8 && d);
            };
            const name = (element) => element.dataset.key || element.querySelector('.name').textContent;
            return Object.fromEntries([...document.querySelectorAll(query)].filter((e) => e.offsetWidth)
                .map((e) => [name(e), ways(e).map(Math.sign)]));
        }""",
        query,
    )
    return {name: (x, y) for name, (x, y) in found.items()}


def seat_partner(table: Table, where: str) -> None:
    """Chooses in the settings where your partner sits."""
    table.do("settings")
    table.do(f"set partner {where}")
    table.do("close")
    table.page.wait_for_selector(".plate.at-top" if where == "across" else ".plate.at-top-right")


def test_diagonal_seats(table: Table) -> None:
    """Chosen in the settings, your partner sits at the top right, and each card lies towards who played it."""
    come_to(table, position("trick"))
    seat_partner(table, "across")
    assert {"Nora": (-1, 0), "Ali": (0, -1), "Tom": (1, 0)} | {"Vous": (-1, 1)} == places(table, ".plate")
    assert {"QS": (-1, 0), "TS": (0, -1), "8S": (1, 0)} == places(table, "#trick > .card")
    seat_partner(table, "diagonal")
    assert {"Nora": (-1, -1), "Ali": (1, -1), "Tom": (1, 1), "Vous": (-1, 1)} == places(table, ".plate")
    assert {"QS": (-1, -1), "TS": (1, -1), "8S": (1, 1)} == places(table, "#trick > .card")
    seat_partner(table, "across")


# ---------------------------------------------------------------------- at every size, by keys, for all


@pytest.mark.parametrize("partner", ["across", "diagonal"])
@pytest.mark.parametrize("name", POSITIONS)
def test_every_size(table: Table, name: str, partner: str) -> None:
    """At every size nothing covers another thing, all can be hit, and strips of cards are 24 px wide or more."""
    page = table.page
    page.set_viewport_size({"width": 1280, "height": 760})
    table.go_home("fr")
    come_to(table, position(name))
    page.evaluate("tapisvert.send({ action: 'settings' })")
    table.do(f"set partner {partner}")
    table.do("close")
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("document.getAnimations().every((a) => a.playState !== 'running')")
        table.shoot(f"belote-{name}-{partner}-{width}x{height}")
        found = measure(page)
        crowded = [*found["covered"], *json.loads(page.evaluate(CROWDED))]  # type: ignore[misc]
        is_reached = found["cards"] == found["hit"] and found["strip"] >= 24  # type: ignore[operator]
        if crowded or not is_reached or found["off"]:
            faults.append((f"{width}×{height}", found if not is_reached or found["off"] else "", crowded))
    assert [] == faults, str(faults)


def test_by_keys(table: Table) -> None:
    """The calls are one stop with arrows, the turn-up and the score are reached by Tab, and Enter takes."""
    page = table.page
    page.set_viewport_size({"width": 1280, "height": 760})
    table.go_home("fr")
    come_to(table, dealt())
    page.evaluate("document.querySelector('#panel button').focus()")
    page.keyboard.press("ArrowRight")
    assert "take" == table.focused("move")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('#hand')")
    for _ in range(3):
        page.keyboard.press("Shift+Tab")
    assert "score" == table.focused("action")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#trick [data-move=take]')")
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('table').dataset.phase === 'play'")
    table.wait_for_turn()
    assert page.evaluate("!!document.activeElement.closest('#hand')"), "the focus goes to the hand when it is asked"


def call_by_keys(table: Table, move: str) -> None:
    """Goes to the calls by Tab and to one of them by arrows, and makes it."""
    page = table.page
    for _ in range(12):
        if page.evaluate("!!document.activeElement.closest('#panel')"):
            break
        press(table, "Tab")
    for _ in range(page.locator("#panel button").count()):
        if table.focused("move") == move:
            break
        press(table, "ArrowRight")
    assert move == table.focused("move")
    enter(table)


def enter(table: Table) -> None:
    """Makes the move that has the focus, by Enter."""
    position = table.position()
    table.press_enter()
    table.wait_for_change(position)
    table.wait_for_turn()


def test_manche_by_keys(table: Table) -> None:
    """A manche by keys alone: taken, announced, a card refused for its duty, all played, and the next one dealt."""
    match = play_moves(dealt(hands=RIVALS, dealer=YOU, announcements=True), "pass,pass,pass")
    come_to(table, match, "en")
    call_by_keys(table, "take")
    call_by_keys(table, "announce tierce KH")
    assert in_hand(table), "the focus comes to the hand when all is announced"
    to_card(table, refused=True)
    table.press_enter()
    table.page.wait_for_selector("#prompt .refused")
    led = table.page.locator("#trick > .card").first.get_attribute("data-key") or ""
    assert [f"You must follow with a {SUITS[led[1]]}."] == seen(table, "#prompt .refused"), "you hold every suit"
    for left in range(8, 0, -1):
        assert left == len(table.hand())
        assert in_hand(table), "the focus stays in the hand after a play"
        to_card(table, refused=False)
        enter(table)
    assert "next-deal" == table.focused("action")
    table.press_enter()
    table.wait_for_turn()
    assert "hand 2" in table.page.inner_text("#bar h1")


def test_no_violations(table: Table) -> None:
    """Neither the form, nor any position, nor the sheet at the end has what axe calls a violation."""
    page, faults = table.page, []
    page.evaluate(AXE_SCRIPT)
    for name in POSITIONS:
        table.go_home("fr")
        come_to(table, position(name))
        for width, height in ((360, 640), (1280, 760)):
            page.set_viewport_size({"width": width, "height": height})
            faults += page.evaluate(RUN)
    table.play_until("deal-over")
    page.wait_for_selector("#sheet:visible")
    faults += page.evaluate(RUN)
    table.go_home("fr")
    faults += page.evaluate(RUN)
    assert [] == faults, str(faults)
