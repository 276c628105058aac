import type { AccountNumber, Amount, Currency, Day, Line } from "../../domain/bank-values.ts";
import type { StatementTransaction } from "../statement.ts";
import type { BookedRow } from "./sign-by-balances.ts";

/** The rows of an account, and the balances of their lines and of lines between them. */
export type RowGroup = {
  id: AccountNumber | null;
  product: Line | null;
  /** The currency of the account: the most frequent one of its rows. */
  currency: Currency | null;
  transactions: StatementTransaction[];
  balances: (Amount | null)[];
  /** The booked rows, and those that have a balance alone, which moves by nothing there. */
  steps: BookedRow[];
  opening: LineBalance | null;
  closing: LineBalance | null;
  /** The transactions with the words of a total, and the minimum number of filled cells of all others. */
  totals: MaybeTotal[];
  fewestFilled: number;
  /**
   * The fewest cells in a transaction row; `lastWidth` counts the cells of the row read last, null if that is
   * a transaction.
   */
  width: number;
  lastWidth: number | null;
  /**
   * The row whose sign stays ambiguous although the balances decide the signs of the others; null if there is
   * none.
   */
  openRow: StatementTransaction | null;
};

/** A transaction with the words of a total: its position, and the marks that payments lack. */
type MaybeTotal = { at: number; filled: number; hasBothColumns: boolean };

type LineBalance = { amount: Amount; date: Day };
