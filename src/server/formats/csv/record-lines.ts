import { DELIMITERS, isHeader } from "./find-table.ts";
import { isAmountName, isDateName } from "./join-tables.ts";

/** The length of a text's start that contains its first records, in characters. */
const HEAD_LENGTH = 4096;

/** A line with a name and its value: Amount: -12.50. */
const FIELD = /^\s*(\p{L}[\p{L} ./]{0,38}):(?!\/\/)(.*)$/u;

type Field = { name: string; value: string };

/** The values of a record by name, and the position of its first line. */
type Values = { start: number; values: Map<string, string> };

/**
 * Writes records as the rows of a table. Each line of a record has a name and a value. The names
 * become the header on the first record's first line, and each row is on the second line of its
 * record. Blank lines separate records, and a record never repeats a name, so a record may lack its
 * first name. Any other text stays unchanged.
 */
export function withRecordsAsRows(text: string): string {
  const head = text
    .slice(0, HEAD_LENGTH)
    .split(/\r\n?|\n/)
    .map(fieldIn);
  const names = namesOf(head);
  if (names === null) return text;
  // If a blank line follows every line, blank lines do not separate records.
  const isSpaced = !head.some((field, at) => field && head[at + 1]);
  const [first = ""] = names;
  const [days, amounts] = [names.filter(isDateName), names.filter(isAmountName)];
  const isWhole = (record: Values | null) =>
    [days, amounts].every((all) => all.some((name) => record?.values.has(name)));
  const written: string[] = [];
  const records: Values[] = [];
  let record: Values | null = null;
  let isBehindBlank = false;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const field = fieldIn(line);
    written[at] = "";
    if (record === null && field?.name !== first) {
      // Rows of a table may begin with such names.
      if (isHeaderOfTable(line)) return text;
      written[at] = field ? toRow([field.name, field.value]) : line;
    } else if (field && names.includes(field.name)) {
      const isNext =
        isBehindBlank ||
        record?.values.has(field.name) ||
        (field.name === first && isWhole(record));
      if (!record || isNext) {
        record = { start: at, values: new Map() };
        records.push(record);
      }
      record.values.set(field.name, field.value);
      isBehindBlank = false;
    }
    // Another line between the records belongs to no record.
    else if (line.trim() !== "") return text;
    else isBehindBlank = !isSpaced;
  }
  for (const [at, each] of records.entries()) {
    const next = records[at + 1];
    const isClear = each.values.has(first) && next?.values.has(first) !== false;
    if (!isClear && !isWhole(each)) return text;
    if (at === 0) written[each.start] = toRow(names);
    written[each.start + 1] = toRow(names.map((name) => each.values.get(name) ?? ""));
  }
  return `${written.join("\n")}\n`;
}

const isHeaderOfTable = (line: string): boolean =>
  DELIMITERS.some((delimiter) => isHeader(line.split(delimiter)));

/** The names of the records up to the first repetition, if they include a date and an amount. */
function namesOf(head: readonly (Field | null)[]): string[] | null {
  const all = head.flatMap((field) => field?.name ?? []);
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
