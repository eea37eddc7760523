"""After one visit the page plays without a network; whatever the host does then, a visitor runs wholly one build."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.browser import hosts
from tests.browser.conftest import CHROMIUM, DIST, FLAGS
from tests.browser.hosts import Host
from tests.browser.table import Table
from tools import site, weight

INSTANT = "game=hearts&lang=en&speed=instant&bots=worlds"
IDS = """() => {
    const { build, buildPage, buildBots } = document.documentElement.dataset;
    return [build, tapisvert.build, buildPage, buildBots];
}"""
"""The ids that the HTML, the scripts, the page's Python and the worker's Python show."""
CACHES = (
    "caches.keys().then((all) => all.filter((name) => name.includes('files ')).map((name) => name.split(' ').pop()))"
)
KEPT = "caches.keys().then((all) => all.filter((name) => name.includes('files ')).sort().join(' '))"
SNAPSHOT = """async (change) => {
    const name = (await caches.keys()).find((key) => key.endsWith('snapshot'));
    const cache = await caches.open(name);
    const [request] = await cache.keys();
    if (change === 'delete') return cache.delete(request);
    const old = await cache.match(request);
    const bytes = new Uint8Array(await old.arrayBuffer());
    if (change === 'cut') return cache.put(request, new Response(bytes.slice(0, 1 << 20), { headers: old.headers }));
    if (change === 'zero') return cache.put(request, new Response(bytes.fill(0, 1 << 22), { headers: old.headers }));
}"""
FAILING = """{
    const { set } = Int8Array.prototype;
    Int8Array.prototype.set = function (source, ...rest) {
        if (globalThis.tapisvertStart === undefined && source.length === 16384) throw new Error("not restored");
        return set.call(this, source, ...rest);
    };
}"""
"""Makes what is restored from the snapshot fail on the way."""


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the site as it would be after a change."""
    folder = tmp_path_factory.mktemp("newer") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "CONTENT_STAMP", "a newer build")
        site.build_site(folder)
    assert weight.build_of(folder) != weight.build_of(DIST)
    return folder


@pytest.fixture
def visitor(playwright: Playwright, tmp_path: Path) -> Iterator[Visitor]:
    """Gives a browser with a profile that outlives it."""
    one = Visitor(playwright, tmp_path)
    yield one
    one.close()


class Visitor:
    """A person's browser: one profile, closed and opened again."""

    def __init__(self, playwright: Playwright, profile: Path) -> None:
        self._playwright, self._profile = playwright, profile
        self._context: BrowserContext | None = None
        self.open()

    def open(self) -> None:
        """Opens the browser."""
        self._context = self._playwright.chromium.launch_persistent_context(
            self._profile, executable_path=CHROMIUM, args=FLAGS, locale="fr-FR"
        )
        self._context.set_default_timeout(60_000)

    def close(self) -> None:
        """Closes the browser."""
        if self._context is not None:
            self._context.close()
            self._context = None

    def visit(self, url: str, query: str = INSTANT) -> Page:
        """Opens the page in a tab of its own and waits until it answers and all that follows has come to rest."""
        assert self._context is not None
        page = self._context.new_page()
        page.goto(f"{url}?{query}")
        settled(page)
        return page


def settled(page: Page) -> None:
    """Waits until the page answers, the bots are up, and the device keeps what it can."""
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("html[data-build-bots][data-snapshot]", state="attached")


def build_shown(page: Page) -> str:
    """Gets the build that every part of the page shows; they must agree."""
    ids = set(page.evaluate(IDS))
    assert 1 == len(ids), ids
    return str(ids.pop())


def look_for_update(page: Page) -> None:
    """Has the browser ask the host for a newer build, and waits until it is offered."""
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((r) => r.update())")
    page.wait_for_selector("html[data-update=ready]", state="attached")


def take_update(page: Page, folder: Path, where: str = "#home") -> None:
    """Takes the build that is offered; it must be that of *folder*, wholly."""
    page.click(f'{where} [data-action="update"]')
    page.wait_for_function("id => document.documentElement?.dataset.build === id", arg=weight.build_of(folder))
    settled(page)
    assert weight.build_of(folder) == build_shown(page)


def start_match(page: Page, url: str) -> Table:
    """Deals, passes, and plays a card."""
    table = Table(page, url)
    table.do("new-match")
    table.play_until("play")
    table.play_card()
    table.wait_for_turn()
    return table


