// Runs Python inside Pyodide on Node as `python` would: node python.mjs TOOLS (-m MODULE | FILE) ARGUMENTS…
// The project's folder is mounted as it is; TOOLS is a folder of packages to import from.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { loadPyodide } = await import(`${root}/static/node_modules/pyodide/pyodide.mjs`);
const [tools, ...asked] = process.argv.slice(2);
const { TRANSCRIPT } = process.env;
const pyodide = await loadPyodide({ env: { HOME: "/home/pyodide", ...(TRANSCRIPT && { TRANSCRIPT }) } });
for (const [folder, place] of [["/project", root], ["/tools", tools]]) {
  pyodide.FS.mkdirTree(folder);
  pyodide.mountNodeFS(folder, place);
}
pyodide.globals.set("asked", pyodide.toPy(asked));
const code = pyodide.runPython(`
import os, runpy, sys
os.chdir("/project")
sys.path[:0] = ["/project/py", "/project"]
sys.path.append("/tools")
sys.dont_write_bytecode = True
is_module = asked[0] == "-m"
name, *arguments = asked[is_module:]
sys.argv = [name, *arguments]
code = 0
try:
    (runpy.run_module if is_module else runpy.run_path)(name, run_name="__main__")
except SystemExit as ended:
    code = int(ended.code or 0)
code
`);
process.exit(code);
