import type { CsvMapping } from "./csv-mapping.ts";
import type { Table } from "./find-table.ts";
import { proofOf } from "./prove-mapping.ts";

type Rows = readonly (readonly string[])[];

/**
 * Decides whether each currency of a file has its own account. This holds if the balances add up
 * better per currency than for all rows together.
 */
export function toAccounts(
  mapping: CsvMapping,
  { rows, header }: Table,
): Pick<CsvMapping, "isOneAccount"> {
  if (!isMixed(mapping, rows)) return {};
  const one = proofOf({ ...mapping, isOneAccount: true }, rows, header);
  const many = proofOf(mapping, rows, header);
  const isApart =
    one.broken > many.broken ||
    (many.at === "confirmed" && one.at !== "confirmed") ||
    (many.at === "confirmed" && many.broken === 0 && isApartByZero(mapping, rows, header));
  return isApart ? {} : { isOneAccount: true };
}

/**
 * Whether the balances of each currency form a chain of their own, while the balances of all rows form a
 * chain only where a balance is zero, which a balance of any other currency can follow.
 */
function isApartByZero(mapping: CsvMapping, rows: Rows, header: readonly string[]): boolean {
  const { currency = -1, balance = -1 } = mapping.columns;
  const codeOf = (row: readonly string[] = []) => row[currency]?.trim() ?? "";
  const isZero = (row: readonly string[] = []) => !/[1-9]/.test(row[balance] ?? "");
  const isBetween = (row: readonly string[], at: number) =>
    at > 0 && codeOf(row) !== codeOf(rows[at - 1]) && !isZero(row) && !isZero(rows[at - 1]);
  const codes = [...new Set(rows.map(codeOf))];
  return (
    !rows.some(isBetween) &&
    codes.every(
      (code) =>
        proofOf(
          mapping,
          rows.filter((row) => codeOf(row) === code),
          header,
        ).held > 0,
    )
  );
}

/** Whether rows of one account have several currencies. */
export function isMixed({ columns: { currency, account = -1 } }: CsvMapping, rows: Rows): boolean {
  if (currency === undefined) return false;
  const codes = new Map<string, string>();
  return rows.some((row) => {
    const [code = "", number = ""] = [row[currency]?.trim(), row[account]];
    const known = codes.get(number);
    if (code !== "") codes.set(number, code);
    return code !== "" && known !== undefined && known !== code;
  });
}
