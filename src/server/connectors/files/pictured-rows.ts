import type { PicturedRow } from "../../../protocol/link/login-form.ts";
import type { Amount } from "../../domain/bank-values.ts";
import type { CsvGuess, CsvMapping } from "../../formats/csv/csv-mapping.ts";
import { readRow } from "../../formats/csv/read-row.ts";
import { amountIn } from "../../formats/decimal.ts";
import { FormatError } from "../../formats/format-error.ts";

/**
 * Two example rows under a sign: an inflow and an outflow if both exist, or the only row with an
 * open sign.
 */
export function picturedRows(
  { mapping, preview, openRow }: CsvGuess,
  isNegated: boolean,
): PicturedRow[] {
  const rows = (openRow ? [openRow] : preview).flatMap((cells) =>
    pictureIn(cells, { ...mapping, isNegated }),
  );
  const into = rows.find(({ amount }) => !amount.startsWith("-"));
  const out = rows.find(({ amount }) => amount.startsWith("-"));
  const both = isNegated ? [out, into] : [into, out];
  const shown = into && out ? both : rows.slice(0, 2);
  return shown.flatMap((row) => (row ? [pictured(row)] : []));
}

const pictured = ({ text, amount }: { text: string; amount: Amount }): PicturedRow => ({
  text: text.slice(0, MAX_PICTURED),
  isIn: !amount.startsWith("-"),
  amount: amountIn(null, amount.replace("-", "")),
});

/** A row with a fee, shown twice: with the fee included in the amount, and with the fee added. */
export const picturedFee = (feeRow: readonly string[], mapping: CsvMapping): PicturedRow[] =>
  pictureIn(feeRow, mapping).map(pictured);

/** The text and amount of a transaction's row; empty for another row. */
function pictureIn(cells: readonly string[], mapping: CsvMapping) {
  try {
    const row = readRow({ cells, line: 0 }, mapping);
    if (row.at !== "transaction" || row.transaction.amount === "0") return [];
    const { amount, description, payee, memo } = row.transaction;
    return [{ text: description ?? payee ?? memo ?? "", amount }];
  } catch (failure) {
    if (failure instanceof FormatError) return [];
    throw failure;
  }
}

/** The maximum number of characters of a pictured row's text. */
const MAX_PICTURED = 40;