def test_plays_without_host_in_a_new_browser(host: Host, visitor: Visitor) -> None:
    """After one visit, with the host gone and the browser started again, a match goes on and a new one starts."""
    page = visitor.visit(host.url)
    table = start_match(page, host.url)
    hand = table.hand()
    visitor.close()
    host.stop()
    visitor.open()
    page = visitor.visit(host.url)
    table = Table(page, host.url)
    table.wait_for_turn()
    assert hand == table.hand()
    assert "snapshot" == page.evaluate("tapisvertStart")
    table.play_until("deal-over")
    table.do("home")
    start_match(page, host.url)
    host.start()


def test_background_fetches_each_file_once(host: Host, visitor: Visitor) -> None:
    """What is kept for play without a host comes from it once; what the page has had is not asked for again."""
    visitor.visit(host.url)
    build = weight.build_of(DIST)
    times = Counter(name.removeprefix("/") for name in host.sent)
    assert set(weight.background(DIST)) <= set(times)
    assert [] == [name for name, count in times.items() if count > 1 and name.startswith(build)]


def test_newer_build_is_offered_and_never_forced(host: Host, visitor: Visitor, newer: Path) -> None:
    """A new build waits until it is taken, between deals; the match goes on in it, and the old files go."""
    old = weight.build_of(DIST)
    page = visitor.visit(host.url)
    assert old == build_shown(page)
    table = start_match(page, host.url)
    hand = table.hand()
    host.folder = newer
    page.reload()
    table.wait_for_turn()
    page.wait_for_selector("html[data-update=ready]", state="attached")
    settled(page)
    assert old == build_shown(page), "nothing is forced"
    page.reload()
    settled(page)
    assert (old, hand) == (build_shown(page), table.hand())
    assert page.locator('[data-action="update"]:visible').count() == 0, "not offered in mid-deal"
    table.play_until("deal-over")
    take_update(page, newer, "#sheet")
    assert "deal-over" == table.wait_for_turn(), "the match is where it was"
    page.wait_for_function(f"() => {CACHES}.then((names) => names.length === 1)")
    assert [weight.build_of(newer)] == page.evaluate(CACHES)


def test_rollback_of_one_of_two_copies(
    host: Host, visitor: Visitor, newer: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """
    Under /a/ and /b/ of one host each visitor has the build that lies there, forward and back.

    A match goes on in a newer build and in an older one; what only the newer one can read is declined, and exported.
    """
    root = tmp_path_factory.mktemp("host")
    again = tmp_path_factory.mktemp("again") / "site"
    shutil.copytree(DIST, again, copy_function=shutil.copyfile)  # with the times of today, as a host has it
    host.folder = root
    (root / "a").symlink_to(DIST)
    (root / "b").symlink_to(newer)
    page, other = visitor.visit(f"{host.url}a/"), visitor.visit(f"{host.url}b/")
    assert (weight.build_of(DIST), weight.build_of(newer)) == (build_shown(page), build_shown(other))
    table = start_match(page, f"{host.url}a/")
    hand = table.hand()
    table.do("home")
    for folder in (newer, again):
        (root / "a").unlink()
        (root / "a").symlink_to(folder)
        look_for_update(page)
        take_update(page, folder)
        kept = f"tapis-vert/a/files {weight.build_of(folder)} tapis-vert/b/files {weight.build_of(newer)}"
        page.wait_for_function(f"() => {KEPT}.then((names) => names === '{kept}')")
        table.do("resume hearts")
        table.wait_for_turn()
        assert hand == table.hand()
        table.do("home")
    page.evaluate(
        "tapisvert.openStore().then((store) => store.put('match:hearts', 'tapisvert-save-2:of the newer build'))"
    )
    page.reload()
    settled(page)
    page.get_by_text("is from a newer version of this page").wait_for()
    table.do("save-sheet hearts")
    assert "tapisvert-save-2:of the newer build" == page.input_value("#sheet textarea")
    assert weight.build_of(newer) == build_shown(other)
    assert 0 == other.locator('[data-action^="resume"]').count()


@pytest.mark.parametrize("fault", [hosts.gone, hosts.cut, hosts.page_instead], ids=["gone", "cut", "page instead"])
def test_update_broken_off_changes_nothing(host: Host, visitor: Visitor, newer: Path, fault: hosts.Fault) -> None:
    """A network that fails in the midst of an update leaves the old build whole; nothing wrong is kept."""
    old = weight.build_of(DIST)
    visitor.visit(host.url).close()
    host.folder = newer
    host.faults["*/js/stage.js"] = fault
    page = visitor.visit(host.url)
    state = "() => navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting)"
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => {})")
    page.wait_for_function(state)
    assert old == build_shown(page)
    assert page.get_attribute("html", "data-update") is None
    host.faults.clear()
    look_for_update(page)
    assert old == build_shown(page)


