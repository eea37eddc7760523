// What waits until the table is up and the bots are ready: play without a network, the snapshot that
// makes the next start short, and the offer of a newer build.
import { isWanted } from "./snapshot.mjs";

const page = globalThis.tapisvert;
const state = document.documentElement.dataset;
const WORKER = new URL("../../sw.js", import.meta.url).href;
const HOUR = 3_600_000;

// ---- the memory snapshot for the next visit
const makeSnapshot = async () => {
  const wanted = await isWanted();
  if (wanted !== true || page.recall("no-snapshot") === page.build) {
    state.snapshot = wanted === false ? "kept" : "none";
    return;
  }
  const maker = new Worker(new URL("./maker.mjs", import.meta.url), { type: "module" });
  const done = (told) => { state.snapshot = told; };
  maker.onmessage = ({ data }) => {
    if (!data.made) page.remember("no-snapshot", page.build); // no room, perhaps: not at every visit again
    done(data.made ? "made" : data.error);
  };
  maker.onerror = (event) => { event.preventDefault(); done("failed"); };
};

// ---- a newer build is offered, never forced
const offer = () => { state.update = "ready"; }; // shows the button, at home and between deals
const buildOf = (worker) => new Promise((tell) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => tell(data);
  worker.postMessage("build", [port2]);
});
const compare = async () => { // the host may have moved on between the page and its service worker
  const { controller } = navigator.serviceWorker;
  if (controller?.scriptURL === WORKER && (await buildOf(controller)) !== page.build) offer();
};
const watch = (registration) => {
  const look = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && registration.active) offer();
  });
  if (registration.waiting && registration.active) offer();
  look(registration.installing);
  registration.addEventListener("updatefound", () => look(registration.installing));
  navigator.serviceWorker.addEventListener("controllerchange", compare);
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

// ---- the service worker
const isSettled = (worker) => new Promise((tell) => { // it has come to something, or to nothing
  const look = () => { if (!worker || ["activated", "redundant"].includes(worker.state)) tell(); };
  worker?.addEventListener("statechange", look);
  look();
});
const goOffline = async () => {
  try {
    const registration = await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
    watch(registration);
    if (registration.active) registration.update().catch(() => {}); // the host cannot be reached, or has no newer build
    else await isSettled(registration.installing || registration.waiting);
    if (!registration.active) return;
    state.offline = "ready";
    registration.active.postMessage("tidy");
    await compare();
  } catch { /* denied, no secure context, or no such file on this host: the page plays all the same */ }
};

export const settle = async () => {
  await goOffline();
  await makeSnapshot();
};
