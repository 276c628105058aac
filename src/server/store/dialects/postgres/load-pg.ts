/** Loads `pg`, which most servers never need. */
export const loadPg = async () => (await import("pg")).default;
