"""Everything by the keyboard alone: the hand by arrows, the rest by Tab, what helps by one key."""

from __future__ import annotations

import time

import pytest

from table.saves import pack
from tests.browser.table import Table
from tests.table.solo_whist import position, record_of

COUNT_LINES = """() => { const say = tapisvert.say; window.told = [];
    tapisvert.say = (line) => { window.told.push(line); say(line); }; }"""
SHEETS = {"j": "Journal", "c": "Cartes jouées", "p": "Dernier pli", "g": "Réglages", "?": "Aide et raccourcis"}


def press(table: Table, *keys: str) -> None:
    """Presses keys, and makes sure that nothing scrolls."""
    for key in keys:
        table.page.keyboard.press(key)
    assert [0, 0, 0] == table.page.evaluate("[scrollX, scrollY, document.querySelector('#table').scrollTop]")


def tab_to(table: Table, action: str) -> None:
    """Goes on by Tab until the button of an action has the focus."""
    for _ in range(40):
        if table.focused("action") == action:
            return
        press(table, "Tab")
    pytest.fail(f"Tab never reaches {action}")


def in_hand(table: Table) -> bool:
    return bool(table.page.evaluate("!!document.activeElement.closest('#hand')"))


def close(table: Table) -> None:
    press(table, "Escape")
    table.page.wait_for_selector("#sheet", state="hidden")


def sheet_heading(table: Table) -> str:
    table.page.wait_for_selector("#sheet:visible")
    return table.page.inner_text("#sheet h2")


def to_card(table: Table, refused: bool) -> None:
    """Goes by arrows to a card that may be played now, or to one that may not."""
    table.page.keyboard.press("Home")
    for _ in range(13):
        if (table.page.evaluate("document.activeElement.ariaDisabled === 'true'")) == refused:
            return
        press(table, "ArrowRight")
    pytest.fail("no such card in hand")


def pass_by_keys(table: Table) -> None:
    """Passes the first three cards."""
    assert in_hand(table), "the focus came to the hand by itself"
    press(table, "Home", "Enter", "ArrowRight", "Enter", "ArrowRight", " ")
    table.page.wait_for_selector('[data-action="confirm-pass"]:not([aria-disabled])')
    tab_to(table, "confirm-pass")
    press(table, "Enter")
    table.page.wait_for_function("document.getElementById('table').dataset.phase !== 'pass'")


def test_whole_deal_by_keyboard(booted: Table) -> None:
    """A deal of Hearts from Play to the next deal, by keys alone; each of your turns is told in one update."""
    table = booted
    page = table.page
    page.evaluate(COUNT_LINES)
    for seat in (1, 2, 3):
        page.select_option(f'[name="level.{seat}"]', "easy")
    tab_to(table, "new-match")
    press(table, "Enter")
    assert "pass" == table.wait_for_turn()
    pass_by_keys(table)
    for left in range(13, 0, -1):
        assert "play" == table.wait_for_turn()
        assert in_hand(table), "the focus stays in the hand after a play"
        assert left == len(table.hand())
        assert 1 == page.locator('#hand [tabindex="0"]').count()
        assert "À vous" in table.live()[-1]
        to_card(table, refused=False)
        position = table.position()
        press(table, "Enter")
        table.wait_for_change(position)
    assert "deal-over" == table.wait_for_turn()
    told = page.evaluate("told")
    assert 15 == len(told), "a pass, 13 cards, the result"
    assert 4 == told[-1].count(", score ")
    assert "next-deal" == table.focused("action")
    press(table, "Enter")
    assert "pass" == table.wait_for_turn()
    assert in_hand(table), "the focus comes back to the hand"
    pass_by_keys(table)


