// Runs pytest inside Pyodide on Node: node suite.mjs SITE_PACKAGES ARGUMENTS…
// The project's folder is mounted as it is; the tools come from the build's own environment.
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { loadPyodide } = await import(`${root}/static/node_modules/pyodide/pyodide.mjs`);
const [tools, ...asked] = process.argv.slice(2);
const pyodide = await loadPyodide({ env: { HOME: "/home/pyodide", ...(process.env.TRANSCRIPT && { TRANSCRIPT: process.env.TRANSCRIPT }) } });
for (const [folder, place] of [["/project", root], ["/tools", tools]]) {
  pyodide.FS.mkdirTree(folder);
  pyodide.mountNodeFS(folder, place);
}
pyodide.globals.set("asked", pyodide.toPy(asked));
const code = pyodide.runPython(`
import os, sys
os.chdir("/project")
sys.path[:0] = ["/project/py", "/project"]
sys.path.append("/tools")
sys.dont_write_bytecode = True
import pytest
int(pytest.main(["-c", "py/pyproject.toml", "--rootdir", ".", "-q", "-p", "no:cacheprovider", *asked]))
`);
process.exit(code);
