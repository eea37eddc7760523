"""What is kept, what is said when nothing is, damaged saves, copies, and two tabs; in fakes of a browser."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from table.app import App
from table.layouts import TABLES
from table.saves import SAVE, SaveError, Saves, pack, read_save, unpack
from table.settings import Settings
from table.storage import TICKS, Storage, TakenError
from tapisvert.games import GAMES
from tapisvert.match import Match, Seeds
from tapisvert.record import Player, Record
from tapisvert.tricks import TrickDeal
from tests.table.fakes import Disk, Host, Seconds, Tab, brief, run
from tools.catalogues import compile_catalogues

HEARTS = GAMES["hearts"]
SAVED = "match:hearts"


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compiles the catalogues, as the build does."""
    compile_catalogues()


def new_record(seed: str = "table") -> Record:
    match = Match(HEARTS, HEARTS.read_options({"length": "quick"}), Seeds(seed, "bots"))
    match.next_deal()
    return Record("id", match, [Player("human", ""), *(Player("bot", n, "easy", 1) for n in ("Nora", "Ali", "Tom"))])


def changed(change: Callable[[dict[str, Any]], Any]) -> str:
    """Makes a save of which something is wrong inside."""
    data = new_record().to_json()
    change(data)
    return pack(json.dumps(data))


def edit_pack(edit: Callable[[list[str]], list[str]]) -> str:
    def change(data: dict[str, Any]) -> None:
        deal = data["deals"][0]
        deal["pack"] = " ".join(edit(deal["pack"].split()))

    return changed(change)


def score_as_text(data: dict[str, Any]) -> None:
    data["deals"][0]["points"] = ["0", "-3", "-23", "0"]


DAMAGED = {
    "empty": "",
    "undefined": "undefined",
    "brace": "{",
    "object": "[object Object]",
    "plain record": new_record().dumps(),
    "51 cards": edit_pack(lambda pack: pack[1:]),
    "doubled card": edit_pack(lambda pack: [pack[1], *pack[1:]]),
    "scores as strings": changed(score_as_text),
    "no seeds": changed(lambda data: data.pop("seeds")),
    "another game": changed(lambda data: data.update(game="belote")),
    "unknown level": changed(lambda data: data["players"][1].update(level="godlike")),
    "you are a bot": changed(lambda data: data["players"].reverse()),
    "cut short": pack(new_record().dumps())[:-9],
    "a letter changed": pack(new_record().dumps()).replace("e", "f", 1),
    "junk": "x" * 2_000_000,
    "junk in letters": pack("x")[:18] + "A" * 2_000_000,
    "bomb": pack("x" * 5_000_000),
    "version 0": f"{SAVE}0:AAAA",
    "markup": "</textarea><script>alert(1)</script>",
}
NEWER = {
    "newer save": f"{SAVE}2:whatever",
    "newer record": changed(lambda data: data.update(format=2, more=[])),
}


def test_every_damaged_save_is_told_from_a_newer_one() -> None:
    """Nothing else than a whole save of this version is read, and a newer one is named as such."""
    for code, texts in (("damaged", DAMAGED), ("newer", NEWER)):
        for what, text in texts.items():
            with pytest.raises(SaveError) as raised:
                read_save(text, "hearts")
            assert code == raised.value.code, what
    assert new_record().dumps() == read_save(pack(new_record().dumps()), "hearts").dumps()


def test_save_survives_mail() -> None:
    """A save hides its text, is one line of letters that mail carries, and may come back broken into quoted lines."""
    save = pack(new_record().dumps())
    assert re.fullmatch(r"tapisvert-save-1:[A-Za-z0-9+/]+={0,2}", save)
    assert "2C" not in pack('"2C"' * 20)
    mailed = "".join(f"> {save[at : at + 60]}\r\n" for at in range(0, len(save), 60))
    assert unpack(save) == unpack(mailed)


def test_damaged_save_opens_home_and_is_kept_aside() -> None:
    """Home opens with a message, the damaged copy stays aside, other saves and settings stay as they are."""

    async def scenario(what: str, text: str) -> None:
        others = {"match:belote": DAMAGED["brace"], "settings": '{"speed": "slow"}', "match:tarot": "none of ours"}
        host = Host({SAVED: text} | others)
        host.words["open"] = "hearts"
        tab = await Tab(host).open()
        assert host.disk is not None
        kept = host.disk.texts
        assert "home" == tab.screen, what
        assert "damaged" in tab.regions["home"]
        assert text == kept.get("aside:hearts:1", "")
        assert SAVED not in kept
        assert ('{"speed": "slow"}', "none of ours") == (kept["settings"], kept["match:tarot"])
        tab.click("new-match")
        await tab.until(lambda: tab.is_mine)
        assert SAVED in kept
        assert not tab.regions["notice"]

    for what, text in DAMAGED.items():
        run(scenario(what, text))


