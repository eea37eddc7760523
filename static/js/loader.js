// Runs before anything else: starts the large downloads and counts their bytes, keeps what a person
// does before Python can answer, and says so when something cannot be loaded.
"use strict";
{
  const { sizes, needed, languages } = JSON.parse(document.currentScript.dataset.files);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const folder = new URL(".", document.baseURI);
  const SILENCE = 15; // seconds without a byte that end in a sentence
  const SLOW = 10; // seconds of start-up after the last byte before the page says that it is still working
  const UNSETTLED = 30_000; // milliseconds after which the rest follows even without bots
  const PARTS = ["stage", "keys", "listen"]; // the scripts without which nothing answers
  const early = [];
  const touched = {}; // what was chosen in the form before Python; the rest may be chosen from last time
  let handle = null; // Python's listener, once it is there
  let got = 0;
  let failed = false;
  let told = ""; // the reason in the sentence that is there
  let stalled = false; // the sentence about silence is there; it goes if something arrives after all
  let quiet = 0; // seconds since anything arrived

  const have = new Set(); // the parts that have run
  const worker = new URL("sw.js", folder).href;
  const controller = () => { try { return navigator.serviceWorker?.controller; } catch { return null; } }; // forbidden in some frames
  const isKept = controller()?.scriptURL === worker;

  const templateNow = () => document.querySelector(`template[data-home="${document.documentElement.lang}"]`);
  const texts = () => JSON.parse(templateNow().dataset.texts);

  // ---- storage for the few words the shell needs before Python: language, open, trying
  const key = (name) => `tapis-vert${folder.pathname}${name}`;
  const recall = (name) => { try { return localStorage.getItem(key(name)) || ""; } catch { return ""; } };
  const remember = (name, value) => {
    try { value ? localStorage.setItem(key(name), value) : localStorage.removeItem(key(name)); } catch { /* nothing can be kept */ }
  };

  const html = document.documentElement.dataset;
  html.loader = ""; // hides the sentence that stands in the page for when this script does not come
  const asked = new URLSearchParams(location.search).get("lang");
  const wish = [asked, recall("language"), navigator.language.slice(0, 2)].find((name) => languages.includes(name));
  document.documentElement.lang = wish || "en";
  if (recall("open")) html.resuming = ""; // the form need not be laid out: a table will be shown

  // ---- progress and failure
  const say = (line) => { const box = document.getElementById("loading-text"); if (box && box.textContent !== line) box.textContent = line; };
  const show = (percent) => {
    const bar = document.getElementById("loading-bar");
    if (!bar || !templateNow() || failed || handle || stalled) return; // files may come before the rest of the page
    const done = percent >= 100;
    bar.value = percent;
    document.getElementById("loading").classList.toggle("starting", done);
    const text = texts();
    document.getElementById("loading-percent").textContent = done ? "" : `${percent}\u00a0%`;
    say(!done ? text["loading.bytes"] : quiet < SLOW ? text["loading.start"] : text["loading.slow"]);
  };
  const fail = (reason) => {
    if (failed || handle) return;
    failed = true;
    if (recall("trying")) remember("trying", "1"); // long ago: however soon the next start is, it does without the snapshot
    delete html.resuming;
    whenParsed(() => tell(reason));
  };
  const whenParsed = (work) => {
    if (document.readyState !== "loading") work();
    else document.addEventListener("readystatechange", work, { once: true });
  };
  const tell = (reason) => {
    told = reason;
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) if (!link.sheet) link.remove(); // it would hold the page back
    const box = document.getElementById("loading");
    const text = texts();
    box.className = "failed";
    box.setAttribute("role", "alert");
    say(text[`loading.failed.${reason}`] || text["loading.failed"].replace("{reason}", reason));
    box.querySelector("button")?.remove();
    if (reason !== "file") {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "main";
      button.dataset.action = "retry";
      button.textContent = text["loading.retry"];
      button.addEventListener("click", (event) => { event.stopPropagation(); retry(); });
      box.append(button);
    }
    document.body.dataset.screen = "home";
    document.body.dataset.failed = "";
  };
  const withdraw = () => {
    stalled = false;
    told = "";
    const box = document.getElementById("loading");
    box.className = "";
    box.setAttribute("role", "status");
    box.querySelector("button")?.remove();
    delete document.body.dataset.failed;
  };
  const retry = async () => {
    try { // a build that is kept but not whole would fail again: the host, if it is there, may have another
      if ((await fetchPlain(new URL("build.json", folder), { cache: "no-store" })).ok) {
        for (const one of await navigator.serviceWorker.getRegistrations()) if (one.scope === folder.href) await one.unregister();
      }
    } catch { /* no host, or no service worker */ }
    location.reload();
  };
  const percent = () => Math.min(100, Math.floor((100 * got) / total));
  const progress = () => { quiet = 0; if (stalled) withdraw(); show(percent()); };
  const retell = () => { if (told) tell(told); else show(percent()); }; // in another language

  // ---- downloads: the large ones start now and are handed over when they are asked for
  const fetchPlain = window.fetch;
  const nameOf = (input) => {
    const url = new URL(input.url || String(input), document.baseURI);
    return url.href.startsWith(folder.href) ? url.href.slice(folder.href.length).split("?")[0] : "";
  };
  const download = async (name, input, options) => {
    let response;
    try {
      response = await fetchPlain(input, options);
    } catch (error) {
      fail(name);
      throw error;
    }
    if (!response.ok) fail(name);
    if (!(name in sizes) || !response.ok || !response.body) return response;
    if (isKept) { // it comes from the device, with what the browser has compiled of it: nothing to wait for
      got += sizes[name];
      progress();
      return response;
    }
    count(response.clone().body.getReader()).catch(() => fail(name)); // it broke off
    return response; // as it is: browsers keep what they compile with it
  };
  const count = async (reader) => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      got += part.value.byteLength;
      progress();
    }
  };
  const started = new Map();
  const begin = () => {
    for (const name of Object.keys(sizes)) {
      const response = download(name, new URL(name, folder));
      response.catch(() => {}); // told already
      started.set(name, response);
    }
  };
  window.fetch = (input, options) => {
    const name = nameOf(input);
    if (!name) return fetchPlain(input, options);
    const response = started.get(name);
    started.delete(name);
    return response || download(name, input, options);
  };

  // ---- watching: every file that must come, and the seconds in which nothing does
  const missing = () => {
    const come = new Set(performance.getEntriesByType("resource").map((entry) => nameOf(entry.name)));
    return needed.filter((name) => !come.has(name));
  };
  const watch = new PerformanceObserver((list) => { // pictures that a click fetches from the cache prove nothing
    if (list.getEntries().some((entry) => needed.includes(nameOf(entry.name)))) progress();
  });
  watch.observe({ type: "resource", buffered: true });
  const clock = setInterval(() => {
    if (handle || failed) { clearInterval(clock); watch.disconnect(); return; }
    quiet += 1;
    const late = quiet >= SILENCE && !stalled ? missing() : [];
    if (late.some((name) => name.endsWith(".css"))) fail("silence"); // without its style there is no table to go on with
    else if (late.length) { stalled = true; whenParsed(() => tell("silence")); }
    else if (got >= total && quiet >= SLOW) show(100);
  }, 1000);
  window.addEventListener("error", ({ target }) => {
    const source = target.tagName === "SCRIPT" ? target.src : target.tagName === "LINK" && target.rel === "stylesheet" ? target.href : "";
    if (source && nameOf(source)) fail(nameOf(source)); // what a host adds to its pages is no part of ours
  }, true);
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (String(reason?.stack).includes(folder.href)) fail(reason.name || "error");
  });
  document.addEventListener("py:done", () => fail("main.py"), true); // it ended, and nobody listens

  // ---- what a person does
  const form = () => {
    const element = document.getElementById("setup");
    return element ? Object.fromEntries(new FormData(element)) : {};
  };
  document.addEventListener("change", (event) => {
    if (!handle && event.target.closest("#setup")) touched[event.target.name] = event.target.value;
  });
  const send = (event) => {
    if (event.action === "retry") location.reload();
    else if (event.action === "update") tapisvert.update?.();
    else if (event.action === "install") tapisvert.install?.();
    else if (handle) handle(JSON.stringify({ ...event, form: form() }));
    else if (event.action && event.action.startsWith("language ")) tapisvert.speak(event.action.slice(9), true);
    else if (event.action === "new-match") {
      early.splice(0, early.length, event); // one click is enough, and the last one counts
      tapisvert.busy();
    }
  };

  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the page has a button for it
    document.documentElement.dataset.install = "ready";
    tapisvert.install = () => { delete document.documentElement.dataset.install; event.prompt(); };
  });
  let settled = false;
  const compare = async () => { // the host no longer has this build
    try {
      const there = await (await fetchPlain(new URL("build.json", folder), { cache: "no-store" })).json();
      if (there.build === tapisvert.build) return;
      tapisvert.update = () => location.reload();
      html.update = "ready";
    } catch { /* no host */ }
  };
  const settle = (build) => { // the bots are up, or have had their time: the rest may follow
    if (build) document.documentElement.dataset.buildBots = build;
    if (settled) return;
    settled = true;
    import("./later.mjs").then((later) => later.settle()).catch(compare); // nothing of it is needed to play
  };

  globalThis.tapisvert = {
    build: "{{build}}",
    boot: () => JSON.stringify({
      query: Object.fromEntries(new URLSearchParams(location.search)),
      language: document.documentElement.lang,
      open: recall("open"),
      form: touched,
      build: document.documentElement.dataset.build,
    }),
    connect(listener, build) {
      document.documentElement.dataset.buildPage = build;
      const lost = PARTS.find((part) => !have.has(part));
      if (lost) fail(`${lost}.js`);
      if (failed) return; // the sentence is there, and its button starts afresh
      if (stalled) withdraw();
      handle = listener;
      delete html.resuming;
      remember("trying", "");
      document.body.dataset.ready = "";
      setTimeout(settle, UNSETTLED, "");
      if (Object.keys(touched).length) handle(JSON.stringify({ action: "refresh", form: touched })); // chosen since boot() too
      early.splice(0).forEach((event) => handle(JSON.stringify(event)));
    },
    part: (name) => have.add(name),
    settle,
    endWorker(name) {
      const script = document.querySelector(`script[name="${name}"]`);
      script?.remove();
      const end = (times) => { // it may be on its way still
        if (script.xworker) script.xworker.terminate();
        else if (times) setTimeout(end, 500, times - 1);
      };
      if (script) end(120);
    },
    recall, remember, fail, send,
    retell,
  };
  // Whoever tidies up older builds can see which ones are looked at.
  navigator.locks?.request(`tapis-vert${folder.pathname}build {{build}}`, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  if (location.protocol === "file:") fail("file");
  else begin();
}
