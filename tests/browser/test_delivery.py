"""Whatever a host does wrong, the page plays or says so in a sentence, with a retry that works."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from table.shell import CONTENT_SECURITY_POLICY
from tests.browser import hosts
from tests.browser.conftest import CHROMIUM, DIST, FLAGS
from tests.browser.hosts import Host
from tests.browser.table import Table
from tools import serve, weight

INSTANT = "game=hearts&lang=en&speed=instant&bots=worlds"
HURRY = "{ const real = setInterval; globalThis.setInterval = (work, time) => real(work, time === 1000 ? 20 : time); }"
"""Makes the loader's seconds short, in the page alone."""
ALL_ELSE_CAME = """(awaited) => {
    const { needed } = JSON.parse(document.querySelector('script[data-files]').dataset.files);
    const come = performance.getEntriesByType('resource').map((entry) => entry.name.split('?')[0]);
    return needed.every((name) => name === awaited || come.some((each) => each.endsWith(`/${name}`)));
}"""
"""Nothing more can arrive and take a sentence about silence back."""
SLOW = """{
    const real = WebAssembly.instantiate;
    const told = new Promise((done) => { globalThis.go = done; });
    WebAssembly.instantiate = (...parts) => told.then(() => real(...parts));
}"""
"""Makes the start take until it is told to go on."""
BROKEN: dict[str, tuple[str, hosts.Fault]] = {
    "no interpreter": ("*/pyodide.asm.mjs", hosts.gone),
    "no library": ("*/python_stdlib.zip", hosts.gone),
    "no table": ("*/page.zip", hosts.gone),
    "no PyScript": ("*/pyscript/core-*.js", hosts.gone),
    "no style": ("*/table.css", hosts.gone),
    "no stage": ("*/stage.js", hosts.gone),
    "no listener": ("*/listen.js", hosts.gone),
    "a page for the listener": ("*/listen.js", hosts.page_instead),
    "half the keys": ("*/keys.js", hosts.cut),
    "no start": ("*/start.mjs", hosts.gone),
    "no store": ("*/store.mjs", hosts.gone),
    "a page for a module": ("*/interpreter.mjs", hosts.page_instead),
    "a page for the table": ("*/page.zip", hosts.page_instead),
    "modules as plain text": ("*.mjs", hosts.typed("text/plain")),
    "half a library": ("*/python_stdlib.zip", hosts.cut),
    "half the interpreter": ("*/pyodide.asm.wasm", hosts.cut),
    "spoilt interpreter": ("*/pyodide.asm.wasm", hosts.spoilt),
    "spoilt table": ("*/page.zip", hosts.spoilt),
    "a policy without evaluation": ("/", hosts.changed("&#x27;unsafe-eval&#x27;", "")),
}


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[BrowserContext]:
    """Opens a fresh profile that nobody watches: here things go wrong."""
    context = chromium.new_context(locale="fr-FR")
    context.set_default_timeout(60_000)
    yield context
    context.close()


def plays(page: Page, url: str) -> Table:
    """Deals a hand and plays its first card."""
    table = Table(page, url)
    table.do("new-match")
    table.play_until("play")
    table.play_card()
    return table


@pytest.mark.parametrize("what", BROKEN)
def test_broken_delivery_ends_in_a_sentence(host: Host, visitor: BrowserContext, what: str) -> None:
    """Whatever of the start-up does not come as it should, a sentence says so and offers to try again."""
    pattern, fault = BROKEN[what]
    host.faults[pattern] = fault
    page = visitor.new_page()
    page.goto(f"{host.url}?{INSTANT}")
    page.wait_for_selector("#loading.failed")
    assert "could not be loaded" in page.inner_text("#loading-text")
    assert page.is_visible('[data-action="retry"]')
    assert "Traceback" not in page.inner_text("body")


def test_retry_works(host: Host, visitor: BrowserContext) -> None:
    """Once the host is well again, the button of the sentence leads to the table."""
    host.faults["*/python_stdlib.zip"] = hosts.gone
    page = visitor.new_page()
    page.goto(f"{host.url}?{INSTANT}")
    page.wait_for_selector("#loading.failed")
    host.faults.clear()
    page.click('[data-action="retry"]')
    page.wait_for_selector("body[data-ready]")
    plays(page, host.url)


