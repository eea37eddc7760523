// Draws what Python says: regions of HTML by id, animated by the difference of places.
// State drives the picture, never the other way round.
"use strict";
{
  const page = globalThis.tapisvert;
  const folder = new URL(".", document.currentScript.src).href; // of our own scripts
  const table = document.getElementById("table");
  const sheet = document.getElementById("sheet");
  const drawn = {}; // the HTML last set, by region
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const LANGUAGES = [...document.querySelectorAll("template[data-home]")].map((t) => t.dataset.home);
  let opener = null; // what had the focus when the sheet opened

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
    page.show(document.getElementById("loading-bar").value);
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
  const asked = new URLSearchParams(location.search).get("lang");
  const wish = LANGUAGES.includes(asked) ? asked : page.recall("language") || navigator.language.slice(0, 2);
  page.speak(LANGUAGES.includes(wish) ? wish : "en", false);
  if (page.recall("open")) document.body.dataset.screen = "resuming";

  // ---- drawing
  const places = () => new Map([...table.querySelectorAll("[data-key]")].map((e) => [e.dataset.key, { element: e, rect: e.getBoundingClientRect() }]));
  const focusAfter = (had) => {
    if (!had || had.element.isConnected) return;
    const same = had.query && document.querySelector(had.query);
    const hand = document.querySelectorAll("#hand button");
    (same || (had.at >= 0 && hand[Math.min(had.at, hand.length - 1)]) || null)?.focus({ preventScroll: true });
  };
  const focusNow = () => {
    const element = document.activeElement;
    if (!element || !table.contains(element)) return null;
    const { move, action, key } = element.dataset;
    const query = key ? `#hand [data-key="${key}"]` : action ? `[data-action="${action}"]` : move ? `[data-move="${move}"]` : "";
    return { element, query, at: [...document.querySelectorAll("#hand button")].indexOf(element) };
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
      }
    }
  };
  const relabel = (shell) => {
    document.documentElement.lang = shell.language;
    document.title = shell.house;
    for (const [id, label] of Object.entries(shell)) {
      const button = document.getElementById(id);
      if (button) { button.setAttribute("aria-label", label); button.title = label; }
    }
    forgetQuery("lang");
  };
  const setSheet = (html) => {
    if (html === null) {
      if (sheet.hidden) return;
      sheet.hidden = true;
      sheet.replaceChildren();
      for (const part of [table, document.getElementById("bar")]) part.inert = false;
      if (opener && opener.isConnected) opener.focus();
      opener = null;
      return;
    }
    const again = !sheet.hidden;
    const query = again && document.activeElement?.dataset?.action ? `[data-action="${document.activeElement.dataset.action}"]` : "";
    if (!again) opener = document.activeElement;
    sheet.innerHTML = html;
    sheet.hidden = false;
    for (const part of [table, document.getElementById("bar")]) part.inert = true;
    const field = sheet.querySelector("textarea");
    field?.select();
    ((query && sheet.querySelector(query)) || field || sheet.querySelector(".main") || sheet.querySelector("h2")).focus({ preventScroll: true });
  };

  page.draw = (text) => {
    const scene = JSON.parse(text);
    const before = places();
    const had = focusNow();
    if (scene.screen) {
      step(scene);
      document.body.dataset.screen = scene.screen;
      if (scene.screen !== "home") delete document.body.dataset.wanted;
    }
    if (scene.shell) relabel(scene.shell);
    if (scene.regions) fill(scene.regions, before);
    if (scene.data) {
      for (const name of Object.keys(table.dataset)) if (!(name in scene.data)) delete table.dataset[name];
      for (const [name, value] of Object.entries(scene.data)) table.setAttribute(`data-${name}`, value);
    }
    if ("sheet" in scene) setSheet(scene.sheet);
    focusAfter(had);
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

  // ---- Back and Forward: the table lies one step after the home screen; in a frame they belong to the host
  const isTop = window.top === window;
  let game = ""; // the one at the table
  let leaving = false; // the step back to the home screen is under way
  const step = (scene) => {
    const [was, at] = [document.body.dataset.screen, history.state?.table];
    game = scene.game || "";
    if (!isTop || leaving) return;
    if (game) { if (at !== game) history[at ? "replaceState" : "pushState"]({ table: game }, ""); }
    else if (at && was === "table") { leaving = true; history.back(); }
    else if (at) history.replaceState(null, "");
  };
  window.addEventListener("popstate", (event) => {
    const at = event.state?.table;
    if (leaving) { leaving = false; if (game) history.pushState({ table: game }, ""); }
    else if (at && !game) page.send({ action: `resume ${at}` });
    else if (!at && game) page.send({ action: "home" });
  });

  // ---- faults after the start, and the report about them: types and lines of code, never a message
  const trouble = (error) => {
    const stack = String(error?.stack || "");
    const frames = [...stack.matchAll(/[\w.-]+\.(?:js|mjs|py):\d+/g)].slice(0, 8).reverse(); // the latest last, as Python has it
    page.send({ action: ["trouble", stack.includes(folder) ? "own" : "other", error?.name || "Error", ...frames].join(" ") });
  };
  window.addEventListener("error", (event) => { if (event.error) trouble(event.error); });
  window.addEventListener("unhandledrejection", (event) => trouble(event.reason));
  page.facts = () => {
    let worker = "none";
    try { worker = navigator.serviceWorker.controller?.state || "none"; } catch { worker = "forbidden"; }
    return JSON.stringify({
      browser: navigator.userAgent,
      viewport: `${innerWidth}x${innerHeight} at ${devicePixelRatio}`,
      secure: isSecureContext,
      framed: !isTop,
      online: navigator.onLine,
      "service worker": worker,
    });
  };

  // ---- several presses on one spot at once are one press
  const BURST = 120; // milliseconds
  let pressed = { time: -BURST, x: 0, y: 0 };
  const isAgain = ({ detail, timeStamp: time, clientX: x, clientY: y }) => {
    if (detail !== 1) return detail > 1; // 0: by key, or by a program
    const again = time - pressed.time < BURST && Math.hypot(x - pressed.x, y - pressed.y) < 10;
    pressed = { time, x, y };
    return again;
  };

  let keyed = -1000;
  const isTremor = ({ target, timeStamp: time }) => {
    if (target.dataset?.move === undefined) return false;
    const gap = time - keyed;
    keyed = time;
    return gap < (document.querySelector("#hand .asked") ? 60 : 400); // out of turn a key may skip a wait, but not each wait in a row
  };

  // ---- listening: one listener for clicks, one for keys, one for choices
  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-move], [data-action]");
    if (!target) { if (table.contains(event.target)) page.send({ action: "skip" }); return; }
    const { move, action } = target.dataset;
    if ((move !== undefined || action.startsWith("select ")) && isAgain(event)) return;
    page.send(move === undefined ? { action } : { move });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      if (event.repeat || isTremor(event)) event.preventDefault(); // a key held down, or trembling, is one press
    }
    if (sheet.hidden) return;
    if (event.key === "Escape") sheet.querySelector('[data-action="close"]')?.click();
    if (event.key !== "Tab") return;
    const stops = [...sheet.querySelectorAll("button, textarea, input")];
    const at = stops.indexOf(document.activeElement);
    if (event.shiftKey ? at <= 0 : at === stops.length - 1) {
      event.preventDefault();
      stops.at(event.shiftKey ? -1 : 0)?.focus();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest("#setup")) page.send({ action: "refresh" });
  });
  document.addEventListener("submit", (event) => event.preventDefault());
}
