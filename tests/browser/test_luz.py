"""Luz as a person plays it: whole matches by clicks and by keys, at every size, and nothing hidden in the page."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Page, Request

from table.saves import pack, read_save
from table.text import Texts
from tapisvert.games.luz import LuzDeal
from tapisvert.match import Match
from tapisvert.sealing import SEAL
from tests.browser.table import Table
from tests.browser.test_axe import RUN
from tests.browser.test_layout import SHEET, SIZES, measure
from tests.helpers import play_moves
from tests.table.luz import deal_of, dealt, hidden, named, new_match, record_of, steps, twin

SEALED = re.compile(rf"{SEAL}[\w+/=]+")
PHONE, DESKTOP = (360, 640), (1280, 760)
RECORD = """(() => {
    const messages = globalThis.messages = [];
    const plain = (key, value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? new TextDecoder('latin1').decode(value) : typeof value === 'bigint' ? String(value) : value;
    const note = (way, data) => {
        try { messages.push(way + JSON.stringify(data, plain)); } catch (error) { messages.push(way + String(data)); }
    };
    const add = EventTarget.prototype.addEventListener, heard = new WeakSet();
    const hear = (target) => {
        if (heard.has(target)) return;
        heard.add(target);
        add.call(target, 'message', ({ data }) => note('in ', data));
    };
    EventTarget.prototype.addEventListener = function (type, ...rest) {
        if (type === 'message' && (this instanceof Worker || this instanceof MessagePort)) hear(this);
        return add.call(this, type, ...rest);
    };
    for (const kind of [Worker, MessagePort]) {
        const { prototype } = kind, post = prototype.postMessage;
        prototype.postMessage = function (data, ...rest) { note('out ', data); return post.call(this, data, ...rest); };
        const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'onmessage');
        const onmessage = { get, set(value) { hear(this); set.call(this, value); }, configurable: true };
        Object.defineProperty(prototype, 'onmessage', onmessage);
    }
})()"""
"""Notes every message between the page and its workers, both ways."""
HELD = """() => {
    const parts = [document.documentElement.outerHTML, location.href, JSON.stringify(history.state)];
    for (const [name, text] of Object.entries(localStorage)) parts.push(`${name} ${text}`);
    for (const element of document.querySelectorAll('*'))
        for (const part of ['::before', '::after', '::marker']) {
            const { content } = getComputedStyle(element, part);
            if (content && content !== 'none' && content !== 'normal') parts.push(content);
        }
    return parts.join('\\n');
}"""
"""All that the document holds: its HTML, texts made by styles, address, and words kept for the shell."""
CROWDED = """() => {
    const box = (e) => e.getBoundingClientRect();
    const shown = (query) => [...document.querySelectorAll(query)].filter((e) => box(e).width && box(e).height);
    const overlap = (a, b) => box(a).left < box(b).right - 1 && box(b).left < box(a).right - 1
        && box(a).top < box(b).bottom - 1 && box(b).top < box(a).bottom - 1;
    const name = (e) => e.dataset.key || e.dataset.seat || e.className || e.textContent;
    const found = [], groups = ['.plate', 'button.minis', '#trick .card, #trick .by', '#prompt span, #prompt button',
        '#panel button, #panel label, #panel .note', '#hand .place'];
    const all = groups.flatMap((query, group) => shown(query).map((e) => [group, e]));
    for (const [one, a] of all)
        for (const [other, b] of all) if (one < other && overlap(a, b)) found.push(`${name(a)} / ${name(b)}`);
    for (const e of shown('.plate, .minis, .mini, #trick .card, #trick .by, #panel *, #prompt *, #hand .place'))
        if (box(e).left < -1 || box(e).right > innerWidth + 1 || box(e).bottom > innerHeight || box(e).top < 47)
            found.push(`${name(e)} is off`);
    for (const e of shown('#title, .plate .name, .plate .tally, #panel label, .mini b'))
        if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
            found.push(`${e.textContent} is cut`);
    for (const e of shown('#panel button'))
        if (Math.min(box(e).width, box(e).height) < 43.5) found.push(`${name(e)} is small`);
    for (const e of shown('#panel button, button.minis, #hand .card')) {
        const hit = document.elementFromPoint(box(e).left + box(e).width / 2, box(e).top + box(e).height / 2);
        if (!e.contains(hit)) found.push(`${name(e)} cannot be hit`);
    }
    for (const e of shown('.mini')) if (box(e).width < 14) found.push(`${name(e)} is ${box(e).width} wide`);
    return JSON.stringify([...new Set(found)]);
}"""


class Spy:
    """Gets all that a tab holds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.noted: list[str] = []
        self.devtools = page.context.new_cdp_session(page)
        page.on("console", self._console)
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        self.noted.append(message.text)

    def _request(self, request: Request) -> None:
        self.noted.append(f"{request.url} {request.post_data or ''}")

    def store(self) -> dict[str, str]:
        """Reads the site's store."""
        found: dict[str, str] = json.loads(self.page.evaluate("tapisvert.openStore().then((store) => store.all())"))
        return found

    def document(self) -> str:
        """Gets what the document holds, and what a screen reader finds in it."""
        tree = self.devtools.send("Accessibility.getFullAXTree")["nodes"]
        told = [
            str(node[part].get("value", ""))
            for node in tree
            if not node.get("ignored")
            for part in ("name", "description", "value")
            if part in node
        ]
        return "\n".join([str(self.page.evaluate(HELD)), *told])

    def messages(self) -> list[str]:
        """Takes the messages noted since the last time."""
        found: list[str] = self.page.evaluate("messages.splice(0)")
        return found

    def all(self) -> str:
        """Gets all there is: document, messages, console, addresses, and the store but for the saves."""
        kept = {name: text for name, text in self.store().items() if name.partition(":")[0] not in ("match", "owner")}
        noted, self.noted = self.noted, []
        return "\n".join([self.document(), *noted, json.dumps(kept), *self.messages()])

    def match(self) -> Match:
        """Reads the match at the table from its save."""
        return read_save(self.store()["match:luz"]).match


