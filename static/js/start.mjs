// Starts PyScript, once it is known whether this browser keeps anything.
import "./idb-fallback.mjs";
import * as copies from "./copies.js";
import * as store from "./store.js";
import * as tabs from "./tabs.js";

Object.assign(globalThis.tapisvert, { copies, store, tabs });
copies.listen();
await import("../pyscript/core.js");
