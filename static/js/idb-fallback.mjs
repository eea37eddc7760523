// PyScript opens IndexedDB before anything else, in the page and in every worker, and waits for ever where
// the browser refuses. Where a probe fails or is not answered in time, all that follows gets a stand-in
// that keeps in memory, and globalThis.tapisvertMemoryOnly tells that nothing outlives the page.
// Import it, and wait for it, before PyScript's core and before the interpreter.
const LIMIT = 5; // seconds, counted while the page is awake and free: Pyodide boots beside
const STORE = "entries";
const folder = new URL("../../", import.meta.url).pathname;

const probe = () => new Promise((found) => {
  const tell = (answer) => { clearInterval(clock); found(answer); };
  const refuse = (event) => { event?.preventDefault(); tell(false); };
  let seconds = 0;
  const clock = setInterval(() => { if ((seconds += 1) >= LIMIT) tell(false); }, 1000);
  try {
    const opening = indexedDB.open(`tapis-vert-probe${folder}`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = opening.onblocked = refuse;
    opening.onsuccess = () => {
      try {
        const reading = opening.result.transaction(STORE).objectStore(STORE).count();
        reading.onerror = refuse;
        reading.onsuccess = () => { opening.result.close(); tell(true); };
      } catch { tell(false); }
    };
  } catch { tell(false); }
});

// ---- the stand-in: databases of one store each, as far as PyScript asks
const databases = new Map();
const answer = (result) => {
  const request = { result, error: null, addEventListener(type, listener) { this[`on${type}`] = listener; } };
  queueMicrotask(() => request.onsuccess?.({ type: "success", target: request }));
  return request;
};
const storeOf = (entries) => ({
  count: () => answer(entries.size),
  get: (key) => answer(entries.get(key)),
  getKey: (key) => answer(entries.has(key) ? key : undefined),
  getAll: () => answer([...entries.values()]),
  getAllKeys: () => answer([...entries.keys()]),
  put: (value, key) => answer((entries.set(key, value), key)),
  delete: (key) => answer(void entries.delete(key)),
  clear: () => answer(void entries.clear()),
});
const open = (name) => {
  if (!databases.has(name)) databases.set(name, new Map());
  const names = Object.assign([STORE], { contains: (each) => each === STORE });
  const transaction = () => ({ objectStore: () => storeOf(databases.get(name)), commit() {}, abort() {} });
  return answer({ name, version: 1, objectStoreNames: names, transaction, createObjectStore() {}, close() {} });
};
const deleteDatabase = (name) => answer(void databases.delete(name));

export const isKept = await probe();
if (!isKept) {
  Object.defineProperty(globalThis, "indexedDB", { value: { open, deleteDatabase }, configurable: true });
  globalThis.tapisvertMemoryOnly = true;
}
