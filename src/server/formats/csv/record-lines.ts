import { isHeader } from "./find-table.ts";

/** The characters of a text in which its first records begin. */
const HEAD_LENGTH = 4096;

/** A name and its value on a line of their own: Amount: -12.50. */
const FIELD = /^\s*(\p{L}[\p{L} ./]{0,38}):(?!\/\/)(.*)$/u;

type Field = { name: string; value: string };

/**
 * Writes records, each of whose values stands on a line of its own behind its name, as the rows of a table. The names stand on
 * the first line of the first record, and each row on the second line of its own. Any other text stays as it is.
 */
export function withRecordsAsRows(text: string): string {
  const names = namesOf(text.slice(0, HEAD_LENGTH));
  if (names === null) return text;
  const lines = text.split(/\r\n?|\n/);
  const written: string[] = [];
  let record: Map<string, string> | null = null;
  let start = 0;
  const end = (): void => {
    if (record === null) return;
    const values = record;
    written[start + 1] = toRow(names.map((name) => values.get(name) ?? ""));
  };
  for (const [at, line] of lines.entries()) {
    const field = fieldIn(line);
    written[at] ??= "";
    if (field?.name === names[0]) {
      if (record === null) written[at] = toRow(names);
      end();
      record = new Map();
      start = at;
    }
    if (record === null) written[at] = field ? toRow([field.name, field.value]) : line;
    else if (field && names.includes(field.name)) record.set(field.name, field.value);
    // Another line between the records is no part of one.
    else if (line.trim() !== "") return text;
  }
  end();
  return `${written.join("\n")}\n`;
}

/** The names of the records: those up to the first one that comes again, if they are those of a date and of an amount. */
function namesOf(head: string): string[] | null {
  const fields = head.split(/\r\n?|\n/).map(fieldIn);
  const all = fields.flatMap((field) => field?.name ?? []);
  const first = all.findIndex((name, at) => all.indexOf(name, at + 1) > 0);
  if (first < 0) return null;
  const again = all.indexOf(all[first] ?? "", first + 1);
  const names = all.slice(first, again);
  return new Set(names).size === names.length && isHeader(names) ? names : null;
}

function fieldIn(line: string): Field | null {
  const [, name, value = ""] = FIELD.exec(line) ?? [];
  return name === undefined ? null : { name: name.trim(), value: value.trim() };
}

const toRow = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join("\t");