def test_sentence_speaks_the_language_chosen(host: Host, visitor: BrowserContext) -> None:
    """A language chosen after a failure, or in a silence, says the same in it and takes nothing back."""
    [library] = [path.relative_to(DIST).as_posix() for path in DIST.rglob("python_stdlib.zip")]
    for fault in (hosts.gone, hosts.silent(host)):
        host.faults["*/python_stdlib.zip"] = fault
        page = visitor.new_page()
        page.add_init_script(HURRY)
        page.goto(f"{host.url}?{INSTANT}")
        page.wait_for_function(ALL_ELSE_CAME, arg=library)
        page.wait_for_selector("#loading.failed")
        said = page.inner_text("#loading")
        page.click('[data-action="language fr"]')
        assert page.is_visible('[data-action="retry"]')
        assert said != page.inner_text("#loading")
        assert "Réessayer" == page.inner_text('[data-action="retry"]')
        assert "Réglages" == page.get_attribute("#settings-button", "aria-label")
        page.click('[data-action="language en"]')
        assert said == page.inner_text("#loading")
        assert "Settings" == page.get_attribute("#settings-button", "title")
        page.evaluate("localStorage.clear()")
        page.close()


@pytest.mark.parametrize("fault", [hosts.gone, hosts.page_instead], ids=["gone", "a page instead"])
def test_page_without_loader_says_so(host: Host, visitor: BrowserContext, fault: hosts.Fault) -> None:
    """Where not even the loader comes, the page itself says so, in both languages, with a way to try again."""
    host.faults["*/loader.js"] = fault
    page = visitor.new_page()
    page.goto(f"{host.url}?{INSTANT}")
    assert page.is_visible("#stuck")
    assert {"fr", "en"} == set(page.eval_on_selector_all("#stuck p", "all => all.map((p) => p.lang)"))
    host.faults.clear()
    page.click("#stuck p:lang(en) a")
    page.wait_for_selector("body[data-ready]")
    assert page.is_hidden("#stuck")


def test_what_a_host_adds_is_no_fault(host: Host, visitor: BrowserContext) -> None:
    """A script of another site that a host puts into its pages is blocked, and the page starts all the same."""
    host.faults["/"] = hosts.changed("</body>", '<script src="https://beacon.invalid/b.js"></script></body>')
    page = visitor.new_page()
    page.goto(f"{host.url}?{INSTANT}")
    page.wait_for_selector("body[data-ready]")
    assert not page.locator("#loading.failed").count()


@pytest.mark.parametrize(
    "pattern", ["*/python_stdlib.zip", "*/pyodide.asm.mjs", "*/stage.js", "*/store.mjs", "*/table.css"]
)
def test_silence_ends_in_a_sentence(host: Host, visitor: BrowserContext, pattern: str) -> None:
    """Fifteen seconds without a byte, in a large file, a script or the style, end in a sentence."""
    host.faults[pattern] = hosts.silent(host)
    page = visitor.new_page()
    page.add_init_script(HURRY)
    page.goto(f"{host.url}?{INSTANT}", wait_until="commit")
    page.wait_for_selector("#loading.failed")
    assert "Nothing has arrived" in page.inner_text("#loading-text")
    assert page.is_visible('[data-action="retry"]')


def test_slow_start_is_no_failure(host: Host, visitor: BrowserContext) -> None:
    """Once all has come, a start that takes long says that it is still working, and ends at the table."""
    page = visitor.new_page()
    page.add_init_script(HURRY + SLOW)
    page.goto(f"{host.url}?{INSTANT}", wait_until="commit")
    page.wait_for_function("document.getElementById('loading-text')?.textContent.includes('Still getting ready')")
    assert not page.locator("#loading.failed").count()
    page.evaluate("go()")
    page.wait_for_selector("body[data-ready]")


def test_wrong_type_of_webassembly_is_mended(host: Host, visitor: BrowserContext) -> None:
    """WebAssembly served as any bytes starts all the same, on the page and in the worker."""
    host.faults["*.wasm"] = hosts.typed("application/octet-stream")
    page = visitor.new_page()
    page.goto(f"{host.url}?{INSTANT}")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("html[data-build-bots]", state="attached")
    plays(page, host.url)


def test_page_from_disk_says_what_to_do(visitor: BrowserContext) -> None:
    """Opened from the disk, the page explains itself, in the reader's language."""
    page = visitor.new_page()
    page.goto((DIST / "index.html").as_uri())
    page.wait_for_selector("#loading.failed")
    assert "http.server" in page.inner_text("#loading-text")
    assert "disque" in page.inner_text("#loading-text")