@pytest.mark.parametrize("text", NEWER.values(), ids=NEWER)
def test_newer_save_stays_until_a_new_match(text: str) -> None:
    """A save of a newer page, and its fence, stay as they are; it can be had as a text; a new match sets it aside."""

    async def scenario() -> None:
        before = {SAVED: text, "owner:hearts": "the newer tab"}
        host = Host(before)
        host.words["open"] = "hearts"
        for _ in range(2):
            tab = await Tab(host).open()
            await tab.settle()
            assert host.disk is not None
            assert before == host.disk.texts
        assert ("home", "") == (tab.screen, host.words["open"])
        assert 1 == tab.regions["home"].count("newer version")
        assert "resume" not in tab.regions["home"]
        await tab.do("save-sheet hearts")
        assert "newer version" in tab.sheet
        await tab.do("copy-save")
        await tab.do("close")
        assert [text] == tab.copied
        tab.click("new-match")
        await tab.until(lambda: tab.is_mine)
        assert text == host.disk.texts["aside:hearts:1"]
        assert new_record().match.game is read_save(host.disk.texts[SAVED], "hearts").match.game
        await tab.do_home()
        assert "resume hearts" in tab.regions["home"]
        assert "from a newer version" not in tab.regions["home"]
        assert "save-sheet aside:hearts:1" in tab.regions["home"]

    run(scenario())


def test_newer_save_that_is_gone_is_told_no_more() -> None:
    """What a newer page has finished with is not spoken of any longer."""

    async def scenario() -> None:
        host = Host({SAVED: NEWER["newer save"]})
        tab = await Tab(host).open()
        assert host.disk is not None
        host.disk.texts[SAVED] = pack(new_record().dumps())
        tab.send({"action": "game hearts"})
        await tab.settle()
        assert "newer version" not in tab.regions["home"]
        assert "resume hearts" in tab.regions["home"]

    run(scenario())


def test_copy_opened_sets_a_newer_save_aside() -> None:
    """A copy taken in is a new match too."""

    async def scenario() -> None:
        host = Host({SAVED: NEWER["newer save"]})
        tab = await Tab(host).open()
        assert host.disk is not None
        await tab.do("open-sheet")
        tab.field = pack(new_record().dumps())
        tab.click("import")
        await tab.until(lambda: tab.is_mine)
        assert NEWER["newer save"] == host.disk.texts["aside:hearts:1"]

    run(scenario())


def test_setting_aside_takes_no_newer_match_away() -> None:
    """A good match, written by another tab between the look at a bad save and its removal, stays and is offered."""

    async def scenario() -> None:
        good = pack(new_record().dumps())
        host = Host({SAVED: "bad"})
        host.disk = disk = OvertakenDisk(host.disk.texts if host.disk else {})
        disk.good = good
        tab = await Tab(host).open()
        assert (good, "bad") == (disk.texts[SAVED], disk.texts["aside:hearts:1"])
        assert "resume hearts" in tab.regions["home"]
        assert "damaged" not in tab.regions["home"]
        tab.click("resume hearts")
        await tab.until(lambda: tab.is_mine)

    run(scenario())


class OvertakenDisk(Disk):
    """Another tab writes a match as soon as anything is set aside."""

    good = ""

    async def write(self, name: str, text: str, fence: str = "", token: str = "") -> bool:
        if name.startswith("aside:"):
            self.texts[SAVED] = self.good
        return await super().write(name, text, fence, token)


def test_second_bad_save_replaces_no_first() -> None:
    """Copies set aside add up, each can be had as text and file, and forgotten."""

    async def scenario() -> None:
        host = Host({SAVED: "bad", "aside:hearts:1": "first"})
        tab = await Tab(host).open()
        assert host.disk is not None
        assert ("first", "bad") == (host.disk.texts["aside:hearts:1"], host.disk.texts["aside:hearts:2"])
        await tab.do("save-sheet aside:hearts:2")
        assert ">bad</textarea>" in tab.sheet
        await tab.do("copy-save")
        await tab.do("download-save")
        assert (["bad"], {"tapis-vert-aside-hearts-2.txt": "bad"}) == (tab.copied, tab.files)
        await tab.do("forget-aside")
        assert "aside:hearts:2" not in host.disk.texts
        assert "save-sheet aside:hearts:2" not in tab.regions["home"]
        host.disk.texts[SAVED] = "first"
        await Tab(host).open()
        assert ["aside:hearts:1"] == [name for name in host.disk.texts if name.startswith("aside")]

    run(scenario())


