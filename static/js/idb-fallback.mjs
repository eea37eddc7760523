// To be filled: an in-memory stand-in where IndexedDB is denied.
export const real = true;
