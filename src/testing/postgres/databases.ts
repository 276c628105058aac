import pg from "pg";
import { readAddress } from "../../server/store/dialects/postgres/address.ts";

/** Returns the address of another database on the same server. */
export const databaseOf = (address: string, name: string): string =>
  address.replace(/^([^/]*\/\/[^/]*)\/[^?]*/, `$1/${name}`);

/** Adds parameters to an address, such as `pool_size=1`. */
export const withParameters = (address: string, parameters: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}${parameters}`;

export const query = async (address: string, text: string): Promise<pg.QueryResult> => {
  const client = new pg.Client(readAddress(address).hosts[0]);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
};
