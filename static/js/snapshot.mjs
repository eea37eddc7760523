// The memory snapshot: Pyodide with the engine and the table imported, as bytes in the device's cache.
// It is made in a worker after a first visit and kept under the build's address, which changes with
// every byte of the site, the added wheels included.
export const ARCHIVE = new URL("../page.zip", import.meta.url).href;
const WHERE = "/lib/tapisvert.zip"; // inside Pyodide's file system
const ADDED = {{added}}; // file names of the wheels that were added to this site
const KEY = new URL(`../snapshot?${ADDED.join("&")}`, import.meta.url).href;
const SITE = new URL("../../", import.meta.url).pathname;
const CACHE = `tapis-vert${SITE}snapshot`;
const STEP = 1 << 14;

const open = async () => { try { return await caches.open(CACHE); } catch { return null; } }; // no secure context, or storage denied

// A thin sum over all of it finds what is cut short or overwritten, in a millisecond.
const sum = (bytes) => {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  let total = bytes.byteLength;
  for (let at = 0; at < words.length; at += STEP >> 2) total = (Math.imul(total, 31) + words[at]) | 0;
  return String(total);
};

export const read = async () => {
  try {
    const response = await (await open())?.match(KEY);
    if (!response) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.byteLength % 4 === 0 && sum(bytes) === response.headers.get("X-Sum")) return bytes;
    await drop();
  } catch { /* as if there were none */ }
  return null;
};

export const drop = async () => { try { await (await open())?.delete(KEY); } catch { /* nothing is kept anyway */ } };

export const exists = async () => { try { return Boolean(await (await open())?.match(KEY)); } catch { return true; } };

const write = async (bytes) => {
  const cache = await open();
  for (const request of await cache.keys()) if (request.url !== KEY) await cache.delete(request); // of earlier builds
  await cache.put(KEY, new Response(bytes, { headers: { "X-Sum": sum(bytes), "Content-Length": String(bytes.byteLength) } }));
};

// Puts the engine and the table where Python imports them from.
export const install = (pyodide, archive) => {
  pyodide.FS.writeFile(WHERE, new Uint8Array(archive));
  pyodide.runPython(`import sys; "${WHERE}" in sys.path or sys.path.insert(0, "${WHERE}")`);
};

// Makes the snapshot, in a worker of its own: this Pyodide is good for nothing else afterwards.
export const make = async () => {
  const { loadPyodide } = await import("../pyodide/pyodide.mjs");
  const pyodide = await loadPyodide({ indexURL: new URL("../pyodide/", import.meta.url).href, _makeSnapshot: true });
  const get = async (url) => (await fetch(url)).arrayBuffer();
  for (const wheel of ADDED) pyodide.unpackArchive(await get(new URL(`../wheels/${wheel}`, import.meta.url)), "wheel");
  install(pyodide, await get(ARCHIVE));
  pyodide.runPython("import asyncio, random; from table import warm");
  await write(pyodide.makeMemorySnapshot());
};
