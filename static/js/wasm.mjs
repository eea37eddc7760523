// Pyodide's WebAssembly, compiled while the rest is still on its way. Pyodide by itself does not start
// where a host serves it under another type, and says nothing if it cannot be started: here both are mended.
//
// Python must not run on stacks that WebAssembly switches (JSPI): in some sessions, drawn by lot, Chromium
// samples allocations, walks such a stack past its end, and the tab crashes. Nothing here needs them.
Reflect.deleteProperty(WebAssembly, "Suspending");
Reflect.deleteProperty(WebAssembly, "promising");

const ADDRESS = new URL("../pyodide/pyodide.asm.wasm", import.meta.url).href;
const TYPE = "application/wasm";
// A worker takes what the page has had: an answer confirmed by the host would be another one to browsers, which
// keep compiled code with an answer.
const FROM = typeof document === "undefined" ? { cache: "force-cache" } : {};
const fetchPlain = globalThis.fetch;

const compile = async () => {
  const response = await fetchPlain(ADDRESS, FROM);
  if (!response.ok) throw new TypeError(ADDRESS);
  const typed = response.headers.get("Content-Type") === TYPE ? response : new Response(response.body, { headers: { "Content-Type": TYPE } });
  return WebAssembly.compileStreaming(typed);
};
const compiled = compile();

let giveUp = null;
export const broken = new Promise((_, reject) => { giveUp = reject; }); // never answers, unless it cannot be started
broken.catch(() => {});
compiled.catch(giveUp);

globalThis.fetch = (input, options) => (String(input.url || input) === ADDRESS ? Promise.resolve(new Response()) : fetchPlain(input, options));
WebAssembly.instantiateStreaming = async (_, imports) => {
  try {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  } catch (error) {
    giveUp(error);
    throw error;
  }
};
