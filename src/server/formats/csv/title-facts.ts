import {
  type AccountNumber,
  type Amount,
  accountNumberFrom,
  type Day,
  ibanFrom,
} from "../../domain/bank-values.ts";
import { parseCell, parseDay } from "../locale-values.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isAmount } from "./csv-rows.ts";
import { lineKind } from "./line-words.ts";

/** The facts that the titles above a table say of its account. */
export type TitleFacts = {
  id: AccountNumber | null;
  closing: { amount: Amount; date: Day } | null;
};

/** The longest title that is looked at, in characters. */
const MAX_TITLE = 200;

/** Reads the lines above a table: an IBAN that is the only one, and a closing balance with its day. */
export function titleFacts(
  titles: readonly (readonly string[])[],
  { decimalMark, dateOrder }: CsvMapping,
): TitleFacts {
  const cells = titles.flat().filter(({ length }) => length <= MAX_TITLE);
  const ibans = new Set(cells.flatMap((cell) => ibanIn(cell) ?? []));
  const [id = null] = ibans.size === 1 ? ibans : [];
  for (const title of titles) {
    if (lineKind(title) !== "closing") continue;
    const day = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/.exec(title.join(" "))?.[0] ?? "";
    const date = parseDay(day, /^\d{4}/.test(day) ? "YMD" : dateOrder);
    const amount = parseCell(title.findLast(isAmount) ?? "", decimalMark);
    if (date !== null && amount !== null) return { id, closing: { amount, date } };
  }
  return { id, closing: null };
}

/** The IBAN that a cell is, or ends with behind its name. */
function ibanIn(cell: string): AccountNumber | null {
  const [found] = /[A-Z]{2}\d{2}(?: ?[A-Z\d]{2,4}){3,8}\s*$/.exec(cell) ?? [];
  const iban = found === undefined ? null : ibanFrom(found.trim());
  return iban === null ? null : accountNumberFrom(iban);
}
