"""A browser that keeps nothing, or no more; damaged saves and copies; two copies of the site on one host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DIST, Watch
from tests.browser.table import Table
from tests.browser.test_match import EACH_STORE, INSTANT, start_quick_match
from tools import serve, weight

BARE = '<!doctype html><link rel="icon" href="data:,">'
BLOCKED = """
    const refuse = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
    for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(globalThis, name, { get: refuse, configurable: true });
    Object.defineProperty(globalThis, "caches", { value: undefined, configurable: true });
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
"""
OPEN = "Object.defineProperty(IDBFactory.prototype, 'open', { value: %s, configurable: true });"
NO_DATABASE = {
    "fails": OPEN
    % """() => {
        const request = { error: new DOMException("denied", "UnknownError") };
        setTimeout(() => request.onerror?.({ type: "error", target: request, preventDefault() {} }));
        return request;
    }""",
    "throws": OPEN % "() => { throw new DOMException('denied', 'SecurityError'); }",
    "never answers": OPEN % "() => ({})"
    + "const wait = setTimeout; globalThis.setTimeout = (work, time) => wait(work, time === 5000 ? 0 : time);",
    "is not there": "Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });",
    "opens only": "IDBDatabase.prototype.transaction = () => { throw new DOMException('gone', 'InvalidStateError'); };",
}
FULL = {
    "throws": "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "aborts": """const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...a) {
            const request = put.apply(this, a);
            request.addEventListener("success", () => this.transaction.abort());
            return request;
        };""",
    "fails": """const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...a) {
            const request = put.apply(this, a);
            queueMicrotask(() => this.transaction.abort());
            return request;
        };""",
}


def bare(page: Page, url: str) -> Page:
    """Loads a page of the site's origin on which nothing runs."""
    address = f"{url}{weight.build_of(DIST)}/js/bare"
    page.route(address, lambda route: route.fulfill(content_type="text/html", body=BARE))
    page.goto(address)
    return page


def test_store_tells_every_refusal(fresh_page: Page, url: str) -> None:
    """A write that is refused, or undone when it seemed done, is told; the next one may succeed."""
    page = bare(fresh_page, url)
    page.evaluate("""async () => {
        globalThis.store = await (await import("./store.mjs")).open("test");
        globalThis.real = IDBObjectStore.prototype.put;
        globalThis.ask = (work) => work.then((v) => v, (e) => e.name);
    }""")
    assert page.evaluate("ask(store.put('a', 'one'))") is True
    for how, script in FULL.items():
        told = page.evaluate(f"async () => {{ {script} return ask(store.put('a', 'lost')); }}")
        assert told in ("QuotaExceededError", "AbortError"), how
        assert page.evaluate("IDBObjectStore.prototype.put = real, store.all()") == '{"a":"one"}', how
    assert page.evaluate("ask(store.put('a', 'two'))") is True
    assert page.evaluate("ask(store.remove('a', 'one'))") is False
    assert page.evaluate("ask(store.remove('b', ''))") is False
    assert page.evaluate("store.all()") == '{"a":"two"}'
    assert page.evaluate("ask(store.remove('a', 'two'))") is True
    assert page.evaluate("store.all()") == "{}"


def test_store_is_fenced(fresh_page: Page, url: str) -> None:
    """Whoever no longer holds the token writes nothing; a cut connection is opened again."""
    found = bare(fresh_page, url).evaluate("""async () => {
        const store = await (await import("./store.mjs")).open("test");
        await store.put("owner", "me");
        const answers = [await store.put("save", "mine", "owner", "me")];
        await store.put("owner", "you");
        answers.push(await store.put("save", "late", "owner", "me"));
        await new Promise((done) => {
            const upgrade = indexedDB.open("test", 2); // makes the store give its connection up
            upgrade.onsuccess = () => { upgrade.result.close(); indexedDB.deleteDatabase("test").onsuccess = done; };
        });
        answers.push(await store.put("save", "again"));
        return [answers, await store.all()];
    }""")
    assert [[True, False, True], '{"save":"again"}'] == found


