// The interpreter as PyScript asks for it (`interpreter` in pyscript.toml), for the page and for every
// worker: Pyodide, from a memory snapshot of an earlier visit where there is one, else booted in full.
// Snapshots are private to Pyodide: whatever goes wrong with one, it is dropped and the boot is full.
import { loadPyodide as load, version } from "../pyodide/pyodide.mjs";
import * as snapshot from "./snapshot.mjs";
import { broken } from "./wasm.mjs";

const PYODIDE = new URL("../pyodide/", import.meta.url).href;
const PATIENCE = 10_000; // milliseconds; who reloads sooner may just be in a hurry
const isPage = typeof document !== "undefined";
const page = globalThis.tapisvert;

if (!isPage) await import("./idb-fallback.mjs"); // (in the page start.mjs sees to it)

const output = { stdout: null, stderr: null }; // where PyScript wants the lines to go, once it has said so
const options = {
  indexURL: PYODIDE,
  stdout: (line) => (output.stdout || console.log)(line),
  stderr: (line) => (output.stderr || console.error)(line),
};

const fromSnapshot = async (found) => {
  const pyodide = await snapshot.restoring(found, (bytes) => load({ ...options, _loadSnapshot: bytes }));
  pyodide.runPython("import random; random.seed()"); // its state was frozen with the rest
  return pyodide;
};

const boot = async () => {
  const archive = isPage ? fetch(snapshot.ARCHIVE).then((response) => response.arrayBuffer()) : null;
  archive?.catch(() => {}); // awaited below
  const found = await snapshot.read();
  let pyodide = null;
  const tried = isPage ? Number(page.recall("trying")) : 0; // when a start from it began that never came to its end
  if (found && !(tried && Date.now() - tried > PATIENCE)) {
    try {
      if (isPage) page.remember("trying", String(Date.now())); // forgotten once the page is up
      pyodide = await fromSnapshot(found);
    } catch (error) {
      console.info("Tapis Vert: the snapshot cannot be used", error.name);
    }
  }
  if (found && !pyodide) await snapshot.drop();
  globalThis.tapisvertStart = pyodide ? "snapshot" : "full";
  pyodide ??= await load(options);
  if (isPage) snapshot.install(pyodide, await archive);
  return pyodide;
};

const booting = Promise.race([boot(), broken]); // at once: PyScript need not have read its configuration
booting.catch((error) => page?.fail(error.name));

export const loadPyodide = ({ stdout, stderr }) => {
  Object.assign(output, { stdout, stderr });
  return booting;
};
export { version };
