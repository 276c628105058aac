import { type DateOrder, parseDay } from "../locale-values.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isDay } from "./csv-rows.ts";
import type { Table } from "./find-table.ts";
import { type Proof, proofOf } from "./prove-mapping.ts";

/**
 * Whether the balances also confirm the amounts with the other decimal mark, as when all amounts
 * are thousands.
 */
export const isOtherMarkProven = (mapping: CsvMapping, { rows, header }: Table): boolean =>
  proofOf({ ...mapping, decimalMark: mapping.decimalMark === "," ? "." : "," }, rows, header).at ===
  "confirmed";

/** The order of dates in which the rows follow the balances in time; null if both orders fit. */
export function orderByBalances(
  mapping: CsvMapping,
  { rows }: Table,
  { order }: Proof,
): DateOrder | null {
  const { date } = mapping.columns;
  if (date === undefined || order === null || order === "any" || mapping.dateOrder === "YMD")
    return null;
  const turns = (dateOrder: DateOrder): number => {
    const days = rows.flatMap((row) => parseDay(row[date] ?? "", dateOrder) ?? []);
    if (order === "newest first") days.reverse();
    return days.filter((day, at) => day < (days[at - 1] ?? "")).length;
  };
  const exist = (dateOrder: DateOrder): boolean =>
    rows.every((row) => !isDay(row[date] ?? "") || parseDay(row[date] ?? "", dateOrder) !== null);
  if (!exist("DMY") || !exist("MDY")) return null;
  const [dayFirst, monthFirst] = [turns("DMY"), turns("MDY")];
  if (dayFirst === monthFirst) return null;
  return dayFirst < monthFirst ? "DMY" : "MDY";
}
