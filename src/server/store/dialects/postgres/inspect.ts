import type { Client } from "pg";
import { migrationNames } from "../../migrations/index.ts";
import type { Inspection } from "../dialect.ts";
import { readAddress } from "./address.ts";
import { loadPg } from "./driver.ts";

/** Looks into a database; throws where there is none, or it cannot be reached. */
export const inspect = async (address: string): Promise<Inspection | null> => {
  const { Client: PgClient } = await loadPg();
  const client = new PgClient(readAddress(address).config);
  // One that breaks fails the query that is under way.
  client.on("error", () => {});
  try {
    await client.connect();
    return await read(client);
  } finally {
    await client.end().catch(() => {});
  }
};

async function read(client: Client): Promise<Inspection | null> {
  const rows = async <Row extends Record<string, string>>(query: string): Promise<Row[]> =>
    (await client.query<Row>(query)).rows;
  const names = async (query: string) =>
    (await rows<{ name: string }>(query)).map(({ name }) => name);
  const tables = await names(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  );
  const has = (table: string) => tables.includes(table);
  const storeMigrations = has("kysely_migration")
    ? await names("select name from kysely_migration")
    : [];
  const migrations = migrationNames();
  // A start that was killed early leaves what it notes migrations in, and nothing else.
  const isBare = tables.every((table) => table.startsWith("kysely_migration"));
  const isOurs = isBare || storeMigrations.some((name) => migrations.includes(name));
  if (isBare && storeMigrations.length === 0) return null;
  const settings =
    isOurs && has("mark")
      ? await rows<{ name: string; value: string }>("select name, value from mark")
      : [];
  return {
    isEmpty: false,
    problem: null,
    foreign: isOurs ? [] : tables,
    pending: migrations.filter((name) => !storeMigrations.includes(name)),
    unknown: storeMigrations.filter((name) => !migrations.includes(name)),
    storeSettings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    publicKeys:
      isOurs && has("client")
        ? await names("select public_key as name from client order by public_key_enabled desc")
        : [],
    damage: [],
  };
}