def test_other_tab_keeps_its_build(host: Host, visitor: Visitor, newer: Path) -> None:
    """While a second tab shows the old build, an update taken in the first does not take its files away."""
    old = weight.build_of(DIST)
    first = visitor.visit(host.url)
    second = visitor.visit(host.url)
    host.folder = newer
    look_for_update(first)
    take_update(first, newer)
    assert old == build_shown(second)
    files = f"['{old}/css/table.css', '{old}/worker.py']"
    statuses = f"Promise.all({files}.map((name) => fetch(name).then((answer) => answer.status)))"
    assert [200, 200] == second.evaluate(statuses), "the old build is still whole"


@pytest.mark.parametrize("fault", [hosts.gone, hosts.page_instead, hosts.spoilt], ids=["gone", "page", "spoilt"])
def test_other_answer_in_the_browsers_cache(host: Host, visitor: Visitor, fault: hosts.Fault) -> None:
    """The browser's own answer for WebAssembly is taken only while it is the one that was checked and kept."""
    page = visitor.visit(host.url)
    url = page.evaluate("new URL(`${tapisvert.build}/pyodide/pyodide.asm.wasm`, location.href).href")
    ask = "async ([url, cache]) => (await (await fetch(url, { cache, mode: 'same-origin' })).arrayBuffer()).byteLength"
    worker = page.context.service_workers[0]
    size = (DIST / weight.build_of(DIST) / "pyodide/pyodide.asm.wasm").stat().st_size
    assert size == worker.evaluate(ask, [url, "only-if-cached"]), "the browser has one: what follows is no empty test"
    host.faults["*.wasm"] = fault
    worker.evaluate(ask, [url, "reload"])
    page.close()
    start_match(visitor.visit(host.url), host.url)


@pytest.mark.parametrize("change", ["delete", "cut", "zero"])
def test_snapshot_that_fails_is_made_again(host: Host, visitor: Visitor, change: str) -> None:
    """Without the snapshot, or with a spoilt one, the page boots in full, plays, and makes another."""
    page = visitor.visit(host.url)
    assert "full" == page.evaluate("tapisvertStart")
    page.evaluate(SNAPSHOT, change)
    page.close()
    page = visitor.visit(host.url)
    if page.evaluate("tapisvertStart") != "full":
        pytest.fail("a spoilt snapshot was used")
    start_match(page, host.url)
    page.close()
    assert "snapshot" == visitor.visit(host.url).evaluate("tapisvertStart")


def test_snapshot_that_cannot_be_restored(host: Host, visitor: Visitor) -> None:
    """If Pyodide fails on a snapshot that seemed whole, it boots in full in the same visit."""
    visitor.visit(host.url).close()
    assert visitor._context is not None
    page = visitor._context.new_page()
    page.add_init_script(FAILING)
    page.goto(f"{host.url}?{INSTANT}")
    page.wait_for_selector("body[data-ready]")
    assert "full" == page.evaluate("tapisvertStart")
    start_match(page, host.url)


def test_third_tab_takes_nothing_away(host: Host, visitor: Visitor, newer: Path) -> None:
    """As long as one tab shows the old build, its files stay, whatever other tabs come and go."""
    old = weight.build_of(DIST)
    first, second = visitor.visit(host.url), visitor.visit(host.url)
    host.folder = newer
    look_for_update(second)
    take_update(second, newer)
    second.close()
    third = visitor.visit(host.url)
    assert (old, weight.build_of(newer)) == (build_shown(first), build_shown(third))
    assert {old, weight.build_of(newer)} == set(third.evaluate(CACHES))
    first.close()
    third.evaluate("navigator.serviceWorker.controller.postMessage('tidy')")
    third.wait_for_function(f"() => {CACHES}.then((names) => names.length === 1)")


