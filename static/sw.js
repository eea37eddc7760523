// The service worker: keeps one whole build of the site on the device and serves it, with or without a
// network. All that a page loads lies in a folder named after its build, so that a page of one build
// never gets a file of another; an older build is kept as long as a tab may still show it.
"use strict";
const BUILD = "{{build}}";
const FILES = {{files}};
const SITE = new URL("./", self.location).href;
const PREFIX = `tapis-vert${new URL(SITE).pathname}files `; // two copies on one host share nothing
const OURS = PREFIX + BUILD;
const AT_ONCE = 4; // downloads
const TYPES = {
  css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json", mjs: "text/javascript",
  png: "image/png", py: "text/x-python", svg: "image/svg+xml", toml: "application/toml", txt: "text/plain",
  wasm: "application/wasm", webmanifest: "application/manifest+json", whl: "application/zip", zip: "application/zip",
};

// ---- installing: every file with the content this build was made of, or not at all
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const address = (name) => new URL(name === "index.html" ? "./" : name, SITE).href;
const typeOf = (name) => TYPES[name.split(".").pop()] || "application/octet-stream";
const LIST = address("files.json"); // what each of the files kept was made of
const listOf = async (cache) => (await (await cache.match(LIST))?.json()) || {};
const download = async (name, cache) => {
  const response = await fetch(address(name), { cache });
  const bytes = await response.clone().arrayBuffer();
  const hash = hex(await crypto.subtle.digest("SHA-256", bytes));
  if (!response.ok || hash !== FILES[name]) return null;
  // The answer itself is kept where it can be: browsers keep compiled scripts with it.
  const isTyped = (response.headers.get("Content-Type") || "").split(";")[0] === typeOf(name).split(";")[0];
  if (!isTyped || response.redirected) return made(name, bytes);
  bytes.transfer?.(0); // at once: some are large
  return response;
};
const made = (name, bytes) => new Response(bytes, { headers: { "Content-Type": typeOf(name), "Content-Length": bytes.byteLength } });
const fromOlder = async (name, older) => {
  if (/js$/.test(name)) return null; // an answer given for another address, or one without compiled scripts, will not do
  const tail = name.replace(`${BUILD}/`, "");
  for (const { cache, build, list } of older) {
    const old = tail === name ? name : `${build}/${tail}`;
    const response = list[old] === FILES[name] && (await cache.match(address(old)));
    if (response) return made(name, await response.arrayBuffer());
  }
  return null;
};
const keep = async (name, ours, older) => {
  if (await ours.match(address(name))) return; // of an attempt that was broken off
  const response = (await fromOlder(name, older)) || (await download(name, "force-cache")) || (await download(name, "reload"));
  if (!response) throw new Error(`${name} is not of build ${BUILD}`);
  await ours.put(address(name), response);
};
const install = async () => {
  const ours = await caches.open(OURS);
  const names = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== OURS);
  const older = await Promise.all(names.map(async (key) => {
    const cache = await caches.open(key);
    return { cache, build: key.slice(PREFIX.length), list: await listOf(cache) };
  }));
  await ours.put(LIST, new Response(JSON.stringify(FILES)));
  const todo = Object.keys(FILES);
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let name = todo.shift(); name; name = todo.shift()) await keep(name, ours, older);
  }));
};

// ---- older builds go once nobody is looking at them; each page holds a lock named after its build
const LOCK = `tapis-vert${new URL(SITE).pathname}build `;
const tidy = async () => {
  const { held } = await self.navigator.locks.query();
  const seen = new Set(held.map((lock) => lock.name));
  for (const key of await caches.keys()) {
    if (self.registration.waiting || self.registration.installing) return; // theirs is no older build
    if (key.startsWith(PREFIX) && key !== OURS && !seen.has(LOCK + key.slice(PREFIX.length))) await caches.delete(key);
  }
};

// ---- serving
const find = async (url) => {
  const name = url.href.slice(SITE.length).split(/[?#]/)[0];
  if (name === "" || name in FILES) return (await caches.open(OURS)).match(address(name || "index.html"));
  for (const key of await caches.keys()) {
    if (key.startsWith(PREFIX) && name.startsWith(`${key.slice(PREFIX.length)}/`)) return (await caches.open(key)).match(url.href);
  }
  return undefined;
};
// What a browser has compiled of WebAssembly it keeps with the answer in its own cache: that one is given, if it is there
// and is the very answer that was checked and is kept here.
const SAME = ["ETag", "Last-Modified", "Content-Length", "Content-Type"];
const withCompiled = async (kept) => {
  try {
    const own = await fetch(kept.url, { mode: "same-origin", cache: "only-if-cached" }); // never from the host
    const isMarked = own.headers.has("ETag") || own.headers.has("Last-Modified");
    return own.ok && isMarked && SAME.every((name) => own.headers.get(name) === kept.headers.get(name)) ? own : kept;
  } catch {
    return kept;
  }
};
const serve = async (request, url) => {
  try {
    const kept = await find(url);
    if (kept) return url.pathname.endsWith(".wasm") ? await withCompiled(kept) : kept;
  } catch { /* the device's cache fails: the network may do */ }
  return fetch(request);
};
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(tidy)));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  else if (event.data === "build") event.ports[0].postMessage(BUILD);
  else if (event.data === "tidy") event.waitUntil(tidy());
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(SITE)) return;
  event.respondWith(serve(event.request, url));
});