def test_arrows_move_in_the_hand(booted: Table) -> None:
    """The hand is one tab stop; Left, Right, Home and End move in it, Up and Down between its two rows on a phone."""
    table = booted
    page = table.page
    table.come_to_play()
    page.locator("#title").click()
    press(table, "ArrowDown")
    assert in_hand(table), "an arrow pressed nowhere finds the hand"
    hand = table.hand()
    press(table, "End")
    assert hand[-1] == table.focused("key")
    press(table, "ArrowRight", "ArrowLeft")
    assert hand[-2] == table.focused("key")
    press(table, "Home", "ArrowLeft")
    assert hand[0] == table.focused("key")
    press(table, "ArrowUp")
    assert hand[0] == table.focused("key"), "one row has nothing above"
    page.set_viewport_size({"width": 360, "height": 640})
    half = (len(hand) + 1) // 2
    assert half > 3, "two rows"
    press(table, "Home", "ArrowRight", "ArrowDown")
    assert table.focused("key") in hand[half : half + 3]
    press(table, "ArrowUp")
    assert table.focused("key") in hand[:3]
    press(table, "Tab")
    assert not in_hand(table)
    press(table, "Shift+Tab")
    assert in_hand(table)
    page.set_viewport_size({"width": 1280, "height": 760})


def test_refused_card_is_reached_and_says_why(booted: Table) -> None:
    """A refused card has the focus like any other, is called not playable, and says why on Enter."""
    table = booted
    page = table.page
    table.come_to_play()
    table.play_until_refused()
    position = table.position()
    page.locator("#hand button").first.focus()
    to_card(table, refused=True)
    card = table.focused("key")
    label = page.evaluate("document.activeElement.ariaLabel")
    reason = page.evaluate("document.activeElement.title")
    assert label.endswith(", non jouable")
    press(table, "Enter")
    page.wait_for_selector("#prompt .refused")
    assert reason == page.inner_text("#prompt") == table.live()[-1]
    assert (card, position) == (table.focused("key"), table.position())


def test_shortcuts(booted: Table) -> None:
    """Each key opens its sheet, closes it again, and the focus is back on the card it was on."""
    table = booted
    page = table.page
    table.come_to_play()
    table.play_card()  # whoever leads the first trick has seen no card played
    table.wait_for_turn()
    page.locator("#hand button").last.focus()
    card = table.focused("key")
    for key, heading in SHEETS.items():
        press(table, key)
        assert heading == sheet_heading(table)
        table.page.keyboard.press(key)
        page.wait_for_selector("#sheet", state="hidden")
        assert card == table.focused("key"), f"after {key}"
    press(table, "J")
    assert "Journal" == sheet_heading(table), "with Shift or Caps Lock too"
    press(table, "c")
    page.wait_for_function("document.querySelector('#sheet h2').textContent === 'Cartes jouées'")
    close(table)
    assert card == table.focused("key")
    last = table.live()[-1]
    assert "Trèfle\N{NO-BREAK SPACE}: " in last, "the cards played are told as well"
    count = len(table.page.evaluate("told"))
    press(table, "r")
    page.wait_for_function("count => told.length > count", arg=count)
    assert last == table.live()[-1]
    press(table, "t")
    page.wait_for_function("count => told.length > count", arg=count + 1)
    assert "À vous" in table.live()[-1]
    press(table, "Control+c", "Alt+j", "Meta+g")
    assert page.is_hidden("#sheet")


def test_focus_comes_back_to_the_hand(booted: Table) -> None:
    """After a sheet opened from the bar, the focus is in the hand when it is your turn; Tab stays in the sheet."""
    table = booted
    table.come_to_play()
    table.page.locator("#settings-button").focus()
    press(table, "Enter")
    assert "Réglages" == sheet_heading(table)
    for _ in range(14):
        press(table, "Tab")
        assert table.page.evaluate("!!document.activeElement.closest('#sheet')")
    close(table)
    assert in_hand(table)


def test_log_says_what_happened(booted: Table) -> None:
    """The log has every card of the trick on the table, and its newest line is in view."""
    table = booted
    page = table.page
    table.come_to_play()
    table.step()
    table.come_to_play()
    press(table, "j")
    sheet_heading(table)
    lines = page.locator("#sheet li").all_text_contents()
    shown = page.eval_on_selector_all("#trick .card", "cards => cards.map(c => c.ariaLabel)")
    for label in shown:
        assert f"{label.removesuffix(', emporte le pli')}." in lines
    assert page.evaluate("""() => { const box = (e) => e.getBoundingClientRect();
        const end = box(document.querySelector('#sheet li:last-child')), view = box(document.querySelector('.lines'));
        return end.bottom <= view.bottom + 1 && end.top >= view.top; }""")
    close(table)


