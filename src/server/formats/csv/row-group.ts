import type { AccountNumber, Amount, Currency, Day, Line } from "../../domain/bank-values.ts";
import type { StatementTransaction } from "../statement.ts";
import type { BookedRow } from "./sign-by-balances.ts";

/** The rows of an account, and the balances in and between the rows. */
export type RowGroup = {
  id: AccountNumber | null;
  product: Line | null;
  /** The account's currency: the most frequent currency of its rows. */
  currency: Currency | null;
  transactions: StatementTransaction[];
  balances: (Amount | null)[];
  /** The booked rows, and rows with a balance only, which change no balance. */
  steps: BookedRow[];
  opening: LineBalance | null;
  closing: LineBalance | null;
  /**
   * The transactions with words for a total, and the minimum number of filled cells of all other
   * transactions.
   */
  totals: MaybeTotal[];
  fewestFilled: number;
  /**
   * The fewest cells of a transaction row. `lastWidth` counts the cells of the last row, or is null
   * if that row is a transaction.
   */
  width: number;
  lastWidth: number | null;
  /**
   * The row whose sign stays ambiguous although balances decide all other signs; null without such
   * a row.
   */
  openRow: StatementTransaction | null;
};

/** A transaction with words for a total: its position, and the marks that payments lack. */
type MaybeTotal = { at: number; filled: number; hasBothColumns: boolean };

type LineBalance = { amount: Amount; date: Day };
