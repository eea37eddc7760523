"""Faults of ours: told without a card, and always with a way on; in fakes of a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from table import app
from table.saves import pack, read_save
from tests.table.fakes import Host, Tab, run
from tests.table.test_storage import SAVED, new_record
from tools.catalogues import compile_catalogues

SECRET = "the queen of spades, QS"


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


class Broken(Tab):
    """A tab in which some drawing fails."""

    def __init__(self, host: Host, when: Callable[[Mapping[str, Any]], object], **query: str) -> None:
        super().__init__(host, **query)
        self.when = when

    def draw(self, scene: Mapping[str, Any]) -> None:
        if self.when(scene):
            raise RuntimeError(SECRET)
        super().draw(scene)


def at_table(scene: Mapping[str, Any]) -> bool:
    return "hand" in scene.get("regions", {}) and "home" not in scene["regions"]


def ways(tab: Tab) -> list[str]:
    """Lists the actions of the sheet that is open."""
    return re.findall(r'data-action="([\w-]+)"', tab.sheet)


def saved_host(*, is_open: bool = True) -> Host:
    host = Host({SAVED: pack(new_record().dumps())})
    host.words["open"] = "hearts" if is_open else ""
    return host


FAULTS: dict[str, Callable[[Mapping[str, Any]], object]] = {
    "on opening the table": lambda scene: scene.get("screen") == "table",
    "on drawing the table": at_table,
}


@pytest.mark.parametrize("when", FAULTS.values(), ids=FAULTS)
def test_fault_that_recurs_on_resuming_can_be_left(
    when: Callable[[Mapping[str, Any]], object], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every load shows the fault's sheet; home leads out of it for good, with the match offered."""

    async def scenario() -> None:
        host = saved_host()
        for _ in range(2):
            tab = await Broken(host, when, game="belote").open()
            await tab.settle()
            assert ["retry", "home", "save-sheet", "report"] == ways(tab)
            assert ("hearts", "") == (host.words["open"], tab.failed)
            tab.release_table()  # as a reload does
        await tab.do("home")
        assert ("home", "", "") == (tab.screen, tab.sheet, host.words["open"])
        assert "resume hearts" in tab.regions["home"]
        again = await Broken(host, when).open()
        assert ("home", "") == (again.screen, again.sheet)
        await again.do("resume hearts")
        await again.until(lambda: again.sheet)
        again.when = lambda scene: False
        await again.do("home")
        again.click("resume hearts")
        await again.until(lambda: again.is_mine)

    run(scenario())
    told = capsys.readouterr()
    assert "RuntimeError" in told.err
    assert SECRET not in told.out + told.err


class Locked(Tab):
    """A tab that fails before it has a table at all."""

    async def take_table(self, game: str, *, steal: bool) -> bool:
        raise RuntimeError(SECRET)


def test_fault_on_the_way_to_the_table_can_be_left() -> None:
    """Home forgets the table also where there is none yet."""

    async def scenario() -> None:
        host = saved_host()
        tab = await Locked(host).open()
        assert ["retry", "home", "save-sheet", "report"] == ways(tab)
        await tab.do("save-sheet")
        await tab.do("copy-save")
        assert "hearts" == read_save(tab.copied[0]).match.game.name
        await tab.do("close")
        await tab.do("home")
        assert ("home", "") == (tab.screen, host.words["open"])
        assert "resume hearts" in tab.regions["home"]

    run(scenario())


@pytest.mark.parametrize("is_kept", [True, False])
def test_sheets_opened_from_a_fault_lead_back_to_it(is_kept: bool) -> None:
    """Report and copy close upon the fault's sheet; where nothing is kept, the copy is offered first."""

    async def scenario() -> None:
        host = Host()
        host.disk = host.disk if is_kept else None
        tab = await Broken(host, lambda scene: False).open()
        tab.click("new-match")
        await tab.until(lambda: tab.is_mine)
        tab.when = lambda scene: "set speed" in str(scene.get("sheet"))
        tab.send({"action": "settings"})
        first = ways(tab)
        assert (["retry", "home", "save-sheet"] if is_kept else ["save-sheet", "retry", "home"]) == first[:3]
        assert ("Nothing is lost" in tab.sheet) is is_kept
        await tab.do("save-sheet")
        await tab.do("copy-save")
        assert "hearts" == read_save(tab.copied[0]).match.game.name
        await tab.do("close")
        assert first == ways(tab)
        await tab.do("report")
        assert ["retry", "close"] == ways(tab)
        tab.send({"action": "trouble own Error stage.js:1"})
        assert ["retry", "close"] == ways(tab), "the sheet in use stays"
        await tab.do("close")
        assert first == ways(tab)
        await tab.do("home")
        assert ("home", "", "") == (tab.screen, tab.sheet, host.words["open"])
        tab.click("resume hearts")
        await tab.until(lambda: tab.is_mine)
        tab.send({"action": "help"})
        await tab.do("close")
        assert "" == tab.sheet

    run(scenario())


def test_refusal_during_a_fault_promises_nothing_more() -> None:
    """The sheet of a fault says so when, while it stands, the browser refuses to keep anything."""

    async def scenario() -> None:
        host = saved_host(is_open=False)
        tab = await Broken(host, lambda scene: False).open()
        tab.send({"action": "trouble own Error stage.js:1"})
        assert "Nothing is lost" in tab.sheet
        assert host.disk is not None
        host.disk.trouble = "full"
        tab.send({"action": "set speed calm"})
        await tab.until(lambda: tab.shell.get("unkept"))
        await tab.settle()
        assert "Nothing is lost" not in tab.sheet
        assert "save-sheet" == ways(tab)[0]

    run(scenario())


def test_start_that_fails_does_not_try_the_table_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A page that cannot start says so, forgets the table it was to open, and writes no values to the console."""

    async def scenario() -> None:
        host = saved_host()
        tab = Broken(host, lambda scene: True)
        await app.start(tab)
        assert ("RuntimeError", "") == (tab.failed, host.words["open"])
        assert not tab.screen

    run(scenario())
    told = capsys.readouterr()
    assert re.search(r'File ".*test_faults\.py", line \d+', told.err)
    assert told.err.rstrip().endswith("RuntimeError")
    assert SECRET not in told.out + told.err
