// Draws what Python says: regions of HTML by id, animated by the difference of places.
// State drives the picture, never the other way round.
"use strict";
{
  const page = globalThis.tapisvert;
  const table = document.getElementById("table");
  const sheet = document.getElementById("sheet");
  const drawn = {}; // the HTML last set, by region
  const pictures = new Map(); // by address; held, for a browser that lets go of one parses it again at every deal
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const LANGUAGES = [...document.querySelectorAll("template[data-home]")].map((t) => t.dataset.home);
  let opener = null; // what had the focus when the sheet opened
  let resting = null; // what holds the focus only until the hand can have it

  const label = (names) => { // what has no text of its own
    for (const [id, name] of Object.entries(names)) {
      const element = document.getElementById(id);
      element.setAttribute("aria-label", name);
      element.title = name;
    }
  };

  // ---- language of the shell, before Python
  page.speak = (language, keep) => {
    if (!LANGUAGES.includes(language)) return;
    const chosen = Object.fromEntries(new FormData(document.getElementById("setup")));
    const template = document.querySelector(`template[data-home="${language}"]`);
    const text = JSON.parse(template.dataset.texts);
    document.documentElement.lang = language;
    document.title = text.house;
    document.getElementById("title").textContent = text.house;
    document.getElementById("home").replaceChildren(template.content.cloneNode(true));
    for (const field of document.querySelectorAll("#setup select")) if (field.name in chosen) field.value = chosen[field.name];
    if (keep) { page.remember("language", language); forgetQuery("lang"); }
    label(text.labels);
    page.retell();
    if (document.body.dataset.wanted !== undefined) page.busy();
  };
  const forgetQuery = (name) => {
    const url = new URL(location.href);
    if (url.searchParams.has(name)) { url.searchParams.delete(name); history.replaceState(history.state, "", url); }
  };
  page.busy = () => {
    document.body.dataset.wanted = "";
    const button = document.querySelector('#home [data-action="new-match"]');
    if (button) { button.textContent = button.dataset.busy; button.setAttribute("aria-busy", "true"); }
  };
  page.speak(document.documentElement.lang, false);
  if (page.recall("open")) document.body.dataset.screen = "resuming";

  // ---- drawing
  const places = () => new Map([...table.querySelectorAll("[data-key]")].map((e) => [e.dataset.key, { element: e, rect: e.getBoundingClientRect() }]));
  const focusNow = () => {
    const element = document.activeElement;
    if (!element || !table.contains(element)) return null;
    const { move, action, key, cell } = element.dataset;
    const query = cell ? `[data-cell="${cell}"]` : key ? `#hand [data-key="${key}"]` : action ? `[data-action="${action}"]` : move ? `[data-move="${move}"]` : element.name ? `[name="${element.name}"]` : "";
    return { element, query };
  };
  const focusAfter = (had) => {
    if (!had || had.element.isConnected) return;
    const same = had.query && document.querySelector(had.query);
    if (same) same.focus({ preventScroll: true });
    else resting = document.body;
  };
  let asked = ""; // the deal and ply of the question that you are asked now, if any
  const settle = () => { // the focus comes to where something can be done if it has no other place, or when you are asked
    const active = document.activeElement || document.body;
    const { toAct, you } = table.dataset;
    const first = page.stop();
    const isAsked = Boolean(you) && toAct === you && first !== null && !page.isStuck(first); // and there is an answer to give
    const question = isAsked ? `${table.dataset.deal} ${table.dataset.ply}` : "";
    if (question && question !== asked && page.isStuck(active)) resting = active;
    asked = question;
    if (!resting || !sheet.hidden) return;
    if (active !== resting) { resting = null; return; }
    const goal = document.body.dataset.screen === "home" ? document.querySelector("#home .main") : first;
    if (!goal || !goal.offsetParent || (resting !== document.body && (!you || toAct !== you))) return;
    resting = null;
    goal.focus({ preventScroll: true });
  };
  const glide = (element, from, to, time, keep) =>
    element.animate(
      [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})` }, { transform: "none" }],
      { duration: time, easing: "cubic-bezier(.2,.7,.3,1)", ...keep },
    );
  const collect = (before, target, time) => {
    const goal = document.querySelector(target)?.getBoundingClientRect();
    if (!goal) return;
    for (const { element, rect } of before.values()) {
      if (!element.classList.contains("card") || element.tagName === "BUTTON" || element.isConnected) continue;
      const ghost = element.cloneNode(true);
      ghost.removeAttribute("data-key");
      ghost.setAttribute("aria-hidden", "true");
      ghost.className = "card ghost";
      ghost.style.cssText = `left:${rect.left}px;top:${rect.top}px;width:${rect.width}px;height:${rect.height}px`;
      document.body.append(ghost);
      const x = goal.left + goal.width / 2 - rect.left - rect.width / 2;
      const y = goal.top + goal.height / 2 - rect.top - rect.height / 2;
      ghost.animate([{}, { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.2 }], { duration: time, easing: "ease-in", fill: "forwards" })
        .finished.finally(() => ghost.remove());
    }
  };
  const fill = (regions, before) => {
    for (const [id, html] of Object.entries(regions)) {
      if (drawn[id] === html) continue;
      drawn[id] = html;
      const region = document.getElementById(id);
      region.innerHTML = html;
      for (const element of region.querySelectorAll("[data-key]")) {
        const old = before.get(element.dataset.key);
        const [was, is] = [old?.element.querySelector("img"), element.querySelector("img")];
        if (was && is && was.getAttribute("src") === is.getAttribute("src")) is.replaceWith(was); // keeps the decoded picture
        if (is) pictures.set(is.getAttribute("src"), is);
      }
    }
  };
  const relabel = (shell) => {
    if (document.documentElement.lang !== shell.language) forgetQuery("lang"); // it was chosen here, and a reload keeps it
    document.documentElement.lang = shell.language;
    document.title = shell.page;
    page.keys = shell.keys;
    document.documentElement.toggleAttribute("data-unkept", shell.unkept);
    label(shell.labels);
  };
  const setSheet = (html) => {
    if (html === null) {
      if (sheet.hidden) return;
      sheet.hidden = true;
      sheet.replaceChildren();
      for (const part of [table, document.getElementById("bar")]) part.inert = false;
      if (opener && opener.isConnected) opener.focus({ preventScroll: true });
      opener = null;
      resting = document.activeElement || document.body;
      return;
    }
    const again = !sheet.hidden;
    const query = again && document.activeElement?.dataset?.action ? `[data-action="${document.activeElement.dataset.action}"]` : "";
    if (!again) opener = document.activeElement;
    sheet.innerHTML = html;
    sheet.hidden = false;
    for (const part of [table, document.getElementById("bar")]) part.inert = true;
    const end = sheet.querySelector("[data-end]");
    if (end) end.scrollTop = end.scrollHeight;
    const field = sheet.querySelector("textarea");
    field?.select();
    const first = (query && sheet.querySelector(query)) || end || field || sheet.querySelector(".main") || sheet.querySelector("h2");
    first.focus({ preventScroll: true });
  };

  page.draw = (text) => {
    const scene = JSON.parse(text);
    const before = scene.regions ? places() : new Map();
    const had = focusNow();
    if (scene.screen) page.step?.(scene);
    if (scene.screen && scene.screen !== document.body.dataset.screen) {
      if (had || document.getElementById("bar").contains(document.activeElement)) { // no longer shown
        document.activeElement.blur();
        resting = document.body;
      }
      document.body.dataset.screen = scene.screen;
      if (scene.screen !== "home") delete document.body.dataset.wanted;
    }
    if (scene.shell) relabel(scene.shell);
    if (scene.regions) fill(scene.regions, before);
    if (scene.data) {
      for (const name of Object.keys(table.dataset)) if (!(name in scene.data)) delete table.dataset[name];
      for (const [name, value] of Object.entries(scene.data)) table.setAttribute(`data-${name}`, value);
    }
    page.rove();
    if ("sheet" in scene) setSheet(scene.sheet);
    focusAfter(had);
    settle();
    if (!scene.regions || !scene.flight || still.matches || document.hidden) return;
    if (scene.collect && scene.collect.time) collect(before, scene.collect.to, scene.collect.time);
    for (const [key, { element, rect }] of places()) {
      const from = before.get(key)?.rect || (element.dataset.from && document.querySelector(element.dataset.from)?.getBoundingClientRect());
      if (from && (Math.abs(from.left - rect.left) > 2 || Math.abs(from.top - rect.top) > 2)) glide(element, from, rect, scene.flight);
    }
  };
  page.say = (line) => {
    const live = document.getElementById("live");
    const part = document.createElement("p");
    part.textContent = line;
    live.append(part);
    while (live.childElementCount > 6) live.firstElementChild.remove();
  };

  page.part("stage");
}