@pytest.fixture(scope="module")
def spied(shared: Table) -> Table:
    """Loads the page that the tests of this module share with a recorder of messages; every aid is on."""
    shared.page.add_init_script(RECORD)
    shared.open("game=luz&lang=fr&speed=instant&bots=worlds")
    shared.page.evaluate("tapisvert.send({ action: 'set odds on' })")
    shared.page.wait_for_selector("html[data-build-bots]", state="attached")  # the worker is up
    return shared


@pytest.fixture
def table(spied: Table, booted: Table) -> Table:
    """Gets that page on a desktop; nothing moves, so that nothing is waited for."""
    set_size(booted, DESKTOP)
    booted.page.emulate_media(reduced_motion="reduce")
    return booted


def set_size(table: Table, size: tuple[int, int]) -> None:
    """Makes the window so large."""
    table.page.set_viewport_size({"width": size[0], "height": size[1]})


def come_to(table: Table, match: Match, language: str = "fr") -> None:
    """Opens the table on a match."""
    table.go_home(language)
    table.take_in(pack(record_of(match).dumps()))


def forget_said(table: Table) -> None:
    """Takes away what was said of rounds before: cards that all have seen then may be hidden now."""
    table.page.evaluate("document.getElementById('live').replaceChildren()")


# ---------------------------------------------------------------------- nothing hidden in the page


def test_document_does_not_depend_on_what_you_may_not_see(table: Table) -> None:
    """
    At every turn of a round, deals that differ in your unplayed cards and those aside alone give the same document.

    HTML with all attributes, texts made by styles, and all that a screen reader finds, with every aid on; so do the
    answers to refused moves, and the sheets.
    """
    rng, spy, twins = random.Random("twins"), Spy(table.page), 0
    come_to(table, dealt())  # from now on there is a match to come back to
    for match in steps(3, rng, rounds=1):
        other, documents = twin(match, rng), []
        for each in (match, other):
            come_to(table, each)
            forget_said(table)
            legal = each.view(0).legal_moves()
            refused = [name for move, name in enumerate(LuzDeal.move_names) if move not in legal]
            for name in (refused[0], refused[-1], "R7"):
                table.page.evaluate("move => tapisvert.send({ move })", name)
            table.page.evaluate("tapisvert.send({ action: 'status' })")
            seen = [spy.document().partition("<body")[2]]
            if deal_of(match).phase:
                for name in ("odds", "hand 1", "log", "played"):
                    table.page.evaluate("action => tapisvert.send({ action })", name)
                    seen.append(table.page.inner_html("#sheet"))
                    table.do("close")
            documents.append(seen)
        assert documents[0] == documents[1]
        twins += deal_of(match).hands != deal_of(other).hands
    assert twins >= 5, "they did differ"