def test_keys_can_be_switched_off(booted: Table) -> None:
    """Switched off, no character does anything, `?` included; the help has its button still, after a reload too."""
    table = booted
    page = table.page
    table.come_to_play()
    press(table, "g")
    sheet_heading(table)
    table.do("set keys off")
    page.wait_for_selector('#sheet [data-action="set keys off"][aria-pressed="true"]')
    close(table)
    for _ in range(2):
        page.locator("#hand button").first.focus()
        press(table, *SHEETS, "r", "t")
        page.wait_for_function("new Promise((done) => setTimeout(() => done(true)))")
        assert page.is_hidden("#sheet")
        table.do("help")
        assert "Aide et raccourcis" == sheet_heading(table)
        assert 0 == page.locator("#sheet .shortcuts kbd").count()
        close(table)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        table.wait_for_turn()
        page.evaluate(COUNT_LINES)
    table.do("help")
    table.do("set keys on")
    page.wait_for_selector("#sheet .shortcuts kbd")
    close(table)


# ---------------------------------------------------------------------- questions in a row


def lay(table: Table, name: str) -> None:
    """Opens Solo Whist in one of its positions."""
    table.page.set_viewport_size({"width": 1280, "height": 760})
    table.page.emulate_media(reduced_motion="reduce")
    table.go_home("fr")
    table.take_in(pack(record_of(position(name)).dumps()))
    table.page.wait_for_function("!!document.activeElement.closest('#panel')")


def enter_at(table: Table, when: float) -> None:
    """Presses Enter once, at a time that need not have come yet."""
    devtools = table.page.context.new_cdp_session(table.page)
    for kind in ("keyDown", "keyUp"):
        event = {"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
        devtools.send("Input.dispatchKeyEvent", {**event, "timestamp": when})
    devtools.detach()


def test_a_second_press_answers_no_new_question(booted: Table) -> None:
    """Enter twice or three times on Abondance names no trumps unseen; half a second later it does."""
    lay(booted, "last-call")
    booted.page.focus('[data-move="abondance"]')
    began = time.time() + 1
    enter_at(booted, began)
    booted.page.wait_for_function("document.getElementById('table').dataset.phase === 'name'")
    booted.wait_for_turn()
    assert "trump C" == booted.focused("move")
    for later in (0.1, 0.45):
        enter_at(booted, began + later)
        booted.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert "name" == booted.data("phase")
    enter_at(booted, began + 0.9)
    booted.page.wait_for_function("document.getElementById('table').dataset.phase === 'play'")
    # The presses of the next test are not to come before the last of these.
    booted.page.wait_for_function(f"performance.timeOrigin + performance.now() > {1000 * (began + 1.5)}")


def test_focus_starts_afresh_with_every_question(booted: Table) -> None:
    """After a call naming starts at the first suit, and another match at its first call, wherever the focus was."""
    lay(booted, "last-call")
    booted.page.focus('[data-move="abondance_declaree"]')
    lay(booted, "last-call")
    assert "pass" == booted.focused("move")
    booted.page.focus('[data-move="abondance"]')
    booted.press_enter()
    booted.page.wait_for_function("document.getElementById('table').dataset.phase === 'name'")
    booted.page.wait_for_function("document.activeElement.dataset.move === 'trump C'")


def test_focus_comes_to_the_calls_after_the_others_have_called(booted: Table) -> None:
    """Dealt by keys, with others to call first, the focus goes from the hand to the calls when you are asked."""
    lay(booted, "last-call")
    press(booted, "Home")
    booted.press_enter()
    booted.page.wait_for_selector("#sheet:visible")
    assert "next-deal" == booted.focused("action")
    press(booted, "Enter")
    assert "call" == booted.wait_for_turn()
    booted.page.wait_for_function("!!document.activeElement.closest('#panel')")
    assert "pass" == booted.focused("move")
