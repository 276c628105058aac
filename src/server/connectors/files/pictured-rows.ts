import type { PicturedRow } from "../../../protocol/link/login-form.ts";
import type { CsvGuess } from "../../formats/csv/csv-mapping.ts";
import { amountIn } from "../../formats/decimal.ts";
import { parseCell } from "../../formats/locale-values.ts";

/** Two rows as a sign reads them: one with a minus in the file, and one without, if there are both. */
export function picturedRows({ mapping, preview }: CsvGuess, isNegated: boolean): PicturedRow[] {
  const { columns, decimalMark } = mapping;
  const rows = preview.flatMap((cells) => {
    const amount = parseCell(cells[columns.amount ?? -1] ?? "", decimalMark);
    const text = cells[columns.description ?? columns.payee ?? columns.memo ?? -1] ?? "";
    return amount === null || amount === "0" ? [] : [{ text, amount }];
  });
  const minus = rows.find(({ amount }) => amount.startsWith("-"));
  const plus = rows.find(({ amount }) => !amount.startsWith("-"));
  const shown = minus && plus ? [plus, minus] : rows.slice(0, 2);
  return shown.map(({ text, amount }) => ({
    text: text.slice(0, MAX_PICTURED),
    isIn: amount.startsWith("-") === isNegated,
    amount: amountIn(null, amount.replace("-", "")),
  }));
}

/** The most characters of a pictured row's text. */
const MAX_PICTURED = 40;