@pytest.mark.parametrize(("players", "language", "size"), [("3", "fr", PHONE), ("5", "en", DESKTOP)])
def test_whole_match(table: Table, players: str, language: str, size: tuple[int, int]) -> None:
    """
    A match of four rounds is played by clicks; at no step does anything that the page holds name a hidden card.

    Looked through are the document, its accessible names, all messages to and from the worker, console, addresses and
    the store. Messages and save are sealed.
    """
    page, spy, rounds, sealed = table.page, Spy(table.page), 0, [0, 0]
    table.go_home(language)
    set_size(table, size)
    spy.messages()  # the start of the worker
    forget_said(table)
    table.new_match("easy", "luz", players=players)
    t = Texts(language)
    while (phase := table.wait_for_turn()) != "match-over":
        match = spy.match()
        yours, aside = hidden(match)
        messages = spy.messages()
        held = SEALED.sub("", "\n".join([spy.all(), *messages]))
        assert [] == named(yours + aside, held, t), (phase, table.position())
        assert not any(f'{field}"' in message for message in messages for field in ("hands", "aside", "move\\"))
        sealed = [
            n + sum(way in m[:4] and SEAL in m for m in messages) for n, way in zip(sealed, ("out", "in"), strict=True)
        ]
        position = table.position()
        if phase == "bet":
            bet = "bet 2+blue" if rounds % 2 else "bet 3"
            if size == PHONE and "blue" in bet:
                page.click('label[for="kind-blue"]')
            page.click(f'#panel [data-move="{bet}"]')
            table.wait_for_change(position)
        elif phase == "play":
            table.play_card()
        else:
            rounds += 1
            table.shoot(f"luz-round-{players}-{language}-{rounds}")
            forget_said(table)
            table.do("next-deal")
    table.shoot(f"luz-end-{players}-{language}")
    assert min(sealed) >= 3, "messages were seen, both ways"
    assert [] == named(hidden(spy.match())[1], SEALED.sub("", spy.all()), t)
    rows = page.locator("#sheet tbody tr").all_inner_texts()
    assert 6 == len(rows), "four rounds, the totals and the places"
    assert int(players) + 1 == page.locator("#sheet thead th, #sheet thead td").count()


def test_whole_match_by_keys(table: Table) -> None:
    """A match is bet and played by keys alone: arrows to a number or a place, Enter; sheets of others' hands by Tab."""
    page, keys, looked = table.page, table.page.keyboard, 0
    table.go_home("fr")
    table.new_match("easy", "luz", players="3")
    while (phase := table.wait_for_turn()) != "match-over":
        position = table.position()
        if phase == "bet":
            page.wait_for_function("!!document.activeElement.closest('#panel')")
            keys.press("Home")
            for _ in range(3):
                keys.press("ArrowRight")
            assert "bet 3" == table.focused("move")
        elif phase == "play":
            page.wait_for_function("!!document.activeElement.closest('#hand')")
            if not looked:
                for _ in range(8):
                    keys.press("Shift+Tab")
                    if table.focused("action").startswith("hand"):
                        break
                table.press_enter()
                page.wait_for_selector("#sheet .large")
                keys.press("Escape")
                assert page.evaluate("!!document.activeElement.closest('#hand')"), "the focus comes back to the hand"
                looked += 1
            keys.press("Home")
            while page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true":
                keys.press("ArrowRight")
        else:
            assert "next-deal" == table.focused("action")
        table.press_enter()
        table.wait_for_change(position)
    assert looked
    assert any("Pari" in line for line in table.live()) or any("score" in line for line in table.live())


# ---------------------------------------------------------------------- how it looks


def positions() -> dict[str, Match]:
    """Makes positions to be looked at: bets and tricks of three, four and five players."""
    found = {"bet-4": dealt(), "play-4": play_moves(dealt(0), "bet 10+blue,bet 4+blue,bet 0,bet 10+blue,R#1,R#1,G#1")}
    for players in (3, 5):
        ways = list(steps_of(players))
        found |= {f"bet-{players}": ways[0], f"play-{players}": ways[1], f"late-{players}": ways[2]}
    return found


def steps_of(players: int) -> Iterator[Match]:
    """Gives copies of a match at your bet, your first trick as the last to play, and late in the round."""
    wanted = [
        lambda deal: deal.bets[0] < 0,
        lambda deal: len(deal.trick) == players - 1,
        lambda deal: len(deal.winners) > 5,
    ]
    for match in steps(players, random.Random(7), rounds=4):
        deal = deal_of(match)
        if wanted and deal.phase and wanted[0](deal):
            wanted.pop(0)
            copied = new_match(players)
            for old in match.deals:
                copied.next_deal(old.pack, old.dealer)
                for move in old.moves:
                    copied.push(move)
            yield copied