# ---------------------------------------------------------------------- nothing is kept


@pytest.mark.parametrize("trouble", ["none", "refuse", "hang"])
def test_plays_in_memory_and_says_so(trouble: str) -> None:
    """Without a store one can play, home and table say once that nothing is kept, and a copy can be had."""

    async def scenario() -> None:
        host = Host()
        if trouble == "none":
            host.disk = None
        else:
            assert host.disk is not None
            host.disk.trouble = trouble
        storage = await Storage.open(Tab(host).open_store, brief)
        tab = Tab(host)
        page = App(tab, tab.boot(), storage)
        await page.start(tab.boot())
        assert 1 == tab.regions["home"].count("keeps nothing")
        assert tab.shell["unkept"]
        tab.click("new-match")
        assert "pass" == await tab.step()
        await tab.until(lambda: tab.is_mine)
        assert 1 == tab.regions["notice"].count("Nothing is kept")
        assert [] == [line for line in tab.said if "keeps nothing" in line], "home has said it already"
        before = tab.position
        tab.send({"action": "save-sheet"})
        await tab.do("download-save")
        assert before[1] == str(read_save(tab.files["tapis-vert-hearts.txt"]).match.ply)
        await tab.do("close")
        await tab.do_home()
        await tab.do("resume hearts")
        await tab.until(lambda: tab.is_mine)
        assert before == tab.position

    run(scenario())


def test_full_disk_in_mid_match() -> None:
    """A write refused in the middle is told once, heard and seen; the match goes on, other saves stay readable."""

    async def scenario() -> None:
        host = Host({"match:belote": "x", "settings": "{}"})
        tab = await Tab(host).open()
        assert host.disk is not None
        tab.click("new-match")
        await tab.step()
        assert not tab.regions["notice"]
        assert not tab.shell["unkept"]
        host.disk.trouble = "full"
        for _ in range(5):
            await tab.step()
        assert 1 == len([line for line in tab.said if "keeps nothing" in line])
        assert tab.shell["unkept"], "and no update is offered, which would lose the match"
        assert "Nothing is kept" in tab.regions["notice"]
        await tab.do_home()
        assert "" == tab.regions["notice"]
        assert 1 == tab.regions["home"].count("keeps nothing")
        assert "resume hearts" in tab.regions["home"], "in this page it can still be resumed"

    run(scenario())


def test_storage_alone() -> None:
    """Each refusal, also one that never comes, ends in memory with all that was read, told exactly once."""

    async def scenario() -> None:
        for trouble in ("refuse", "full", "hang"):
            disk = Disk({"old": "kept"})
            told: list[str] = []
            storage = await Storage.open(lambda disk=disk: _give(disk), brief)  # type: ignore[misc]
            storage.on_refused = lambda told=told: told.append("")  # type: ignore[misc]
            assert ("kept", True) == (storage.get("old"), storage.is_kept)
            disk.trouble = trouble
            await asyncio.gather(storage.put("a", "b"), storage.put("c", "d"))
            assert ("kept", "b", "d") == (storage.get("old"), storage.get("a"), storage.get("c"))
            assert ([""], False) == (told, storage.is_kept)
            assert await storage.remove("a", "b")
            await storage.refresh()
            assert (None, "kept") == (storage.get("a"), storage.get("old"))

    run(scenario())


async def _give(disk: Disk) -> Disk:
    return disk


def test_sleep_in_mid_write_is_no_refusal() -> None:
    """Only seconds awake count: a page locked in the middle of a write hears the answer on waking, and still keeps."""

    async def scenario() -> None:
        seconds = Seconds()
        disk = SlowDisk()
        opening = asyncio.ensure_future(Storage.open(lambda: _give(disk), seconds.tick))
        await seconds.pass_by(1)
        storage = opening.result()
        for awake, is_kept in ((TICKS - 2, True), (TICKS, False)):
            disk.answer = asyncio.get_running_loop().create_future()
            writing = asyncio.ensure_future(storage.put("a", f"{awake}"))
            await seconds.pass_by(awake)
            # asleep: nothing runs, whatever the clock on the wall says; on waking one timer is due, then the answer
            await seconds.pass_by(1)
            assert writing.done() is not is_kept
            if not disk.answer.done():
                disk.answer.set_result(None)
            await writing
            assert (is_kept, f"{awake}") == (storage.is_kept, storage.get("a"))
        assert {"a": f"{TICKS - 2}"} == disk.texts

    run(scenario())


