import type { Client } from "pg";
import { classifyStore } from "../../migrations/index.ts";
import { CONNECTIONS, type Inspection, OPEN_MOVES } from "../dialect.ts";
import { describeAddress } from "./address.ts";
import { connectClient } from "./connect-client.ts";
import { lastDayOf } from "./partitions/day-tables.ts";

/** Inspects a database; throws if it does not exist or cannot be reached. */
export const inspect = async (address: string): Promise<Inspection | null> => {
  const client = await connectClient(address);
  try {
    return await read(client, `the database ${describeAddress(address)}`);
  } finally {
    await client.end().catch(() => {});
  }
};

async function read(client: Client, name: string): Promise<Inspection | null> {
  const rows = async <Row extends Record<string, string>>(query: string): Promise<Row[]> =>
    (await client.query<Row>(query)).rows;
  const names = async (query: string) =>
    (await rows<{ name: string }>(query)).map(({ name }) => name);
  const tables = await names(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
     and relnamespace = current_schema()::regnamespace order by relname`,
  );
  const has = (table: string) => tables.includes(table);
  const storeMigrations = has("kysely_migration")
    ? await names("select name from kysely_migration")
    : [];
  const { isBare, isOurs, state } = classifyStore(tables, storeMigrations, name);
  if (isBare && storeMigrations.length === 0) return null;
  const settings =
    isOurs && has("mark")
      ? await rows<{ name: string; value: string }>("select name, value from mark")
      : [];
  return {
    isEmpty: false,
    ...state,
    storeSettings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    publicKeys:
      isOurs && has("client")
        ? await names("select public_key as name from client order by public_key_enabled desc")
        : [],
    connections:
      isOurs && has("institution_connection")
        ? await rows<Inspection["connections"][number]>(CONNECTIONS)
        : [],
    openMoves:
      isOurs && has("client_move") ? await rows<Inspection["openMoves"][number]>(OPEN_MOVES) : [],
    lastPart: lastDayOf(
      "request_log",
      await names(
        `select relname as name from pg_inherits join pg_class on oid = inhrelid
         where inhparent = to_regclass('request_log')`,
      ),
    ),
    damage: [],
  };
}
