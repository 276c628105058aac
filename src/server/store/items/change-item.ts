import type { Database } from "../tables.ts";

/** Begins a change of Items: every one goes by here, so that what was read before is known to be old. */
export const changeItem = (db: Database) =>
  db.updateTable("item").set(({ eb }) => ({ revision: eb("revision", "+", 1) }));
