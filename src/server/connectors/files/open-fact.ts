import type { OpenFact } from "../../domain/connectors/files.ts";
import type { SumMismatch } from "../../formats/balance-check.ts";
import type { CsvDoubt } from "../../formats/csv/csv-mapping.ts";
import type { AddedResult } from "./add-file.ts";

/** Returns a fact that a file leaves open, with sentences for developers. */
export function openFact(result: Exclude<AddedResult, { at: "done" }>): OpenFact {
  const { at: leftOpen } = result;
  if (leftOpen === "encoding")
    return {
      ...{ leftOpen, doubts: [] },
      candidates: result.candidates.map(({ encoding: name, lines }) => ({ name, lines })),
    };
  if (leftOpen === "words")
    return {
      leftOpen,
      doubts: result.words
        .slice(0, MAX_LISTED)
        .map(({ word, count }) => `"${word}" (${count === 1 ? "1 row" : `${count} rows`})`),
    };
  if (leftOpen !== "columns") return { leftOpen, doubts: [] };
  const { doubts, mapping, mismatch, fee } = result.guess;
  return {
    leftOpen,
    table: mapping,
    doubts: doubts.map((doubt) =>
      doubt === "balance" && mismatch
        ? `balance: ${mismatchReason(mismatch)}`
        : `${doubt}: ${DOUBTS[doubt]}${doubt === "fee" ? ` (${fee})` : ""}`,
    ),
  };
}

/** The number of words that are listed. */
const MAX_LISTED = 20;

/** The sums that do not agree, in a sentence for developers. */
export const mismatchReason = ({ rows, balances }: SumMismatch): string =>
  `the rows add up to ${rows}, the balance says ${balances}`;

/** The doubts, and the fields of `csv` that resolve them. */
const DOUBTS: Record<CsvDoubt, string> = {
  columns: "the names do not say the columns; correct csv.columns",
  dateOrder: "day and month may change places; correct csv.date_order",
  decimalMark: "amounts do not say their decimal mark; correct csv.decimal_mark",
  sign: "amounts do not say if money out has a minus; correct csv.is_negated",
  fee: "a column has fees, and nothing says if amounts contain them; if not, set csv.columns.fee to its place",
  currencies: "rows have several currencies; correct csv.is_one_account",
  balance: "the balances contradict every reading; correct csv.columns",
};