def test_host_moves_on_during_the_first_visit(host: Host, visitor: Visitor, newer: Path) -> None:
    """If the host has a newer build before the first visit has kept the older one, the newer one is offered."""
    assert visitor._context is not None
    page = visitor._context.new_page()
    host.faults["*/worker.py"] = hosts.gone
    page.goto(f"{host.url}?{INSTANT}")
    page.wait_for_selector("body[data-ready]")
    host.folder = newer
    host.faults.clear()
    page.evaluate("tapisvert.settle('')")
    page.wait_for_selector("html[data-update=ready]", state="attached")
    assert weight.build_of(DIST) == page.evaluate("document.documentElement.dataset.build")
    take_update(page, newer)


def test_kept_build_that_is_not_whole(host: Host, visitor: Visitor, newer: Path) -> None:
    """If a file that was kept is lost and the host has moved on, trying again leads to the newer build."""
    old = weight.build_of(DIST)
    page = visitor.visit(host.url)
    page.evaluate(
        "async (name) => { for (const key of await caches.keys()) await (await caches.open(key)).delete(name); }",
        f"{old}/js/listen.js",
    )
    host.folder = newer
    page.reload()
    page.wait_for_selector("#loading.failed")
    page.click('[data-action="retry"]')
    page.wait_for_function("id => document.documentElement?.dataset.build === id", arg=weight.build_of(newer))
    settled(page)
    assert weight.build_of(newer) == build_shown(page)


def test_no_snapshot_where_the_cache_is_denied(host: Host, chromium: Browser) -> None:
    """Where the device's cache cannot be opened, every visit boots in full, and plays."""
    with chromium.new_context(service_workers="block") as context:
        context.set_default_timeout(60_000)
        for _ in range(2):
            page = context.new_page()
            page.add_init_script(
                "CacheStorage.prototype.open = () => Promise.reject(new DOMException('', 'SecurityError'))"
            )
            page.goto(f"{host.url}?{INSTANT}")
            settled(page)
            assert ("full", "none") == (page.evaluate("tapisvertStart"), page.get_attribute("html", "data-snapshot"))
        start_match(page, host.url)


def test_no_snapshot_without_room(host: Host, chromium: Browser) -> None:
    """Where there is no room for a snapshot it is tried once; the next visit boots in full, and plays."""
    full = "Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));\n"
    maker = (DIST / weight.build_of(DIST) / "js/maker.mjs").read_text()
    with chromium.new_context(service_workers="block") as context:
        context.set_default_timeout(60_000)
        context.route("**/maker.mjs", lambda route: route.fulfill(content_type="text/javascript", body=full + maker))
        for told in ("QuotaExceededError", "none"):
            page = context.new_page()
            page.goto(f"{host.url}?{INSTANT}")
            settled(page)
            assert ("full", told) == (page.evaluate("tapisvertStart"), page.get_attribute("html", "data-snapshot"))
        start_match(page, host.url)


def test_retry_does_without_the_snapshot(host: Host, visitor: Visitor) -> None:
    """If Python fails after it was restored, the sentence's retry boots in full, however soon it comes."""
    visitor.visit(host.url).close()
    page = visitor.visit(host.url)
    assert "snapshot" == page.evaluate("tapisvertStart")
    page.add_init_script(
        "if (!sessionStorage.failed) JSON.stringify = new Proxy(JSON.stringify, { apply(real, self, args) {"
        " if (args[0]?.query) { sessionStorage.failed = 1; throw new Error('no boot'); } return real(...args); } });"
    )
    page.reload()
    page.wait_for_selector("#loading.failed")
    page.click('[data-action="retry"]')
    page.wait_for_selector("body[data-ready]")
    assert "full" == page.evaluate("tapisvertStart")


def test_page_can_be_installed(host: Host, visitor: Visitor) -> None:
    """The manifest names icons that are there, with relative addresses; the button shows when the browser offers."""
    page = visitor.visit(host.url)
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert ("./", "./", "standalone") == (manifest["start_url"], manifest["scope"], manifest["display"])
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        size = page.evaluate(
            "(src) => new Promise((done) => { const image = new Image(); image.onload = () => done(image.naturalWidth);"
            " image.onerror = () => done(0); image.src = src; })",
            icon["src"],
        )
        assert icon["sizes"] in ("any", f"{size}x{size}")
        assert size
    page.evaluate("""() => {
        delete document.documentElement.dataset.install;
        const offer = new Event('beforeinstallprompt', { cancelable: true });
        offer.prompt = () => { globalThis.prompted = true; };
        dispatchEvent(offer);
    }""")
    page.click('#home [data-action="install"]')
    assert page.evaluate("prompted")
    assert not page.locator('[data-action="install"]:visible').count()
