import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";
import { readAddress } from "../../server/store/dialects/postgres/address.ts";
import { databaseOf } from "./databases.ts";
import type { Reply } from "./global-setup.ts";

/** New databases on the server of the tests. */
export type TestDatabases = {
  /** The address of an empty one. */
  newDatabase(): Promise<string>;
  /** The address of one that has the schema and nothing else. */
  migratedDatabase(): Promise<string>;
};

/** Null where no server can be had, which is said once; its tests are skipped then. */
export const testDatabases = (): Promise<TestDatabases | null> => {
  databases ??= findDatabases();
  return databases;
};

/**
 * What names the store of a data folder, where tests run on PostgreSQL (`TEST_STORE=postgres`): a new
 * database, which the folder has from then on.
 */
export const storeVariables = async (folder: string): Promise<{ DATABASE_URL?: string }> => {
  if (process.env.TEST_STORE !== "postgres") return {};
  const address =
    addresses.get(folder) ?? (await testDatabases())?.migratedDatabase() ?? Promise.reject(NONE);
  addresses.set(folder, address);
  return { DATABASE_URL: await address };
};

const addresses = new Map<string, Promise<string>>();
const NONE = new Error("there is no PostgreSQL for tests");

let databases: Promise<TestDatabases | null> | undefined;

async function findDatabases(): Promise<TestDatabases | null> {
  const reply = JSON.parse(await text(connect(inject("postgres")))) as Reply;
  if ("unavailable" in reply) return null;
  const { address, template } = reply;
  // Its connection ends while nobody makes databases, and so holds up no process.
  const pool = new pg.Pool({ ...readAddress(address).config, max: 1, allowExitOnIdle: true });
  let made = 0;
  const make = async (from: string) => {
    const name = `${template}_${process.pid}_${made++}`;
    // Copies files, where the default would log every page.
    await pool.query(`create database ${name} template ${from} strategy file_copy`);
    return databaseOf(address, name);
  };
  return {
    newDatabase: () => make("template0"),
    migratedDatabase: () => make(template),
  };
}
