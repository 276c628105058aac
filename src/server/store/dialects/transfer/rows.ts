import { createHash } from "node:crypto";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../tables.ts";
import { COPY_SETTING } from "../sqlite/copy.ts";
import { PARTIAL_COPY_SETTING } from "./copy-setting.ts";
import { TABLE_KEYS, type TableName } from "./table-keys.ts";

/** A row's values, in the order of the table's columns. */
export type Row = readonly unknown[];

/** A table's columns by name, in the same order for every database. */
export type Columns = ReadonlyMap<TableName, readonly string[]>;

/** The columns of every table; throws if one is missing. */
export const loadColumns = async (db: Queryable): Promise<Columns> => {
  const tables = await db.introspection.getTables();
  return new Map(
    (Object.keys(TABLE_KEYS) as TableName[]).map((name) => {
      const table = tables.find((tableMetadata) => tableMetadata.name === name);
      if (!table) throw new Error(`there is no table ${name}`);
      return [name, table.columns.map((column) => column.name).sort()];
    }),
  );
};

/** Reads and writes a table, or the rows that meet a condition, in batches by key order. */
export const tableRows = (
  name: TableName,
  columns: readonly string[],
  condition?: RawBuilder<unknown>,
) => {
  const key: readonly string[] = TABLE_KEYS[name];
  const keyPlaces = key.map((column) => columns.indexOf(column));
  const keyColumns = joinColumns(key);
  const isRead = [...without(name), ...(condition ? [condition] : [])];
  const hasKeyOf = (rows: readonly Row[]) =>
    sql.join(
      rows.map((row) => {
        const values = keyPlaces.map((place) => sql`${row[place]}`);
        return sql`(${keyColumns}) = (${sql.join(values)})`;
      }),
      sql` or `,
    );
  let insertion: { rows: number; query: CompiledQuery } | undefined;
  return {
    /** The rows after a given row, or the first rows. A table without a key is returned whole. */
    read: async (db: Queryable, after: Row | null, limit: number): Promise<Row[]> => {
      const conditions = [...isRead];
      if (after) {
        if (key.length === 0) return [];
        const values = keyPlaces.map((place) => sql`${after[place]}`);
        conditions.push(sql`(${keyColumns}) > (${sql.join(values)})`);
      }
      const order = key.length > 0 ? sql`order by ${keyColumns}` : sql``;
      const query = sql<
        Record<string, unknown>
      >`select ${joinColumns(columns)} from ${sql.table(name)}
        ${where(conditions)} ${order} limit ${limit}`;
      const { rows } = await query.execute(db);
      return rows.map((row) => columns.map((column) => row[column]));
    },
    /** The values of a row's key. */
    keyOf: (row: Row): string => JSON.stringify(keyPlaces.map((place) => row[place])),
    /** The row with the highest key; null if there is none. */
    last: async (db: Queryable): Promise<Row | null> => {
      const order = sql.join(key.map((column) => sql`${sql.ref(column)} desc`));
      const query = sql<
        Record<string, unknown>
      >`select ${joinColumns(columns)} from ${sql.table(name)}
        ${where(isRead)} ${key.length > 0 ? sql`order by ${order}` : sql``} limit 1`;
      const [row] = (await query.execute(db)).rows;
      return row ? columns.map((column) => row[column]) : null;
    },
    /** Adds rows that do not exist yet. */
    insert: async (db: Queryable, rows: readonly Row[]): Promise<void> => {
      if (rows.length === 0) return;
      // Most batches have the same number of rows, and share a compiled statement.
      if (insertion?.rows !== rows.length) {
        const values = rows.map((row) => sql`(${sql.join(row)})`);
        const query = sql`insert into ${sql.table(name)} (${joinColumns(columns)})
          values ${sql.join(values)}`;
        insertion = { rows: rows.length, query: query.compile(db) };
      }
      await db.executeQuery({ ...insertion.query, parameters: rows.flat() });
    },
    /** An upsert by key. */
    put: async (db: Queryable, rows: readonly Row[]): Promise<void> => {
      if (rows.length === 0) return;
      const others = columns.filter((column) => !key.includes(column));
      const changes = others.map(
        (column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`,
      );
      const change = others.length > 0 ? sql`update set ${sql.join(changes)}` : sql`nothing`;
      for (const some of splitRows(rows)) {
        const values = some.map((row) => sql`(${sql.join(row)})`);
        await sql`insert into ${sql.table(name)} (${joinColumns(columns)}) values ${sql.join(values)}
          on conflict (${keyColumns}) do ${change}`.execute(db);
      }
    },
    /** Makes a row with only its key. */
    makeRow: (values: readonly unknown[]): Row =>
      columns.map((column) => values[key.indexOf(column)] ?? null),
    /** Reads the rows with the same keys as the given rows. */
    readSame: async (db: Queryable, rows: readonly Row[]): Promise<Row[]> => {
      const same: Row[] = [];
      for (const some of splitRows(rows)) {
        const query = sql<
          Record<string, unknown>
        >`select ${joinColumns(columns)} from ${sql.table(name)}
          ${where([...isRead, sql`(${hasKeyOf(some)})`])}`;
        for (const row of (await query.execute(db)).rows)
          same.push(columns.map((column) => row[column]));
      }
      return same;
    },
    /** Deletes the rows with the same keys as the given rows. */
    remove: async (db: Queryable, rows: readonly Row[]): Promise<void> => {
      for (const some of splitRows(rows))
        await sql`delete from ${sql.table(name)}
          ${where([...isRead, sql`(${hasKeyOf(some)})`])}`.execute(db);
    },
  };
};

/** The number of rows in one statement: databases limit the depth of an expression. */
const ROWS_NAMED = 500;

function* splitRows(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_NAMED)
    yield rows.slice(from, from + ROWS_NAMED);
}

export const countRows = async (db: Queryable, name: TableName): Promise<number> => {
  const query = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}
    ${where(without(name))}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
};

/** Deletes all rows of a table. */
export const clearTable = async (db: Queryable, name: TableName): Promise<void> => {
  await sql`delete from ${sql.table(name)}`.execute(db);
};

/** A row as text, the same for every database. */
export const encodeRow = (row: Row): string => JSON.stringify(row.map(portable));

/** A digest of rows, the same for every database. */
export const digestRows = () => {
  const hash = createHash("sha256");
  let count = 0;
  return {
    add: (rows: readonly Row[]) => {
      count += rows.length;
      for (const row of rows) hash.update(`${encodeRow(row)}\n`);
    },
    end: () => ({ count, digest: hash.digest("hex") }),
  };
};

/** Encodes bytes as an object, which no other column value is; throws for an impossible value. */
function portable(value: unknown): unknown {
  if (value === null || typeof value === "string") return value;
  if (Number.isSafeInteger(value)) return value;
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  throw new Error(`a ${typeof value} is stored, and only texts, integers and bytes can be`);
}

/** The condition that leaves out a copy's description of itself. */
const without = (name: TableName): RawBuilder<unknown>[] =>
  name === "mark" ? [sql`name not in (${sql.join([PARTIAL_COPY_SETTING, COPY_SETTING])})`] : [];

const where = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

const joinColumns = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)));
