import pg from "pg";
import { readAddress } from "../../server/store/dialects/postgres/address.ts";

/** The address of another database on the same server. */
export const databaseOf = (address: string, name: string): string =>
  address.replace(/^([^/]*\/\/[^/]*)\/[^?]*/, `$1/${name}`);

/** Runs one statement on a connection of its own. */
export const query = async (address: string, text: string): Promise<pg.QueryResult> => {
  const client = new pg.Client(readAddress(address).config);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
};
