// The memory snapshot: Pyodide with the engine and the table imported, as bytes in the device's cache.
// It is made in a worker after a first visit and kept under the build's address, which changes with
// every byte of the site, the added wheels included. More than half of it is empty: that is left out.
export const ARCHIVE = new URL("../page.zip", import.meta.url).href;
const WHERE = "/lib/tapisvert.zip"; // inside Pyodide's file system
const ADDED = {{added}}; // file names of the wheels that were added to this site
const KEY = new URL(`../snapshot?${ADDED.join("&")}`, import.meta.url).href;
const SITE = new URL("../../", import.meta.url).pathname;
const CACHE = `tapis-vert${SITE}snapshot`;
const CHUNK = 1 << 14;

const open = async () => { try { return await caches.open(CACHE); } catch { return null; } }; // no secure context, or storage denied

// ---- packing: the number of bytes, the numbers of the chunks that hold anything, those chunks
const isEmpty = (array, from, to) => {
  for (const word of new Uint32Array(array.buffer, array.byteOffset + from, (to - from) >> 2)) if (word) return false;
  return true;
};
const pack = (bytes) => {
  const full = [];
  for (let at = 0; at < bytes.length; at += CHUNK) if (!isEmpty(bytes, at, Math.min(at + CHUNK, bytes.length))) full.push(at / CHUNK);
  const parts = full.map((chunk) => bytes.subarray(chunk * CHUNK, (chunk + 1) * CHUNK));
  return [Uint32Array.of(bytes.length, full.length, ...full), ...parts];
};
const unpack = (buffer) => {
  const [length, count] = new Uint32Array(buffer, 0, 2);
  const full = new Uint32Array(buffer, 8, count);
  const bytes = new Uint8Array(length);
  let from = 8 + 4 * count;
  for (const chunk of full) {
    const part = new Uint8Array(buffer, from, Math.min(CHUNK, length - chunk * CHUNK));
    bytes.set(part, chunk * CHUNK);
    from += part.length;
  }
  if (from !== buffer.byteLength) throw new RangeError("not the whole snapshot");
  return { bytes, full: new Set(full) };
};

// A thin sum over all of it finds what was cut short or overwritten, in a millisecond.
const sum = (buffer) => {
  const words = new Uint32Array(buffer, 0, buffer.byteLength >> 2);
  let total = buffer.byteLength;
  for (let at = 0; at < words.length; at += 1021) total = (Math.imul(total, 31) + words[at]) | 0;
  return String(total);
};

// ---- keeping
export const read = async () => {
  try {
    const response = await (await open())?.match(KEY);
    if (!response) return null;
    const buffer = await response.arrayBuffer();
    if (sum(buffer) !== response.headers.get("X-Sum")) throw new RangeError("not the snapshot that was kept");
    const found = unpack(buffer);
    free(buffer);
    return found;
  } catch {
    await drop();
    return null;
  }
};
const free = (buffer) => { buffer.transfer?.(0); }; // at once: it is large
export const drop = async () => { try { await (await open())?.delete(KEY); } catch { /* nothing is kept anyway */ } };
export const isWanted = async () => { try { return !(await (await caches.open(CACHE)).match(KEY)); } catch { return null; } }; // without a cache, none
const write = async (bytes) => {
  const cache = await open();
  for (const request of await cache.keys()) if (request.url !== KEY) await cache.delete(request); // of earlier builds
  const buffer = await new Blob(pack(bytes)).arrayBuffer();
  await cache.put(KEY, new Response(buffer, { headers: { "X-Sum": sum(buffer), "Content-Length": String(buffer.byteLength) } }));
};

// ---- restoring: Pyodide writes all of it into its memory, which would then take up what is empty too
export const restoring = async ({ bytes, full }, work) => {
  const { set } = Int8Array.prototype;
  Int8Array.prototype.set = function (source, ...rest) {
    if (source.buffer !== bytes.buffer || rest.length) return set.call(this, source, ...rest);
    const start = source.byteOffset; // a head comes before the memory itself
    for (let from = start; from < bytes.length;) {
      const chunk = Math.floor(from / CHUNK);
      const to = Math.min((chunk + 1) * CHUNK, bytes.length);
      if (full.has(chunk)) set.call(this, bytes.subarray(from, to), from - start);
      else if (!isEmpty(this, from - start, to - start)) this.fill(0, from - start, to - start);
      from = to;
    }
  };
  try {
    return await work(bytes);
  } finally {
    Int8Array.prototype.set = set;
    free(bytes.buffer); // Pyodide would hold on to it
  }
};

// Puts the engine and the table where Python imports them from.
export const install = (pyodide, archive) => {
  pyodide.FS.writeFile(WHERE, new Uint8Array(archive));
  pyodide.runPython(`import sys; "${WHERE}" in sys.path or sys.path.insert(0, "${WHERE}")`);
};

// Makes the snapshot, in a worker of its own: this Pyodide is good for nothing else afterwards.
export const make = async () => {
  const [{ loadPyodide }, { broken }] = await Promise.all([import("../pyodide/pyodide.mjs"), import("./wasm.mjs")]);
  const indexURL = new URL("../pyodide/", import.meta.url).href;
  const pyodide = await Promise.race([loadPyodide({ indexURL, _makeSnapshot: true }), broken]);
  const get = async (url) => (await fetch(url)).arrayBuffer();
  for (const wheel of ADDED) pyodide.unpackArchive(await get(new URL(`../wheels/${wheel}`, import.meta.url)), "wheel");
  install(pyodide, await get(ARCHIVE));
  pyodide.runPython("import asyncio, random; from table import warm");
  await write(pyodide.makeMemorySnapshot());
};
