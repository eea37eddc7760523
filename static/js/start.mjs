// Starts PyScript, once it is known whether this browser keeps anything: it would wait for ever where
// nothing is kept. Pyodide boots already: the page has interpreter.mjs as a script of its own.
import * as copies from "./copies.mjs";
import * as store from "./store.mjs";
import * as tabs from "./tabs.mjs";

Object.assign(globalThis.tapisvert, { copies, store, tabs });
copies.listen();
const failed = (error) => tapisvert.fail(error.name);
import("./idb-fallback.mjs").then(() => import("../pyscript/core.js")).catch(failed);
