// The keyboard: one tab stop per group of buttons with arrows inside it, single-key shortcuts, the keys of a sheet.
// A group is any element with data-roving; the shortcuts are those that Python sends (keys.py has the table).
"use strict";
{
  const page = globalThis.tapisvert;
  const table = document.getElementById("table");
  const sheet = document.getElementById("sheet");
  const last = {}; // by region, which button of the group had the focus last: its key, its place, and at which ply

  // ---- groups
  const groups = () => [...table.querySelectorAll("[data-roving]")].filter((group) => stops(group).length);
  const stops = (group) => [...group.querySelectorAll("button")].filter((e) => e.offsetParent);
  const region = (group) => group.closest("[id]").id;
  const stop = (group) => {
    const all = stops(group);
    const { name, at, ply } = last[region(group)] || {};
    // A question is answered afresh: only in the hand does the place outlast it.
    const isHand = group.closest("#hand") && group.getAttribute("role") !== "grid";
    const stays = isHand || ply === table.dataset.ply;
    return (stays && (all.find((e) => name && nameOf(e) === name) || (at >= 0 && all[Math.min(at, all.length - 1)])))
      || all.find(isFree) || all[0];
  };
  const isFree = (button) => button.getAttribute("aria-disabled") !== "true";
  const nameOf = (button) => button.dataset.cell || button.dataset.key || button.dataset.move || button.dataset.action;
  page.rove = () => {
    if (!table.dataset.ply) for (const name of Object.keys(last)) delete last[name]; // the table has been left
    for (const group of groups()) {
      const chosen = stop(group);
      for (const button of stops(group)) button.tabIndex = button === chosen ? 0 : -1;
    }
  };
  page.stop = () => { // where the focus belongs: where something can be done now, in the hand if anywhere
    const all = groups().sort((a, b) => Boolean(b.closest("#hand")) - Boolean(a.closest("#hand")));
    const group = all.find((each) => stops(each).some(isFree)) || all[0];
    return group ? stop(group) : null;
  };
  page.isStuck = (element) => { // in a group where nothing can be done now
    const group = element.closest("[data-roving]");
    return group !== null && !stops(group).some(isFree);
  };
  document.addEventListener("focusin", ({ target }) => {
    const group = target.closest("[data-roving]");
    if (!group || target.tagName !== "BUTTON") return;
    last[region(group)] = { name: nameOf(target), at: stops(group).indexOf(target), ply: table.dataset.ply };
    page.rove();
  });

  // ---- arrows
  const step = (group, from, key) => {
    const row = from.closest('[role="row"]');
    const all = stops(group);
    const along = row ? stops(row) : all; // in a grid: no further than the row's ends
    const at = along.indexOf(from);
    if (key === "Home") return along[0];
    if (key === "End") return along.at(-1);
    if (key === "ArrowLeft") return along[at - 1];
    if (key === "ArrowRight") return along[at + 1];
    const way = key === "ArrowUp" ? -1 : 1; // by layout: places before anything is raised or moved
    const gap = (e) => (e.offsetTop - from.offsetTop) * way;
    const others = all.filter((e) => gap(e) > from.offsetHeight / 3);
    const aside = (e) => Math.abs(e.offsetLeft - from.offsetLeft);
    return others.sort((a, b) => gap(a) - gap(b) || aside(a) - aside(b))[0];
  };
  const MOVING = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
  const move = (event) => {
    const group = event.target.closest("[data-roving]");
    const nowhere = event.target === document.body && sheet.hidden && document.body.dataset.screen === "table";
    if (nowhere && event.key === " ") event.preventDefault(); // nor does the page around a frame scroll
    if (!MOVING.includes(event.key) || (!group && !nowhere)) return;
    event.preventDefault();
    const goal = group ? step(group, event.target, event.key) : page.stop();
    if (goal) goal.focus({ preventScroll: true });
  };

  // ---- the keys of a sheet
  const inSheet = (event) => {
    if (event.key === "Escape") sheet.querySelector('[data-action="close"]')?.click();
    if (event.key !== "Tab") return;
    const all = [...sheet.querySelectorAll('button, textarea, input, [tabindex="0"]')].filter((each) => each.offsetParent);
    const at = all.indexOf(document.activeElement);
    if (event.shiftKey ? at <= 0 : at === all.length - 1) {
      event.preventDefault();
      all.at(event.shiftKey ? -1 : 0)?.focus();
    }
  };

  // ---- a key held down, or trembling, is one press
  let keyed = -1000;
  let phase = "";
  const isTremor = ({ target, timeStamp: time }) => {
    if (target.dataset?.move === undefined) return false;
    const gap = time - keyed;
    keyed = time;
    // Card after card may come quickly; not the answer to another question than the one just answered, and out of
    // turn a key may skip a wait, but not each wait in a row.
    const isNext = target.closest("#hand .asked") && phase === table.dataset.phase;
    if (gap < (isNext ? 60 : 400)) return true;
    phase = table.dataset.phase;
    return false;
  };

  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && (event.repeat || isTremor(event))) event.preventDefault();
    if (!sheet.hidden) inSheet(event);
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.target.closest("input, select, textarea, [contenteditable]")) return;
    const action = (page.keys || {})[event.key.toLowerCase()];
    if (!action) { move(event); return; }
    event.preventDefault();
    if (!event.repeat) page.send({ action });
  });

  page.part("keys");
}
