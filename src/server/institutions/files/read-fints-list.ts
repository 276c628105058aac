import { CsvError, parse } from "csv-parse/sync";
import { lineFrom } from "../../domain/bank-values.ts";
import { groupBy } from "../../domain/group-by.ts";
import { FileError } from "./institution-file.ts";

/** A bank of the list that comes with a product ID: a name, an address, and the bank codes of its branches. */
export type ListedBank = { name: string; address: string; bankCodes: string[]; line: number };

/** The banks of a list, the problems of its rows, and the number of rows without an address for PIN and TAN. */
export type FintsList = {
  banks: ListedBank[];
  bad: { line: number; problem: string }[];
  without: number;
};

/** The longest list; the real one has 300 kB. */
export const MAX_LIST_BYTES = 8 * 1024 * 1024;

type Row = { name: string; place: string; code: string; address: string; line: number };

/**
 * Reads the list of banks, a table with semicolons in UTF-8 or Windows-1252. Banks with one name and one address are one;
 * `problemOf` says what is wrong with an address. Throws a FileError for a file that is no such list.
 */
export const readFintsList = (
  bytes: Uint8Array,
  problemOf: (address: string) => string | null,
): FintsList => {
  const [rows, columns] = readTable(decode(bytes));
  const bad: FintsList["bad"] = [];
  const read: Row[] = [];
  let without = 0;
  for (const { record, info } of rows) {
    const cell = (name: keyof typeof COLUMNS): string =>
      lineFrom(record[columns[name] ?? -1] ?? "")?.trim() ?? "";
    const line = info.lines;
    const [code, name, address, version] = [
      cell("code"),
      cell("name"),
      cell("address"),
      cell("version"),
    ];
    if (address === "" || (version !== "" && !version.includes("3.0"))) {
      if (record.some((text) => text.trim() !== "")) without += 1;
      continue;
    }
    const problem = !/^\d{8}$/.test(code)
      ? "BLZ must be a bank code of 8 digits"
      : name === ""
        ? "Institut is missing"
        : prefixed("the address", problemOf(address));
    if (problem !== null) bad.push({ line, problem });
    else read.push({ name, place: cell("place"), code, address, line });
  }
  return { banks: toBanks(read), bad, without };
};

const prefixed = (subject: string, problem: string | null): string | null =>
  problem === null ? null : `${subject} ${problem}`;

/** The columns of the list, by their titles. */
const COLUMNS = {
  code: /^BLZ$/i,
  name: /^Institut$/i,
  place: /^Ort$/i,
  address: /^PIN\/TAN.*URL$/i,
  version: /^Version$/i,
};
type Columns = { [Name in keyof typeof COLUMNS]: number };
type CsvRow = { record: string[]; info: { lines: number } };

function readTable(text: string): [CsvRow[], Columns] {
  let rows: CsvRow[];
  try {
    rows = parse(text, {
      ...{ delimiter: ";", info: true, relax_column_count: true, relax_quotes: true },
      skip_empty_lines: true,
    }) as unknown as CsvRow[];
  } catch (cause) {
    if (cause instanceof CsvError) throw new FileError(`it is no table with semicolons`, { cause });
    throw cause;
  }
  const [head, ...rest] = rows;
  const titles = head?.record.map((title) => title.trim()) ?? [];
  const columns = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, title]) => [
      name,
      titles.findIndex((each) => title.test(each)),
    ]),
  ) as Columns;
  if (columns.code < 0 || columns.name < 0 || columns.address < 0)
    throw new FileError("its first row must name the columns BLZ, Institut and PIN/TAN-Zugang URL");
  return [rest, columns];
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The rows as banks; a name that several addresses have is followed by the place. */
function toBanks(rows: readonly Row[]): ListedBank[] {
  const addresses = new Map<string, Set<string>>();
  for (const { name, address } of rows)
    addresses.set(name, (addresses.get(name) ?? new Set()).add(address));
  const named = rows.map((row) => ({
    ...row,
    name:
      (addresses.get(row.name)?.size ?? 0) > 1 && row.place !== ""
        ? `${row.name} (${row.place})`
        : row.name,
  }));
  return [
    ...groupBy(named, ({ name, address }) => JSON.stringify([name, address])).values(),
  ].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { name, address, line } = first;
    return { name, address, line, bankCodes: [...new Set(group.map(({ code }) => code))].sort() };
  });
}
