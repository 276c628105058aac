import type SQLite from "better-sqlite3";
import { createVault, type Vault } from "../src/server/domain/vault.ts";
import { readMasterKeys } from "../src/server/host/data-folder/master-key.ts";
import type { Settings } from "../src/server/host/settings/settings.ts";
import { SEALED_COLUMNS, type SealedColumn } from "../src/server/store/sealed-columns.ts";
import type { World } from "./world.ts";

type Row = Record<string, string | number>;

/** A sealed text opens for its own row only. */
export const createSealedTextRule = (
  world: World,
  reader: SQLite.Database,
  settings: () => Settings,
): (() => void) => {
  const draw = world.draw("sealed texts");
  const columns = SEALED_COLUMNS.flatMap(({ place, ...rest }) =>
    place ? [{ place, ...rest }] : [],
  );
  const queries = columns.map((column) => ({ column, rows: toRows(reader, column) }));
  const opens = (vault: Vault, place: string, text: string): boolean => {
    try {
      vault.openBytes(`column:${place}`, text);
      return true;
    } catch {
      return false;
    }
  };
  return () => {
    const vault = createVault(readMasterKeys(settings(), draw.bytes, false), draw.bytes);
    for (const { column, rows } of queries) {
      const all = rows.all() as Row[];
      if (all.length === 0) continue;
      const row = draw.pick(all);
      const [place, text] = [column.place(row), String(row[column.column])];
      const name = `${column.table}.${column.column}`;
      world.require(
        opens(vault, place, text),
        () => `a sealed ${name} does not open for its row ${place}`,
      );
      const other = all.find((candidate) => column.key.every((key) => candidate[key] !== row[key]));
      const otherPlace = other && column.place(other);
      world.require(
        otherPlace === undefined || !opens(vault, otherPlace, text),
        () => `a sealed ${name} opens for another row than its own`,
      );
    }
  };
};

/** The maximum number of checked rows per column. */
const MAX_ROWS = 50;

const toRows = (reader: SQLite.Database, { table, key, column }: SealedColumn) =>
  reader.prepare(
    `select ${[...key, column].join(", ")} from ${table} where ${column} like 'v2.%' limit ${MAX_ROWS}`,
  );
