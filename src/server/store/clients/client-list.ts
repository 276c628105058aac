import type { Database, Queryable } from "../tables.ts";

/** A list of a client's that has a row for each entry, as one transaction reads and extends it. */
type ClientList = {
  read(transaction: Queryable): Promise<{ entry: string; position: number }[]>;
  insert(transaction: Queryable, position: number): Promise<unknown>;
};

/** Appends an entry to a client's list unless it is already there; false if the list already has `most` others. */
export const addToList = (
  db: Database,
  { clientId, entry, most }: { clientId: string; entry: string; most: number },
  list: ClientList,
): Promise<boolean> =>
  db.transact(async (transaction) => {
    // Writing the client's row locks it against concurrent additions.
    await transaction
      .updateTable("client")
      .set((row) => ({ created_at: row.ref("created_at") }))
      .where("client_id", "=", clientId)
      .execute();
    const existing = await list.read(transaction);
    if (existing.some((row) => row.entry === entry)) return true;
    if (existing.length >= most) return false;
    await list.insert(transaction, Math.max(-1, ...existing.map((row) => row.position)) + 1);
    return true;
  });
