// Starts Python. Pyodide boots at once, while PyScript is still being read; PyScript waits until it is
// known whether this browser keeps anything, since it would wait for ever where nothing is kept.
import * as copies from "./copies.mjs";
import * as store from "./store.mjs";
import * as tabs from "./tabs.mjs";

Object.assign(globalThis.tapisvert, { copies, store, tabs });
copies.listen();
const failed = (error) => tapisvert.fail(error.name);
import("./interpreter.mjs").catch(failed);
import("./idb-fallback.mjs").then(() => import("../pyscript/core.js")).catch(failed);
