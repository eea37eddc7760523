// The worker that makes the memory snapshot and ends.
import { isWanted, make } from "./snapshot.mjs";

const REST = 5000; // milliseconds in which the browser keeps what it has compiled of Python, for the next visit

try {
  if (await isWanted()) await make();
  postMessage({ made: true });
} catch (error) {
  postMessage({ made: false, error: error.name });
}
setTimeout(close, REST);
