import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { readAddress } from "../../server/store/dialects/postgres/address.ts";
import { databaseOf } from "./databases.ts";
import type { Reply } from "./shared-server.ts";

/** New databases on the server of the tests. */
export type TestDatabases = {
  /** Returns the address of an empty database. */
  newDatabase(): Promise<string>;
  /** Returns the address of a database with only the schema. */
  migratedDatabase(): Promise<string>;
  /** Returns the address of a copy of a database. The original must have no connections. */
  copyOf(address: string): Promise<string>;
  /** Drops a database, even with open connections. */
  drop(address: string): Promise<void>;
};

/** Creates databases on the server shared at a socket; throws if there is no server. */
export const newDatabases = async (path: string): Promise<TestDatabases> => {
  const reply = JSON.parse(await text(connect(path))) as Reply;
  if ("unavailable" in reply) throw new Error(reply.unavailable);
  const { address, template } = reply;
  // An idle connection closes, so that the process can end.
  const pool = new pg.Pool({ ...readAddress(address).hosts[0], max: 1, allowExitOnIdle: true });
  let count = 0;
  const make = async (from: string) => {
    const name = `${template}_${process.pid}_${count++}`;
    // Copies files, whereas the default logs every page.
    await pool.query(`create database ${name} template ${from} strategy file_copy`);
    return databaseOf(address, name);
  };
  return {
    newDatabase: () => make("template0"),
    migratedDatabase: () => make(template),
    copyOf: (original) => make(`${readAddress(original).hosts[0].database}`),
    drop: async (address) => {
      await pool.query(`drop database ${readAddress(address).hosts[0].database} with (force)`);
    },
  };
};

/**
 * Returns the variables for the store of a data folder: none for SQLite, or a database per folder.
 */
export type StoreVariables = (folder: string) => Promise<{ DATABASE_URL?: string }>;

/** Stores on PostgreSQL if `TEST_STORE=postgres`, each in a new database. */
export const storesIn = (databases: () => Promise<TestDatabases>): StoreVariables => {
  const addresses = new Map<string, Promise<string>>();
  return async (folder) => {
    if (process.env.TEST_STORE !== "postgres") return {};
    const address = addresses.get(folder) ?? (await databases()).migratedDatabase();
    addresses.set(folder, address);
    return { DATABASE_URL: await address };
  };
};
