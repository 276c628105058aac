import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../server/store/dialects/index.ts";
import { open } from "../../server/store/dialects/sqlite/open.ts";
import { sqlite } from "../../server/store/dialects/sqlite.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Database } from "../../server/store/tables.ts";

/**
 * Returns a function that opens databases for tests without durability. Commits do not wait for the
 * disk. A new database is a copy with the current schema.
 */
export const testDatabases = async (): Promise<(file: string) => Database> => {
  const bytes = await migratedDatabase();
  return (file) => {
    if (!sqlite.accepts(file)) return Object.assign(openDatabase(file), { leaseTime });
    if (!existsSync(file)) writeFileSync(file, bytes, { mode: 0o600 });
    return open(file, { synchronous: "OFF" });
  };
};

/** Leases use the clock of the test. */
const leaseTime: Database["leaseTime"] = (now) => sql<number>`${now}`;

/** The file of a new database with the current schema. */
export const migratedDatabase = (): Promise<Uint8Array> => {
  template ??= makeTemplate();
  return template;
};

let template: Promise<Uint8Array> | undefined;

async function makeTemplate(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "service-link-template-"));
  try {
    const file = join(folder, "template.db");
    const store = await openStore(open(file));
    await store.close();
    return readFileSync(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
