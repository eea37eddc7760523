// What a person does with pointer and browser buttons, and what goes wrong in scripts; keys.js has the keys.
"use strict";
{
  const page = globalThis.tapisvert;
  const table = document.getElementById("table");
  const folder = new URL(".", document.currentScript.src).href; // of our own scripts

  // ---- several presses on one spot at once are one press
  const BURST = 120; // milliseconds
  let pressed = { time: -BURST, x: 0, y: 0 };
  const isAgain = ({ detail, timeStamp: time, clientX: x, clientY: y }) => {
    if (!detail) return false; // by key, or by a program
    const again = detail > 1 || (time - pressed.time < BURST && Math.hypot(x - pressed.x, y - pressed.y) < 10);
    pressed = { time, x, y }; // each counts: a fourth tap is a first one again to the browser
    return again;
  };

  // ---- listening: one listener for clicks, one for choices
  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-move], [data-action]");
    if (!target) { if (table.contains(event.target)) page.send({ action: "skip" }); return; }
    const { move, action } = target.dataset;
    const isAgainHere = isAgain(event);
    if (move !== undefined || action.startsWith("select ") ? isAgainHere : event.detail > 1) return; // it may lie on what has just come
    page.send(move === undefined ? { action } : { move });
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest("#setup")) page.send({ action: "refresh" });
  });
  document.addEventListener("submit", (event) => event.preventDefault());

  // ---- Back and Forward: the table lies one step after the home screen; in a frame they belong to the host
  const isTop = window.top === window;
  let game = ""; // the one at the table
  let leaving = false; // the step back to the home screen is under way
  page.step = (scene) => {
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

  page.part("listen");
}