@pytest.mark.parametrize("how", NO_DATABASE)
def test_stand_in_is_installed_only_where_needed(fresh_page: Page, url: str, how: str) -> None:
    """However IndexedDB is broken, what PyScript asks of it is answered from memory, and it is said to be so."""
    fresh_page.add_init_script(NO_DATABASE[how])
    found = bare(fresh_page, url).evaluate("""async () => {
        const { isKept } = await import("./idb-fallback.mjs");
        const got = (request) => new Promise((done) => { request.onsuccess = ({ target }) => done(target.result); });
        const store = () => db.transaction("entries", "readwrite", {}).objectStore("entries");
        const db = await got(indexedDB.open("x"));
        await got(store().put("value", "key"));
        const found = [await got(store().get("key")), await got(store().getAllKeys()), await got(store().count())];
        await got(store().delete("key"));
        const opened = await (await import("./store.mjs")).open("y").then(() => "open", (error) => error.name);
        return [isKept, globalThis.tapisvertMemoryOnly, found, await got(store().getKey("key")) ?? null, opened];
    }""")
    assert [False, True, ["value", ["key"], 1], None, "NotSupportedError"] == found


def test_real_database_is_left_alone(fresh_page: Page, url: str) -> None:
    """Where IndexedDB works nothing is replaced, in the page and in a worker; in a worker without, it is."""
    found = bare(fresh_page, url).evaluate("""async () => {
        const real = indexedDB;
        const { isKept } = await import("./idb-fallback.mjs");
        const ask = (break_it) => new Promise((done) => {
            const code = `${break_it}; import("${new URL("./idb-fallback.mjs", location).href}").then(({ isKept }) => {
                indexedDB.open("x").onsuccess = () => postMessage(isKept);
            });`;
            new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" })
                .onmessage = ({ data }) => done(data);
        });
        return [isKept, indexedDB === real, !!globalThis.tapisvertMemoryOnly, await ask(""),
            await ask("Object.defineProperty(self, 'indexedDB', { value: undefined, configurable: true })")];
    }""")
    assert [True, True, False, True, False] == found


def test_everything_blocked(fresh_table: Table) -> None:
    """With all storage refused one plays in memory, is told so once on each screen, and can take a copy along."""
    table, page = fresh_table, fresh_table.page
    page.add_init_script(BLOCKED + NO_DATABASE["fails"])
    table.open(f"game=hearts&lang=fr&{INSTANT}")
    assert 1 == page.inner_text("#home").count("ne garde rien")
    table.shoot("unkept-home-fr")
    table.do("new-match")
    table.play_until("play")
    assert 1 == page.locator("#notice p:visible").count()
    assert "Rien n’est gardé" in page.inner_text("#notice")
    assert "ne garde rien" not in page.inner_text("#live"), "home has said it"
    for width, height in ((360, 640), (1280, 760)):
        page.set_viewport_size({"width": width, "height": height})
        table.shoot(f"unkept-table-fr-{width}")
        assert page.evaluate("document.querySelector('#notice p').scrollWidth <= innerWidth")
    table.do("settings")
    table.do("save-sheet")
    table.do("copy-save")
    page.wait_for_selector("#sheet .note:not(:empty)")
    with page.expect_download() as download:
        table.do("download-save")
    assert "tapis-vert-hearts.txt" == download.value.suggested_filename
    assert download.value.path().read_text().startswith("tapisvert-save-1:")
    table.do("close")
    position = table.position()
    table.do("home")
    table.do("resume hearts")
    table.wait_for_turn()
    assert position == table.position()


