import { guardFormula, unguardFormula } from "../../../protocol/formula-guard.ts";
import { InstitutionRecord } from "../../../protocol/institution-record.ts";
import { lookup } from "../../domain/lookup.ts";

/** The columns of a CSV file of institutions, each with its cell parser. */
const COLUMNS: { [C in keyof InstitutionRecord]-?: Column } = {
  institution_id: textColumn(),
  name: textColumn(),
  country_codes: listColumn(/[\s;]+/, " "),
  products: listColumn(/[\s;]+/, " "),
  routing_numbers: listColumn(/[\s;]+/, " "),
  url: textColumn(),
  primary_color: textColumn(),
  mark: textColumn(),
  logo: textColumn(),
  aliases: listColumn(/\s*;\s*/, "; "),
  oauth: truthColumn(),
  supported: truthColumn(),
};

type Column = { read(cell: string): unknown; write(value: unknown): string };

/** The names of the columns, in the order of the file. */
export const COLUMN_NAMES = Object.keys(COLUMNS).filter(isColumn);
type ColumnName = keyof InstitutionRecord;

/** The columns that every file needs. */
export const REQUIRED_COLUMNS = COLUMN_NAMES.filter(
  (name) => !InstitutionRecord.shape[name].safeParse(undefined).success,
);

/** Returns whether a name is one of a column. */
export function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(COLUMNS, name);
}

/**
 * Returns the record of a row's cells. Empty cells are left out, and a quote before a formula is
 * removed.
 */
export const toRecord = (
  names: readonly ColumnName[],
  cells: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name, at) => {
      const cell = unguardFormula(cells[at]?.trim() ?? "");
      return cell === "" ? [] : [[name, COLUMNS[name].read(cell)]];
    }),
  );

/** Returns the cells of a record, one per column. Formulas are escaped (CSV injection). */
export const writeCells = (record: InstitutionRecord): string[] =>
  COLUMN_NAMES.map((name) => guardFormula(COLUMNS[name].write(record[name] ?? null)));

function textColumn(): Column {
  return { read: (cell) => cell, write: (value) => (value === null ? "" : String(value)) };
}

function listColumn(between: RegExp, joint: string): Column {
  return {
    read: (cell) => cell.split(between).filter((part) => part !== ""),
    write: (value) => (Array.isArray(value) ? value.join(joint) : ""),
  };
}

/** Keeps any other text, which the schema refuses. */
function truthColumn(): Column {
  return {
    read: (cell) => TRUTHS[cell.toLowerCase()] ?? cell,
    write: (value) => (value === null ? "" : String(value)),
  };
}

const TRUTHS = lookup({ true: true, false: false });
