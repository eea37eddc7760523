// The device's store: named texts in one IndexedDB database, whose name carries the site's path.
//
// It is used instead of PyScript's storage for three things that one does: it counts a write as done before
// its transaction is committed, so a full disk looks like success; after one refusal it refuses every later
// write; and what it has read it never reads again, so two tabs overwrite one another.
const NAME = `tapis-vert${new URL("../../", import.meta.url).pathname}`;
const STORE = "entries";
const LOST = ["InvalidStateError", "UnknownError"]; // the connection is gone (Safari cuts it in the background)

const connect = (name) => new Promise((resolve, reject) => {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    opening.result.onversionchange = () => opening.result.close();
    resolve(opening.result);
  };
});

// Does some work in one transaction; resolves once it is committed, with what the work gave to `give`.
const transact = (db, mode, work) => new Promise((resolve, reject) => {
  const transaction = db.transaction(STORE, mode);
  let given;
  let refusal = null;
  const firmly = (step) => () => {
    try { step(); } catch (error) { refusal = error; transaction.abort(); }
  };
  transaction.oncomplete = () => resolve(given);
  transaction.onabort = () => reject(refusal || transaction.error || new DOMException("not written", "AbortError"));
  firmly(() => work(transaction.objectStore(STORE), (value) => { given = value; }, firmly))();
});

export const open = async (name = NAME) => {
  if (globalThis.tapisvertMemoryOnly) throw new DOMException("this browser keeps nothing", "NotSupportedError");
  let db = await connect(name);
  const run = async (mode, work) => {
    try {
      return await transact(db, mode, work);
    } catch (error) {
      if (!LOST.includes(error.name)) throw error;
      db = await connect(name);
      return transact(db, mode, work);
    }
  };
  return {
    // Gets all texts as one JSON object: one string crosses to Python.
    all: () => run("readonly", (store, give) => {
      const [keys, values] = [store.getAllKeys(), store.getAll()];
      values.onsuccess = () => give(JSON.stringify(Object.fromEntries(
        keys.result.map((key, at) => [key, values.result[at]]).filter(([, value]) => typeof value === "string"))));
    }),
    // Writes a text; false, and nothing written, if the entry `fence` no longer holds `token`: another tab has taken over.
    put: (key, text, fence, token) => run("readwrite", (store, give, firmly) => {
      const owner = store.get(fence || key);
      owner.onsuccess = firmly(() => {
        const isMine = !fence || owner.result === token;
        if (isMine) store.put(text, key);
        give(isMine);
      });
    }),
    // Removes a text; false, and nothing removed, if the entry is no longer `text`: another tab has written it.
    remove: (key, text) => run("readwrite", (store, give, firmly) => {
      const found = store.get(key);
      found.onsuccess = firmly(() => {
        const isSame = found.result === text;
        if (isSame) store.delete(key);
        give(isSame);
      });
    }),
  };
};
