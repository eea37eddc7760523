// Runs before anything else: counts the bytes of the large downloads, keeps what a person
// does before Python can answer, and says so when something cannot be loaded.
"use strict";
{
  const sizes = JSON.parse(document.currentScript.dataset.sizes);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const folder = new URL(".", document.baseURI);
  const early = [];
  const touched = {}; // what was chosen in the form before Python; the rest may be chosen from last time
  let handle = null; // Python's listener, once it is there
  let got = 0;
  let failed = false;

  const texts = () => JSON.parse(document.querySelector(`template[data-home="${document.documentElement.lang}"]`).dataset.texts);

  // ---- storage for the two words the shell needs before Python: language, open
  const key = (name) => `tapis-vert${folder.pathname}${name}`;
  const recall = (name) => { try { return localStorage.getItem(key(name)) || ""; } catch { return ""; } };
  const remember = (name, value) => {
    try { value ? localStorage.setItem(key(name), value) : localStorage.removeItem(key(name)); } catch { /* nothing can be kept */ }
  };

  // ---- progress and failure
  const show = (percent) => {
    const bar = document.getElementById("loading-bar");
    if (!bar || failed) return;
    const done = percent >= 100;
    bar.value = percent;
    document.getElementById("loading").classList.toggle("starting", done);
    const text = texts();
    document.getElementById("loading-text").textContent = done ? text["loading.start"] : text["loading.bytes"].replace("{percent}", percent);
  };
  const fail = (reason) => {
    if (failed || handle) return;
    failed = true;
    const box = document.getElementById("loading");
    const text = texts();
    box.className = "failed";
    box.setAttribute("role", "alert");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "main";
    button.dataset.action = "retry";
    button.textContent = text["loading.retry"];
    document.getElementById("loading-text").textContent = `${text["loading.failed"]} (${reason})`;
    box.append(button);
    document.body.dataset.screen = "home";
  };
  const progress = () => show(Math.min(100, Math.floor((100 * got) / total)));

  const fetchPlain = window.fetch;
  window.fetch = async (input, options) => {
    const url = new URL(input.url || String(input), document.baseURI);
    const name = url.href.startsWith(folder.href) ? url.href.slice(folder.href.length).split("?")[0] : "";
    let response;
    try {
      response = await fetchPlain(input, options);
    } catch (error) {
      if (name) fail(name);
      throw error;
    }
    if (!response.ok && name) fail(name);
    if (!(name in sizes) || !response.ok || !response.body) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        got += chunk.byteLength;
        progress();
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers });
  };
  window.addEventListener("error", (event) => {
    const source = event.target && (event.target.src || (event.target.rel === "stylesheet" && event.target.href));
    if (event.target !== window && event.target.tagName === "SCRIPT" && source) fail(source.slice(folder.href.length));
  }, true);
  window.addEventListener("unhandledrejection", (event) => fail(String((event.reason && event.reason.name) || "error")));

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
    else if (handle) handle(JSON.stringify({ ...event, form: form() }));
    else if (event.action && event.action.startsWith("language ")) tapisvert.speak(event.action.slice(9), true);
    else if (event.action === "new-match") {
      early.splice(0, early.length, event); // one click is enough, and the last one counts
      tapisvert.busy();
    }
  };

  globalThis.tapisvert = {
    boot: () => JSON.stringify({
      query: Object.fromEntries(new URLSearchParams(location.search)),
      language: document.documentElement.lang,
      open: recall("open"),
      form: touched,
      path: folder.pathname,
      build: document.documentElement.dataset.build,
    }),
    connect(listener) {
      handle = listener;
      document.body.dataset.ready = "";
      early.splice(0).forEach((event) => handle(JSON.stringify(event)));
    },
    endWorker(name) {
      const script = document.querySelector(`script[name="${name}"]`);
      script?.remove();
      const end = () => (script.xworker ? script.xworker.terminate() : setTimeout(end, 500)); // it may be on its way still
      if (script) end();
    },
    recall, remember, fail, send, show,
  };
}
