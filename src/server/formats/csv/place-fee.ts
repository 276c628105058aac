import { absolute } from "../decimal.ts";
import { type Sum, toSum } from "../decimal-sum.ts";
import { parseCell } from "../locale-values.ts";
import { plainName } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import type { ColumnGuess } from "./guess-columns.ts";

type Row = readonly string[];

/** Names of amounts after the fee, and of amounts before the fee. */
const AFTER_FEE =
  /\bnet\b|netto|\btotal|after|\bincl|\binkl|\bbooked|\bposted|settled|gebucht|zauctov|liquid|\bneto\b/;
const BEFORE_FEE = /gross|brutto|\bbrut\b|before|\bexcl|\bexkl|zzgl/;

/**
 * Subtracts fees from the amounts, or keeps the amounts. A second amount column, before or after
 * the fee, or the amount's name decides. Otherwise returns a row with a fee, whose reading is
 * ambiguous.
 */
export function placeFee(
  mapping: CsvMapping,
  { fee, amounts }: ColumnGuess,
  header: readonly string[],
  rows: readonly Row[],
): { mapping: CsvMapping; feeRow: Row | null; isSigned?: boolean } {
  const { columns, decimalMark } = mapping;
  const { amount } = columns;
  if (fee === null || Object.values(columns).includes(fee)) return { mapping, feeRow: null };
  const sumAt = (row: Row, at: number): Sum | null => {
    const found = parseCell(row[at] ?? "", decimalMark);
    return found === null ? null : toSum(found);
  };
  const feeOf = (row: Row): Sum => {
    const found = parseCell(row[fee] ?? "", decimalMark);
    return found === null ? 0n : toSum(absolute(found));
  };
  const isAfter = (after: number, before: number): boolean =>
    rows.every((row) => sumAt(row, after) === (sumAt(row, before) ?? 0n) - feeOf(row));
  if (amount !== undefined)
    for (const at of amounts) {
      if (Object.values(columns).includes(at) || at === fee) continue;
      const [after, before] = isAfter(amount, at) ? [amount, at] : [at, amount];
      if (!isAfter(after, before)) continue;
      // A fee makes money in less.
      const isPlain = rows.some((row) => feeOf(row) > 0n && (sumAt(row, before) ?? 0n) > 0n);
      return {
        mapping: {
          ...mapping,
          isNegated: mapping.isNegated && !isPlain,
          columns: { ...columns, amount: after },
        },
        feeRow: null,
        isSigned: isPlain,
      };
    }
  const name = plainName(header[amount ?? columns.debit ?? -1] ?? "");
  if (AFTER_FEE.test(name)) return { mapping, feeRow: null };
  if (BEFORE_FEE.test(name))
    return { mapping: { ...mapping, columns: { ...columns, fee } }, feeRow: null };
  return { mapping, feeRow: rows.find((row) => feeOf(row) > 0n) ?? null };
}