def test_full_in_mid_match_then_a_copy(table: Table, tmp_path: Path) -> None:
    """A disk that fills up is told at the table at once; the copy made there goes on in another browser."""
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start_quick_match(table, "fr")
    table.play_until("play")
    table.do("settings")
    table.shoot("settings-with-copy-fr")
    table.do("save-sheet")
    for width, height in ((360, 640), (1280, 760)):
        page.set_viewport_size({"width": width, "height": height})
        table.shoot(f"save-sheet-fr-{width}")
    table.do("close")
    page.evaluate(f"() => {{ {FULL['aborts']} }}")
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    page.evaluate("""() => {
        const say = tapisvert.say;
        globalThis.said = [];
        tapisvert.say = (line) => { said.push(line); say(line); };
    }""")
    table.play_card()
    page.wait_for_selector("#notice p:visible")
    table.wait_for_turn()
    table.play_until("play")
    assert 1 == page.evaluate("said.filter((line) => line.includes('ne garde rien')).length")
    table.do("settings")
    table.do("save-sheet")
    table.do("copy-save")
    page.wait_for_selector("#sheet .note:not(:empty)")
    assert "Copié." == page.inner_text("#sheet .note")
    save = page.evaluate("navigator.clipboard.readText()")
    table.do("close")
    hand, position = table.hand(), table.position()
    page.reload()
    page.wait_for_selector("body[data-ready]")
    table.wait_for_turn()
    assert position != table.position(), "what was refused is not there, and nothing said that it was"
    table.do("home")
    table.do("open-sheet")
    for width, height in ((360, 640), (1280, 760)):
        page.set_viewport_size({"width": width, "height": height})
        table.shoot(f"open-sheet-fr-{width}")
    for junk in ("", "undefined", "[object Object]", "x" * 2_000_000, save[:-8]):
        page.evaluate("junk => { document.querySelector('#sheet textarea').value = junk; }", junk)
        table.do("import")
        page.wait_for_selector("#sheet [role=alert]")
        assert "pas une partie" in page.inner_text("#sheet [role=alert]")
    table.shoot("open-sheet-refused-fr")
    file = tmp_path / "copy.txt"
    file.write_text(save)
    page.set_input_files("#sheet input[type=file]", file)
    page.wait_for_selector('#sheet [data-action="replace"]')
    for width, height in ((360, 640), (1280, 760)):
        page.set_viewport_size({"width": width, "height": height})
        table.shoot(f"replace-fr-{width}")
    table.do("replace")
    page.wait_for_function("position => document.querySelector('#table').dataset.ply === position", arg=position[1])
    table.wait_for_turn()
    assert (hand, position) == (table.hand(), table.position())
    table.do("home")
    page.evaluate(f"({EACH_STORE})((all, key) => key.startsWith('match:') && all.put('</textarea><b>', key))")
    page.evaluate("localStorage.clear()")
    table.open(f"lang=fr&{INSTANT}")
    for width, height in ((360, 640), (1280, 760)):
        page.set_viewport_size({"width": width, "height": height})
        table.shoot(f"home-aside-fr-{width}")
    table.do("save-sheet aside:hearts:1")
    assert "</textarea><b>" == page.input_value("#sheet textarea")
    for width, height in ((360, 640), (1280, 760)):
        page.set_viewport_size({"width": width, "height": height})
        table.shoot(f"aside-fr-{width}")
    table.do("forget-aside")
    page.wait_for_selector("#sheet", state="hidden")
    assert 0 == page.locator('[data-action^="save-sheet"]').count()


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[str]:
    """Serves the site twice on one host, under /a/ and /b/."""
    for name in "ab":
        (tmp_path / name).symlink_to(DIST)
    server, address = serve.start(tmp_path)
    yield address
    server.shutdown()
    server.server_close()


def test_two_copies_on_one_host_share_nothing(chromium: Browser, twins: str) -> None:
    """A match under /a/ is neither seen nor blocked under /b/, and every name that is kept carries the path."""
    watch = Watch(twins)
    with chromium.new_context(locale="fr-FR") as context:
        watch.over(context)
        context.set_default_timeout(60_000)
        first, second = (Table(context.new_page(), f"{twins}{name}/") for name in "ab")
        start_quick_match(first, "fr")
        first.wait_for_turn()
        second.open(f"game=hearts&lang=fr&{INSTANT}")
        assert second.page.locator('[data-action="resume hearts"]').count() == 0
        second.do("new-match")
        second.wait_for_turn()
        assert second.page.is_hidden("#sheet")
        first.do("settings")
        first.do("language en")
        first.page.wait_for_selector("html[data-offline][data-snapshot=made]", state="attached")
        names = first.page.evaluate("""async () => [
            ...(await indexedDB.databases()).map(({ name }) => name), ...Object.keys(localStorage),
            ...(await caches.keys()), ...(await navigator.locks.query()).held.map(({ name }) => name)]""")
        ours = [name for name in names if not name.startswith("IDBMap/")]  # PyScript's own, empty
        assert {"tapis-vert/a/", "tapis-vert/b/", "tapis-vert/a/table:hearts", "tapis-vert/b/table:hearts"} <= set(ours)
        assert {f"tapis-vert/a/files {weight.build_of(DIST)}", "tapis-vert/a/snapshot"} <= set(ours)
        assert [] == [name for name in ours if "/a/" not in name and "/b/" not in name]
        assert second.page.evaluate("tapisvert.recall('language')") == ""
    assert [] == watch.faults