def test_plain_http_on_another_host_plays_and_saves(host: Host, playwright: Playwright) -> None:
    """Without a secure context there is no service worker, cache or lock: the page plays and saves all the same."""
    rules = "--host-resolver-rules=MAP cards.test 127.0.0.1"
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, rules])
    page = browser.new_page()
    page.set_default_timeout(60_000)
    url = host.url.replace("127.0.0.1", "cards.test")
    page.goto(f"{url}?{INSTANT}")
    page.wait_for_selector("body[data-ready]")
    assert not page.evaluate("isSecureContext")
    table = plays(page, url)
    table.wait_for_turn()
    hand = table.hand()
    page.reload()
    table.wait_for_turn()
    assert hand == table.hand()
    browser.close()


NEEDED = (
    ("script-src 'self'", "script-src 'none'"),
    (" 'unsafe-eval'", ""),
    ("worker-src 'self' blob:", "worker-src 'self'"),
    ("connect-src 'self'", "connect-src 'none'"),
    ("img-src 'self'", "img-src 'none'"),
    ("style-src 'self'", "style-src 'none'"),
    ("style-src-attr 'unsafe-inline'", "style-src-attr 'none'"),
)
"""What the policy allows, and the policy without it; a manifest refused is not reported to the page."""


@pytest.mark.parametrize(("allowed", "refused"), NEEDED, ids=[allowed for allowed, _ in NEEDED])
def test_policy_allows_no_more_than_is_needed(host: Host, visitor: BrowserContext, allowed: str, refused: str) -> None:
    """Each thing that the policy allows is used: without it the browser reports a violation."""
    policy = html.escape(CONTENT_SECURITY_POLICY)
    smaller = html.escape(CONTENT_SECURITY_POLICY.replace(allowed, refused))
    assert policy != smaller
    host.faults["/"] = hosts.changed(policy, smaller)
    page = visitor.new_page()
    page.add_init_script(
        "addEventListener('securitypolicyviolation', () => { document.documentElement.dataset.violated = ''; });"
    )
    page.goto(f"{host.url}?{INSTANT}", wait_until="commit")
    page.wait_for_selector("html[data-violated]", state="attached")


def test_first_card_weighs_what_the_budget_says(host: Host, visitor: BrowserContext) -> None:
    """Until the first card answers, nothing is fetched that the budget does not count, and nothing twice."""
    page = visitor.new_page()
    page.route("**/worker.py", lambda _: None)  # never answered: the bots' worker fetches nothing yet
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url.partition("?")[0].removeprefix(host.url)))
    page.goto(f"{host.url}?{INSTANT}")
    page.click('[data-action="new-match"]')
    page.locator("#hand [data-action^='select']").first.click()
    page.wait_for_selector('#hand [aria-pressed="true"]')
    fetched = [name or "index.html" for name in requests if not name.startswith(("blob:", "data:"))]
    listed = set(weight.first_card(DIST))
    build = weight.build_of(DIST)
    later = {f"{build}/worker.py", "manifest.webmanifest"}
    pictures = [name for name in fetched if "/cards/" in name]
    assert len(set(pictures)) <= weight.HAND
    assert set() == set(fetched) - set(pictures) - listed - later
    twice = {name for name in listed if fetched.count(name) > 1}
    assert set() == twice - {f"{build}/icons/icon.svg"}, "the browser shows the icon in more than one place"
    page.unroute_all(behavior="ignoreErrors")


def test_page_may_come_after_its_files(host: Host, visitor: BrowserContext) -> None:
    """A page that breaks off behind its progress bar, and goes on once all the large files have come, starts."""
    rest = threading.Event()

    def in_two_parts(handler: serve.Handler) -> bool:
        content = (DIST / "index.html").read_bytes()
        at = content.index(b'<div id="sheet"')
        handler.send_response(HTTPStatus.OK)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[:at])
        handler.wfile.flush()
        rest.wait(60)
        handler.wfile.write(content[at:])
        return True

    host.faults["/"] = in_two_parts
    page = visitor.new_page()
    page.goto(f"{host.url}?{INSTANT}", wait_until="commit")
    come = "(name) => performance.getEntriesByType('resource').some((e) => e.name.endsWith(name) && e.responseEnd)"
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "page.zip"):
        page.wait_for_function(come, arg=name)
    assert page.locator("#loading-bar").count()
    assert not page.locator("template").count()
    rest.set()
    page.wait_for_selector("body[data-ready]")
    plays(page, host.url)
