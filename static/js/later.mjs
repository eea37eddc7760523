// What waits until the table is up and the bots are ready: play without a network, the snapshot that
// makes the next start short, the offer of a newer build, and the browser's offer to install.
import { exists } from "./snapshot.mjs";

const page = globalThis.tapisvert;
const HOUR = 3_600_000;

// ---- the memory snapshot for the next visit
const makeSnapshot = async () => {
  const state = (value) => { document.documentElement.dataset.snapshot = value; };
  if (await exists()) return state("kept");
  const maker = new Worker(new URL("./maker.mjs", import.meta.url), { type: "module" });
  const done = (value) => { state(value); maker.terminate(); };
  maker.onmessage = ({ data }) => done(data.made ? "made" : data.error);
  maker.onerror = (event) => { event.preventDefault(); done("failed"); };
};

// ---- the service worker; a newer build is offered, never forced
const offer = () => { document.documentElement.dataset.update = "ready"; }; // shows the button, at home and between deals
const watch = (registration) => {
  const look = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) offer();
  });
  if (registration.waiting && navigator.serviceWorker.controller) offer();
  look(registration.installing);
  registration.addEventListener("updatefound", () => look(registration.installing));
  page.update = () => {
    if (!registration.waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("take over");
  };
  let last = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - last < HOUR) return;
    last = performance.now();
    registration.update().catch(() => {}); // without a network, another time
  });
};
const goOffline = async () => {
  try {
    const registration = await navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" });
    watch(registration);
    registration.update().catch(() => {}); // the host cannot be reached, or has no newer build
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "ready";
  } catch { /* denied, no secure context, or no such file on this host: the page plays all the same */ }
};

export const settle = async () => {
  await goOffline();
  await makeSnapshot();
};
