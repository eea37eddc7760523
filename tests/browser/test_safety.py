"""Texts from people and addresses stay texts, and no script runs but the site's own files."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from table.shell import CONTENT_SECURITY_POLICY
from tests.browser.saves import last_tricks
from tests.browser.table import SHEETS, Table
from tests.browser.test_match import INSTANT, start_quick_match

NAMES = ("Éloïse <b>♥", "<img src=x onerror=alert(1)>", "\"'&amp;</p>")
MARKUP = "document.querySelectorAll('[src=x], #seats b b, [onerror]').length"
LISTEN = """{
    globalThis.violations = [];
    addEventListener('securitypolicyviolation', (e) => violations.push(`${e.effectiveDirective} ${e.blockedURI}`));
}"""
SCRIPTS = """() => [document, ...[...document.querySelectorAll('template')].map((each) => each.content)]
    .flatMap((root) => [...root.querySelectorAll('*')])
    .flatMap((e) => [...e.attributes].map(({ name, value }) => [e, name, value]))
    .filter(([, name, value]) => name.startsWith('on') || /^[\\s\\0]*javascript:/i.test(value))
    .map(([e]) => e.outerHTML)"""
"""Lists the elements that carry scripts of their own, those of the shell's templates included."""


@pytest.fixture
def table(booted: Table) -> Table:
    """Gets the page that the tests of this module share."""
    return booted


def test_names_are_text(table: Table) -> None:
    """Names that look like markup, in a copy from elsewhere, are shown and told letter by letter, and are no markup."""
    page = table.page
    table.go_home("fr")
    table.take_in(last_tricks(2, NAMES))
    table.play_until("play")
    shown = [page.locator("#seats").text_content() or ""]
    table.open_sheet("log")
    shown.append(page.locator("#sheet").text_content() or "")
    table.close_sheet()
    table.play_until("match-over")
    shown.append(page.locator("#sheet").text_content() or "")
    shown.append(" ".join(table.live()))
    for name in NAMES:
        assert [True] * 4 == [name in text for text in shown], name
    assert 0 == page.evaluate(MARKUP)


@pytest.mark.parametrize("value", NAMES)
def test_addresses_are_text(table: Table, value: str) -> None:
    """Whatever stands in the address is shown as text if at all."""
    page = table.page
    page.evaluate("localStorage.clear()")
    table.open(urlencode(dict.fromkeys(("game", "lang", "speed", "bots"), value)))
    assert value in (page.locator("#home [role=alert]").text_content() or "")
    assert "fr" == page.get_attribute("html", "lang")
    assert 0 == page.evaluate(MARKUP)


def test_only_the_sites_own_files_run(table: Table) -> None:
    """No element brings a script of its own, and the policy that forbids it is there and nowhere broken in a match."""
    page = table.page
    page.add_init_script(LISTEN)
    table.open(f"game=hearts&lang=fr&{INSTANT}")
    assert [CONTENT_SECURITY_POLICY] == page.eval_on_selector_all(
        'meta[http-equiv="Content-Security-Policy"]', "all => all.map((meta) => meta.content)"
    )
    found = page.evaluate(SCRIPTS)
    start_quick_match(table, "fr")
    for phase in ("pass", "play", "deal-over"):
        table.play_until(phase)
        found += page.evaluate(SCRIPTS)
    table.play_until("play")
    for name in (*SHEETS, "lost"):
        table.open_sheet(name)
        found += page.evaluate(SCRIPTS)
        table.close_sheet()
    table.take_in(last_tricks(2))
    table.play_until("match-over")
    assert [] == found + page.evaluate(SCRIPTS)
    assert [] == page.evaluate("violations")
    assert [] == table.faults
    page.evaluate("""() => {
        document.body.setAttribute('onclick', 'globalThis.evil = true');
        document.body.click();
        const script = document.createElement('script');
        script.textContent = 'globalThis.evil = true';
        document.body.append(script);
    }""")
    page.wait_for_function("violations.length >= 2")
    assert page.evaluate("globalThis.evil") is None, "the policy does forbid it"
    assert 1 == len(page.evaluate(SCRIPTS)), "the search does find it"
    table.faults.clear()