class SlowDisk(Disk):
    """Answers a write when the test says so."""

    answer: asyncio.Future[None]

    async def write(self, name: str, text: str, fence: str = "", token: str = "") -> bool:
        await self.answer
        return await super().write(name, text, fence, token)


# ---------------------------------------------------------------------- copies


def saved_host(seed: str = "table") -> Host:
    return Host({SAVED: pack(new_record(seed).dumps())})


def test_copy_goes_from_one_device_to_another() -> None:
    """A match copied in one browser goes on in another, at the same ply."""

    async def scenario() -> None:
        here = await Tab(Host()).open()
        here.click("new-match")
        for _ in range(4):
            await here.step()
        await here.until(lambda: here.is_mine)
        here.send({"action": "settings"})
        await here.do("save-sheet")
        await here.do("copy-save")
        assert "Copied" in here.sheet
        there = await Tab(Host()).open()
        await there.do("open-sheet")
        there.field = here.copied[0]
        there.click("import")
        await there.until(lambda: there.is_mine)
        assert (here.position, here.regions["hand"]) == (there.position, there.regions["hand"])
        await there.step()

    run(scenario())


def test_refused_clipboard_selects_the_text() -> None:
    """Where the clipboard is refused the text stands selected, and nothing says that it has been copied."""

    async def scenario() -> None:
        tab = await Tab(saved_host()).open()
        tab.has_clipboard = False
        await tab.do("save-sheet hearts")
        await tab.do("copy-save")
        assert tab.has_selected
        assert "Copied" not in tab.sheet

    run(scenario())


def test_bad_copy_is_refused_in_a_sentence() -> None:
    """Whatever is no save is refused as on loading, changes nothing, and stands still in the field."""

    async def scenario() -> None:
        host = saved_host()
        tab = await Tab(host).open()
        assert host.disk is not None
        before = dict(host.disk.texts)
        await tab.do("open-sheet")
        for code, texts in (("no match", DAMAGED), ("newer version", NEWER)):
            for what, text in texts.items():
                tab.field = text
                await tab.do("import")
                assert code in tab.sheet, what
                assert unescape(re.findall(r">([^<]*)</textarea>", tab.sheet)[0]) == text[:100_000]
        assert before == host.disk.texts
        await tab.do("close")
        assert ("home", "") == (tab.screen, tab.sheet)

    run(scenario())


def test_copy_replaces_a_match_only_after_a_question() -> None:
    """An unfinished match of that game is replaced only if the person says so."""

    async def scenario() -> None:
        host = saved_host("mine")
        tab = await Tab(host).open()
        assert host.disk is not None
        other = pack(new_record("other").dumps())
        for answer in ("close", "replace"):
            before = host.disk.texts[SAVED]
            await tab.do("open-sheet")
            tab.field = other
            await tab.do("import")
            assert "in progress" in tab.sheet
            assert before == host.disk.texts[SAVED]
            await tab.do(answer)
        await tab.until(lambda: tab.is_mine)
        assert "other" == read_save(host.disk.texts[SAVED]).match.seeds.deal  # type: ignore[union-attr]

    run(scenario())


# ---------------------------------------------------------------------- two tabs


def test_second_tab_asks_and_takes_over() -> None:
    """A second tab asks; taking over stops the first at once, and each goes on from the last written ply."""

    async def scenario() -> None:
        host = Host()
        first = await Tab(host).open()
        first.click("new-match")
        for _ in range(4):
            await first.step()
        await first.until(lambda: first.is_mine)
        second = await Tab(host).open()
        assert "another tab" in second.sheet
        await second.do("home")
        assert ("home", "") == (second.screen, second.sheet)
        assert "table" == first.screen
        await second.do("resume hearts")
        second.click("take-over")
        await second.until(lambda: second.is_mine)
        assert first.position == (None, None)
        assert "goes on in another tab" in first.sheet
        await second.step()
        await second.until(lambda: second.is_mine)
        first.send({"move": "QS"})
        await first.do("take-over")
        await first.until(lambda: first.is_mine)
        assert "goes on in another tab" in second.sheet
        assert read_save(host.disk.texts[SAVED]).match.ply == int(first.data["ply"])  # type: ignore[union-attr]
        await second.do("home")
        await first.step()

    run(scenario())


