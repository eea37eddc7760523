// The worker that makes the memory snapshot and ends.
import { exists, make } from "./snapshot.mjs";

try {
  if (!(await exists())) await make();
  postMessage({ made: true });
} catch (error) {
  postMessage({ made: false, error: error.name });
}
close();
