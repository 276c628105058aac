import { parseCurrency } from "./column-kinds.ts";
import { currencyInName, plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { eachRow, isDay } from "./csv-rows.ts";
import { DELIMITERS, isTransaction } from "./find-table.ts";
import { rewriteRows } from "./rewrite-rows.ts";

/** The length of a text in which the names of its columns are searched, in characters. */
const HEAD_LENGTH = 20_000;

/** A name of an amount in a currency alone: CAD$, Amount USD, Montant (EUR). */
const NAME =
  /^(amount|montant|betrag|importe|importo|valor|bedrag|belopp|kwota|suma|summa|castka|osszeg)? ?([a-z]{3}|euros?)$/;

/**
 * Writes a table that has a column of amounts for each currency, of which each row has one, with a column of
 * amounts and a column of their currencies. Any other text stays unchanged.
 */
export function withOneAmount(text: string): string {
  for (const delimiter of DELIMITERS) {
    const found = currencyColumns(text, delimiter);
    if (found && areExclusive(text, delimiter, found)) return rewritten(text, delimiter, found);
  }
  return text;
}

/** The positions of the columns and their currencies, and the position of the header's row. */
type Found = { header: number; places: readonly number[]; codes: readonly string[] };

function currencyColumns(text: string, delimiter: CsvMapping["delimiter"]): Found | null {
  let found: Found | null = null;
  const head = text.slice(0, HEAD_LENGTH);
  try {
    eachRow(head, delimiter, (cells, _, row) => {
      if (found) return;
      const codes = cells.map(codeIn);
      const places = codes.flatMap((code, at) => (code === null ? [] : [at]));
      const isOnce = new Set(places.map((at) => codes[at])).size === places.length;
      if (places.length < 2 || !isOnce || isTransaction(cells)) return;
      const isHeader = cells.some((cell) => isDate(plainName(cell)));
      if (isHeader) found = { header: row, places, codes: codes.filter((code) => code !== null) };
    });
  } catch {
    // A quote that is not closed is reported when all rows are read.
  }
  return found;
}

function codeIn(name: string): string | null {
  if (!NAME.test(plainName(name))) return null;
  const code = currencyInName(name.replace("$", ""));
  return code === null ? null : parseCurrency(code);
}

const isDate = (name: string): boolean =>
  ROLE_NAMES.some(({ role, names }) => role === "date" && names.some((date) => date.test(name)));

/** Whether each dated row below the header has an amount in one of the columns alone. */
function areExclusive(
  text: string,
  delimiter: CsvMapping["delimiter"],
  { header, places }: Found,
): boolean {
  let count = 0;
  let isOne = true;
  eachRow(text, delimiter, (cells, _, place) => {
    if (place <= header || !cells.some(isDay)) return;
    count += 1;
    if (places.filter((at) => /[1-9]/.test(cells[at] ?? "")).length > 1) isOne = false;
  });
  return count > 0 && isOne;
}

function rewritten(
  text: string,
  delimiter: CsvMapping["delimiter"],
  { header, places, codes }: Found,
): string {
  const [amount = 0, currency = 0, ...others] = places;
  return rewriteRows(text, delimiter, (cells, row) => {
    if (row < header) return cells;
    const used = places.findIndex((at) => (cells[at] ?? "").trim() !== "");
    const [value, code] =
      row === header
        ? ["Amount", "Currency"]
        : [cells[places[used] ?? -1] ?? "", codes[used] ?? ""];
    return cells.map((cell, at) => {
      if (at === amount) return value;
      if (at === currency) return code;
      return others.includes(at) ? "" : cell;
    });
  });
}