@pytest.mark.parametrize("name", ["bet-3", "play-3", "late-3", "bet-4", "play-4", "bet-5", "play-5", "late-5"])
def test_every_size(table: Table, name: str) -> None:
    """At every size nothing covers or cuts another thing, every place of the hand can be hit, strips can be read."""
    page, faults = table.page, []
    match = positions()[name]
    for language, sizes in {"fr": SIZES, "en": [PHONE, (320, 568), (844, 390)]}.items():
        come_to(table, match, language)
        for size in sizes:
            set_size(table, size)
            page.wait_for_function("document.getAnimations().every((a) => a.playState !== 'running')")
            table.shoot(f"luz-{name}-{language}-{size[0]}x{size[1]}")
            found, crowded = measure(page), json.loads(page.evaluate(CROWDED))
            free = 34 if min(size) < 500 else 0
            is_reached = found["cards"] == found["hit"] and found["strip"] >= 24 and found["low"] <= -free  # type: ignore[operator]
            if crowded or not is_reached or found["off"] or found["wide"] > 0:  # type: ignore[operator]
                faults.append((language, size, crowded, "" if is_reached else found))
    assert [] == faults, "\n".join(map(str, faults))


def test_sheets_fit(table: Table) -> None:
    """A hand shown large, the odds, the tips and the results fit or scroll inside, with the way on in reach."""
    page = table.page
    last = list(steps(5, random.Random("last")))[-1]
    for language in ("fr", "en"):
        for match in (positions()["play-5"], last):
            come_to(table, match, language)
            for size in ((320, 568), PHONE, (844, 390), DESKTOP):
                set_size(table, size)
                names = ("hand 1", "odds", "tips", "help") if deal_of(match).phase else ("",)
                for name in names:
                    if name:
                        page.evaluate("action => tapisvert.send({ action })", name)
                    page.wait_for_selector("#sheet:visible")
                    table.shoot(f"luz-sheet-{name or 'end'}-{language}-{size[0]}x{size[1]}")
                    found = json.loads(page.evaluate(SHEET))
                    assert {"out": False, "wide": False, "cut": [], "close": True} == found, (name, language, size)
                    if name:
                        table.do("close")


def test_strip_enlarges(table: Table) -> None:
    """A tap on a strip shows that hand large, each card at least 40 px wide, and leads to the other hands."""
    page = table.page
    come_to(table, dealt())
    set_size(table, PHONE)
    page.click('[data-action="hand 2"]')
    assert 10 == page.locator("#sheet .large .card").count()
    assert "Ali : ses cartes" == page.inner_text("#sheet h2").replace("\N{NO-BREAK SPACE}", " ")
    widths = page.locator("#sheet .large .card").evaluate_all("all => all.map((e) => e.getBoundingClientRect().width)")
    assert min(widths) >= 40
    page.click('#sheet [data-action="hand 3"]')
    page.wait_for_selector('#sheet [data-key="Y2"]')
    table.do("close")


def test_colours_differ_by_shape(table: Table) -> None:
    """Each of the five colours has a shape of its own, on faces, backs and in strips; a marble is none of them."""
    come_to(table, dealt())
    shapes = table.page.evaluate("""() => {
        const found = {};
        for (const e of document.querySelectorAll('.mini .shape, .behind .shape')) {
            const { clipPath, borderRadius, rotate } = getComputedStyle(e);
            (found[e.className] ??= new Set()).add(`${clipPath} ${borderRadius.replace(/[\\d.]+px/g, 'px')} ${rotate}`);
        }
        return Object.values(found).map((each) => [...each]);
    }""")
    assert 5 == len(shapes)
    assert all(1 == len(each) for each in shapes)
    assert 5 == len({each[0] for each in shapes})


def test_no_violations(table: Table) -> None:
    """Neither the form, bets, play, a hand shown large, odds, tips, nor the result have what axe calls a violation."""
    page, faults = table.page, []
    page.evaluate(AXE_SCRIPT)
    for match in (positions()["bet-5"], positions()["play-4"]):
        come_to(table, match)
        for size in (PHONE, DESKTOP):
            set_size(table, size)
            faults += page.evaluate(RUN)
        for name in ("hand 1", "odds", "tips", "settings"):
            page.evaluate("action => tapisvert.send({ action })", name)
            faults += page.evaluate(RUN)
            table.do("close")
    come_to(table, list(steps(5, random.Random("last")))[-1])
    page.wait_for_selector("#sheet:visible")
    faults += page.evaluate(RUN)
    table.go_home("fr")
    faults += page.evaluate(RUN)
    assert [] == faults, "\n".join(faults)
