import { type CreateTableBuilder, type Kysely, sql } from "kysely";

/** A column's type and constraints. */
type Column = {
  type: "text" | "integer" | "bigint";
  /** Default: false. */
  isNullable?: boolean;
  /** The value of a row that is written without one. */
  initial?: string | number;
  isUnique?: boolean;
  /** The table and column that it refers to, which has to be there: `client.client_id`. */
  references?: string;
  onDelete?: "cascade";
  onUpdate?: "cascade";
};

type Index = {
  columns: readonly string[];
  isUnique?: boolean;
  /** The condition of a partial index. */
  where?: string;
};

type Table = {
  columns: Readonly<Record<string, Column>>;
  /** Left out of a table that has one row. */
  primaryKey?: readonly string[];
  /** A reference by several columns. */
  foreignKey?: {
    columns: readonly string[];
    references: { table: string; columns: readonly string[] };
    onDelete: "cascade";
  };
  /** Further columns that are unique together. */
  unique?: readonly string[];
  /** By their names. A foreign key needs one, too: no database makes it, and removing a parent would scan. */
  indexes?: Readonly<Record<string, readonly string[] | Index>>;
};

const column =
  (type: Column["type"]) =>
  (options: Omit<Column, "type"> = {}): Column => ({ type, ...options });

/** A text, ordered by its bytes. */
export const text = column("text");

/** A whole number. */
export const integer = column("integer");

/** A whole number that may be larger than 32 bits hold. */
export const bigint = column("bigint");

/** A moment, in ms since 1970. */
export const time = column("bigint");

/** 0 or 1. */
export const flag = column("integer");

/** Describes a table of the baseline; `create` makes it with its indexes. */
export const table = (name: string, description: Table) => ({
  create: (db: Kysely<unknown>): Promise<void> => createTable(db, name, description),
});

async function createTable(
  db: Kysely<unknown>,
  name: string,
  { columns, primaryKey = [], foreignKey, unique, indexes = {} }: Table,
): Promise<void> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  const isKey = (column: string) => primaryKey.length === 1 && primaryKey[0] === column;
  for (const [columnName, options] of Object.entries(columns))
    builder = builder.addColumn(columnName, options.type, (definition) => {
      let result = definition;
      if (isKey(columnName)) result = result.primaryKey();
      else if (!options.isNullable) result = result.notNull();
      if (options.initial !== undefined) result = result.defaultTo(options.initial);
      if (options.isUnique) result = result.unique();
      if (options.references) result = result.references(options.references);
      if (options.onDelete) result = result.onDelete(options.onDelete);
      if (options.onUpdate) result = result.onUpdate(options.onUpdate);
      return result;
    });
  if (primaryKey.length > 1)
    builder = builder.addPrimaryKeyConstraint(`${name}_key`, [...primaryKey]);
  if (foreignKey)
    builder = builder.addForeignKeyConstraint(
      `${name}_reference`,
      [...foreignKey.columns],
      foreignKey.references.table,
      [...foreignKey.references.columns],
      (constraint) => constraint.onDelete(foreignKey.onDelete),
    );
  if (unique) builder = builder.addUniqueConstraint(`${name}_unique`, [...unique]);
  await builder.execute();
  for (const [indexName, index] of Object.entries(indexes)) {
    const {
      columns: indexed,
      isUnique,
      where,
    }: Index = "columns" in index ? index : { columns: index };
    const create = db.schema
      .createIndex(indexName)
      .on(name)
      .columns([...indexed]);
    const kind = isUnique ? create.unique() : create;
    await (where ? kind.where(sql<boolean>`${sql.raw(where)}`) : kind).execute();
  }
}