def test_robbed_tab_writes_no_more() -> None:
    """Even a tab that hears nothing of it cannot overwrite a newer save; it finds out by its own next move."""

    async def scenario() -> None:
        host = Host()
        host.has_locks = False
        first, second = await Tab(host).open(), Tab(host)
        first.click("new-match")
        await first.step()
        await first.until(lambda: first.is_mine)
        await second.open()
        await second.until(lambda: second.is_mine)
        await second.step()
        await second.until(lambda: second.is_mine)
        assert host.disk is not None
        newest = host.disk.texts[SAVED]
        first.send({"move": first.legal()[-1]})
        await first.until(lambda: "another tab" in first.sheet)
        assert newest == host.disk.texts[SAVED]
        assert (None, None) == first.position
        await first.do("take-over")
        await first.until(lambda: first.is_mine)
        assert second.position == first.position

    run(scenario())


def test_new_match_asks_before_it_replaces_another_tabs() -> None:
    """A new match in a second tab replaces the first one's only after the question."""

    async def scenario() -> None:
        host = Host()
        second = await Tab(host).open()
        first = await Tab(host).open()
        first.click("new-match")
        await first.step()
        await first.until(lambda: first.is_mine)
        assert host.disk is not None
        newest, position = host.disk.texts[SAVED], first.position
        await second.do("new-match")
        assert "another tab" in second.sheet
        assert newest == host.disk.texts[SAVED]
        await second.do("take-over")
        await second.until(lambda: second.is_mine)
        assert position == second.position, "the match goes on in the tab that asked, as the sheet has said"
        assert newest == host.disk.texts[SAVED]
        assert "another tab" in first.sheet
        await first.do("take-over")
        await first.until(lambda: first.is_mine)
        await second.do("home")
        await second.do("new-match")
        assert "another tab" in second.sheet
        await second.do("take-over")
        await second.until(lambda: second.is_mine)
        assert newest != host.disk.texts[SAVED]
        assert "another tab" in first.sheet

    run(scenario())


def test_home_left_open_acts_on_nothing_stale() -> None:
    """A tab opened earlier does not replace a match that it has never shown, nor resume an old state of one."""

    async def scenario() -> None:
        host = saved_host()
        stale = await Tab(host).open()
        player = await Tab(host).open()
        player.click("resume hearts")
        for _ in range(3):
            await player.step()
        await player.until(lambda: player.is_mine)
        position = player.position
        await player.do_home()
        stale.click("resume hearts")
        await stale.until(lambda: stale.is_mine)
        assert position == stale.position

    run(scenario())


def test_early_click_replaces_no_match_untold() -> None:
    """Play, clicked before Python could say that there is a match, shows that first."""

    async def scenario() -> None:
        host = saved_host()
        tab = Tab(host)
        tab.early = [{"action": "new-match"}]
        await tab.open()
        await tab.settle()
        assert ("home", True) == (tab.screen, "resume hearts" in tab.regions["home"])

    run(scenario())


def test_matches_of_different_games_do_not_meet() -> None:
    """The fence of one game is none for another."""

    async def scenario() -> None:
        disk = Disk()
        first = Saves(await Storage.open(lambda: _give(disk)))
        second = Saves(await Storage.open(lambda: _give(disk)))
        await first.claim("hearts")
        await second.claim("belote")
        await first.save(new_record())
        await second.claim("hearts")
        with pytest.raises(TakenError):
            await first.save(new_record())

    run(scenario())


# ---------------------------------------------------------------------- leftovers


@pytest.mark.parametrize("game", TABLES)
def test_new_match_after_home_is_fresh(game: str) -> None:
    """After a few moves, home, and a new match, scores and tricks are those of a first deal."""

    async def scenario() -> None:
        host = Host()
        tab = await Tab(host, game=game).open()
        tab.click("new-match")
        for _ in range(30):
            await tab.step()
        await tab.do_home()
        tab.click("new-match")
        await tab.until(lambda: tab.is_mine)
        assert "1" == tab.data["deal"]
        assert host.disk is not None
        match = read_save(host.disk.texts[f"match:{game}"]).match
        assert 1 == len(match.deals)
        assert TABLES[game].starting_scores(match.options) == match.scores
        assert [] == (match.deal.winners if isinstance(match.deal, TrickDeal) else [])

    run(scenario())


def test_speed_in_the_address_is_not_kept() -> None:
    """A speed asked for by the address holds for that visit alone, whatever else is set meanwhile."""

    async def scenario() -> None:
        host = Host()
        tab = await Tab(host, speed="quick").open()
        tab.send({"action": "settings"})
        await tab.do("set keys off")
        assert host.disk is not None
        assert Settings(keys="off").to_json() == json.loads(host.disk.texts["settings"])
        await tab.do("set speed calm")
        assert "calm" == json.loads(host.disk.texts["settings"])["speed"]

    run(scenario())
