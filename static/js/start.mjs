// Starts PyScript, once it is known whether this browser keeps anything: it would wait for ever where
// nothing is kept. Pyodide boots already: the page has interpreter.mjs as a script of its own.
import * as copies from "./copies.mjs";
import * as store from "./store.mjs";
import * as tabs from "./tabs.mjs";

const isKnown = import("./idb-fallback.mjs");
const opening = isKnown.then(() => store.open()); // Python will ask for it
opening.catch(() => {}); // and be told
Object.assign(globalThis.tapisvert, { copies, openStore: () => opening, tabs });
copies.listen();
isKnown.then(() => import("../pyscript/core.js")).catch((error) => tapisvert.fail(error.name));
