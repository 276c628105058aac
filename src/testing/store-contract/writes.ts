import { sql } from "kysely";
import { expect, test } from "vitest";
import { openStore } from "../../server/store/open-store.ts";
import type { Database } from "../../server/store/tables.ts";
import type { ContractContext } from "./contract-context.ts";

/** Lets a file grow no further, as a full disk does. */
const fullFile = async (db: Database) => {
  await sql`vacuum`.execute(db);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
};

/** The contract of every store for writes that its database refuses. */
export const writesContract = ({ dialect, connect, migratedDatabase }: ContractContext): void => {
  test("a write is tried and leaves nothing behind, and is refused while the database refuses it", async () => {
    const address = await migratedDatabase();
    const db = connect(address);
    const store = await openStore(db);
    const refuse = async () =>
      dialect === "sqlite"
        ? fullFile(db)
        : sql`set session characteristics as transaction read only`.execute(db);
    const permit =
      dialect === "sqlite"
        ? sql`pragma max_page_count = 1000000`
        : sql`set session characteristics as transaction read write`;
    const marks = () => db.selectFrom("mark").selectAll().execute();
    const before = await marks();
    await store.tryWrite();
    expect(await marks()).toEqual(before);
    await refuse();
    await expect(store.tryWrite()).rejects.toThrow();
    await permit.execute(db);
    await store.tryWrite();
    expect(await marks()).toEqual(before);
  });
};
