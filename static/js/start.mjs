// Starts Python: the stand-in for storage that is denied comes first, since PyScript waits for storage;
// Pyodide boots while PyScript is still being read.
import "./idb-fallback.mjs";

import("./interpreter.mjs").catch((error) => tapisvert.fail(error.name));
import("../pyscript/core.js").catch((error) => tapisvert.fail(error.name));
