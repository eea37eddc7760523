// One match, one tab. A Web Lock, named with the site's path and the game, is held while its table is open; a
// tab that closes or crashes lets go by itself. Where there are no locks (plain http on another host), a token
// in localStorage and the `storage` event stand in. Neither is what keeps a save whole: each write is fenced
// in the store itself (store.mjs). This tells the other tab at once.
const folder = new URL("../../", import.meta.url).pathname;
const PATIENCE = 700; // milliseconds for the holder of a token to answer; one that crashed never does
const nameOf = (game) => `tapis-vert${folder}table:${game}`;
let mine = null; // the table that this tab has, or is asking for
let left = Promise.resolve(); // settles once the last one is really free again

const report = (game) => globalThis.tapisvert.send({ action: `lost ${game}` });

// Takes the table of a game; false if another tab has it and is not to be robbed.
export const take = async (game, steal, lost = report) => {
  if (mine?.game === game && mine.isHeld) return true;
  release();
  const asked = (mine = { game, isHeld: false, free() {} });
  await left;
  if (mine !== asked) return false;
  asked.lose = () => {
    if (mine !== asked) return;
    mine = null;
    asked.free();
    lost(game);
  };
  const isFree = await (navigator.locks ? lockIt : tokenIt)(asked, nameOf(game), steal);
  if (mine !== asked) asked.free(); // left again meanwhile
  else if (isFree) asked.isHeld = true;
  else mine = null;
  return asked.isHeld;
};

export const release = () => {
  mine?.free();
  mine = null;
};

const lockIt = (asked, name, steal) => new Promise((tell) => {
  const free = (lock) => {
    tell(!!lock && mine === asked);
    return lock && mine === asked ? new Promise((done) => { asked.free = done; }) : null;
  };
  const holding = navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, free);
  left = holding.catch(() => (asked.isHeld ? asked.lose() : tell(true))); // robbed, or a browser without real locks
});

// ---- where there are no locks
const tokenIt = async (asked, key, steal) => {
  const token = `${Math.random()}`;
  try {
    if (!steal && localStorage.getItem(key) && (await isAnswered(key))) return false;
    localStorage.setItem(key, token);
  } catch { return true; } // nothing is shared between tabs: nothing to guard with
  const hear = ({ key: changed, newValue }) => {
    if (changed === key && newValue && newValue !== token) asked.lose();
    if (changed === `${key}?` && newValue) localStorage.setItem(`${key}!`, newValue);
  };
  addEventListener("storage", hear);
  asked.free = () => {
    removeEventListener("storage", hear);
    for (const each of [key, `${key}?`, `${key}!`]) if (each !== key || localStorage.getItem(key) === token) localStorage.removeItem(each);
  };
  return true;
};
const isAnswered = (key) => new Promise((tell) => {
  const question = `${Math.random()}`;
  const hear = (event) => { if (event.key === `${key}!` && event.newValue === question) settle(true); };
  const settle = (found) => { removeEventListener("storage", hear); tell(found); };
  addEventListener("storage", hear);
  setTimeout(settle, PATIENCE, false);
  localStorage.setItem(`${key}?`, question);
});
