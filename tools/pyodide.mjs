// Runs Python inside Pyodide on Node as `python` would: node pyodide.mjs TOOLS (-m MODULE | FILE) ARGUMENTS…
// The project's folder is mounted as it is; TOOLS is a folder of packages to import from. STDLIB names another
// standard library than Pyodide's own, which then stands behind it for what that one lacks, unless ALONE is set.
// Tasks that the program leaves are waited for.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { loadPyodide } = await import(`${root}/static/node_modules/pyodide/pyodide.mjs`);
const [tools, ...asked] = process.argv.slice(2);
process.on("uncaughtException", (error) => {
  console.error(String(error)); // without the line it was thrown on: all of Pyodide is one line
  process.exit(1);
});
const { ALONE, STDLIB, TRANSCRIPT } = process.env;
const env = { HOME: "/home/pyodide", ...(TRANSCRIPT && { TRANSCRIPT }) };
const pyodide = await loadPyodide({ env, ...(STDLIB && { stdLibURL: resolve(STDLIB) }) });
const mounted = { "/project": root, "/tools": tools, "/pyodide": `${root}/static/node_modules/pyodide` };
for (const [folder, place] of Object.entries(mounted)) {
  pyodide.FS.mkdirTree(folder);
  pyodide.mountNodeFS(folder, resolve(place));
}
pyodide.globals.set("asked", pyodide.toPy(asked));
pyodide.globals.set("behind", STDLIB && !ALONE ? "/pyodide/python_stdlib.zip" : "");
const code = await pyodide.runPythonAsync(`
import asyncio, os, runpy, sys
from importlib.machinery import PathFinder

class Behind:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return PathFinder.find_spec(name, ["/".join([behind, *name.split(".")[:-1]])])

if behind:
    sys.meta_path.insert(sys.meta_path.index(PathFinder) + 1, Behind)
os.chdir("/project")
sys.path[:0] = ["/project/py", "/project"]
sys.path.append("/tools")
sys.dont_write_bytecode = True
is_module = asked[0] == "-m"
name, *arguments = asked[is_module:]
sys.argv = [name, *arguments]
code, here = 0, asyncio.all_tasks()
try:
    (runpy.run_module if is_module else runpy.run_path)(name, run_name="__main__")
except SystemExit as ended:
    code = int(ended.code or 0)
await asyncio.gather(*(asyncio.all_tasks() - here))
code
`);
process.exit(code);
