import { InstitutionRecord } from "../../protocol/institution-record.ts";

/** The columns of a CSV file of institutions, each with what a cell of it stands for. */
const COLUMNS: { [C in keyof InstitutionRecord]-?: Column } = {
  institution_id: textColumn(),
  name: textColumn(),
  country_codes: listColumn(/[\s;]+/, " "),
  products: listColumn(/[\s;]+/, " "),
  routing_numbers: listColumn(/[\s;]+/, " "),
  url: textColumn(),
  primary_color: textColumn(),
  mark: textColumn(),
  aliases: listColumn(/\s*;\s*/, "; "),
  oauth: truthColumn(),
  supported: truthColumn(),
};

type Column = { read(cell: string): unknown; write(value: unknown): string };

/** The names of the columns, in the order in which they are written. */
export const COLUMN_NAMES = Object.keys(COLUMNS).filter(isColumn);
type ColumnName = keyof InstitutionRecord;

/** The columns that no file can do without. */
export const REQUIRED_COLUMNS = COLUMN_NAMES.filter(
  (name) => !InstitutionRecord.shape[name].safeParse(undefined).success,
);

/** Whether there is a column of this name. */
export function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(COLUMNS, name);
}

/** The record of a row's cells; an empty cell says nothing, and a quote before what looks like a formula is none of it. */
export const recordOf = (
  names: readonly ColumnName[],
  cells: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name, at) => {
      const cell = (cells[at]?.trim() ?? "").replace(/^'(?='*[=+\-@])/, "");
      return cell === "" ? [] : [[name, COLUMNS[name].read(cell)]];
    }),
  );

/** The cells of a record, one for each column; what a spreadsheet would take for a formula is text (CSV injection). */
export const cellsOf = (record: InstitutionRecord): string[] =>
  COLUMN_NAMES.map((name) =>
    COLUMNS[name].write(record[name] ?? null).replace(/^(?='*[=+\-@])/, "'"),
  );

function textColumn(): Column {
  return { read: (cell) => cell, write: (value) => (value === null ? "" : String(value)) };
}

function listColumn(between: RegExp, joint: string): Column {
  return {
    read: (cell) => cell.split(between).filter((part) => part !== ""),
    write: (value) => (Array.isArray(value) ? value.join(joint) : ""),
  };
}

/** What is neither true nor false is left as it is, for the schema to find wrong. */
function truthColumn(): Column {
  return {
    read: (cell) => TRUTHS[cell.toLowerCase()] ?? cell,
    write: (value) => (value === null ? "" : String(value)),
  };
}

const TRUTHS: Record<string, boolean> = { true: true, false: false };
