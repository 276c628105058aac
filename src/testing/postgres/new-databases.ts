import { connect } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { readAddress } from "../../server/store/dialects/postgres/address.ts";
import { databaseOf } from "./databases.ts";
import type { Reply } from "./shared-server.ts";

/** New databases on the server of the tests. */
export type TestDatabases = {
  /** The address of an empty one. */
  newDatabase(): Promise<string>;
  /** The address of one that has the schema and nothing else. */
  migratedDatabase(): Promise<string>;
};

/** Those on the server that is shared at a socket; throws where none can be had. */
export const newDatabases = async (path: string): Promise<TestDatabases> => {
  const reply = JSON.parse(await text(connect(path))) as Reply;
  if ("unavailable" in reply) throw new Error(reply.unavailable);
  const { address, template } = reply;
  // Its connection ends while nobody makes databases, and so holds up no process.
  const pool = new pg.Pool({ ...readAddress(address).config, max: 1, allowExitOnIdle: true });
  let count = 0;
  const make = async (from: string) => {
    const name = `${template}_${process.pid}_${count++}`;
    // Copies files, where the default would log every page.
    await pool.query(`create database ${name} template ${from} strategy file_copy`);
    return databaseOf(address, name);
  };
  return {
    newDatabase: () => make("template0"),
    migratedDatabase: () => make(template),
  };
};

/** What names the store of a data folder: nothing, or a database that the folder has from then on. */
export type StoreVariables = (folder: string) => Promise<{ DATABASE_URL?: string }>;

/** Stores on PostgreSQL where `TEST_STORE=postgres`, each in a new database. */
export const storesIn = (databases: () => Promise<TestDatabases>): StoreVariables => {
  const addresses = new Map<string, Promise<string>>();
  return async (folder) => {
    if (process.env.TEST_STORE !== "postgres") return {};
    const address = addresses.get(folder) ?? (await databases()).migratedDatabase();
    addresses.set(folder, address);
    return { DATABASE_URL: await address };
  };
};
