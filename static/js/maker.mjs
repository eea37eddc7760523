// The worker that makes the memory snapshot and ends.
import { isWanted, make } from "./snapshot.mjs";

try {
  if (await isWanted()) await make();
  postMessage({ made: true });
} catch (error) {
  postMessage({ made: false, error: error.name });
}
close();
