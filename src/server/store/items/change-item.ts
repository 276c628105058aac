import type { Queryable } from "../tables.ts";

/** Begins an update of Items. Every update starts here: the revision invalidates caches. */
export const changeItem = (db: Queryable) =>
  db.updateTable("item").set(({ eb }) => ({ revision: eb("revision", "+", 1) }));
