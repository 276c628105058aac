// Counts the changes of a column for the bucket: the keys of all tables, the statements and the locks.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const STORE = join(import.meta.dirname, "../../../src/server/store");

/** Keys and references of the schema's tables. An engine that distributes by a column wants it in each. */
const KEYS = `select
  (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables,
  count(*) filter (where contype = 'p')::int as "primary keys",
  count(*) filter (where contype = 'u')::int as "unique constraints",
  count(*) filter (where contype = 'f')::int as "foreign keys",
  (select count(*)::int from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and not indisprimary and relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)) as "unique indexes"
  from pg_constraint where connamespace = 'public'::regnamespace`;

const STATEMENTS = {
  reads: /\.selectFrom\(/g,
  inserts: /\.insertInto\(/g,
  updates: /\.updateTable\(/g,
  deletes: /\.deleteFrom\(/g,
  "of raw SQL": /sql(<[^`]*>)?`\s*(select|insert|update|delete|with)\b/gi,
  "on conflict": /\.onConflict\(|on conflict/g,
  joins: /\.(inner|left|right|full)Join\(/g,
  "skip locked": /\bskipLocked\(/g,
  transactions: /\.transact\(/g,
};

/** Counts the keys in the schema of a PostgreSQL server, and the statements in the store's sources. */
export const countChanges = async (node) => {
  const [keys] = await node.query(KEYS);
  const sources = readdirSync(STORE, { recursive: true })
    .filter((name) => /\.ts$/.test(name) && !/test|fixture|migrations/.test(name))
    .map((name) => readFileSync(join(STORE, name), "utf8"));
  const count = (pattern) =>
    sources.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
  return {
    ...keys,
    ...Object.fromEntries(
      Object.entries(STATEMENTS).map(([name, pattern]) => [name, count(pattern)]),
    ),
  };
};
