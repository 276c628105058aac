import type { COLUMN_ROLES } from "../../domain/connectors/new-file.ts";
import type { SumMismatch } from "../balance-check.ts";
import type { DateOrder, DecimalMark } from "../locale-values.ts";

/** The meaning of a column. Columns without a meaning are ignored. */
export type CsvRole = (typeof COLUMN_ROLES)[number];

/** The rules for the rows of a CSV file, guessed and then corrected by the user. */
export type CsvMapping = {
  delimiter: "," | ";" | "\t" | "|";
  /** The number of rows before the first transaction: titles and column names. */
  skippedRows: number;
  dateOrder: DateOrder;
  decimalMark: DecimalMark;
  /** Whether outgoing money has no minus, as at some card issuers. */
  isNegated: boolean;
  /**
   * Whether the amounts have no sign, so that the balances of their lines determine it; `isNegated` then
   * concerns the row whose sign stays ambiguous. Left out if amounts have signs of their own.
   */
  isSignedByBalance?: boolean;
  /**
   * The money columns whose amounts conventionally have a minus; undefined without such columns.
   */
  negativeColumns?: readonly ("debit" | "credit")[];
  /** The direction column's words for outgoing money; undefined for banks' usual words. */
  outWords?: readonly string[];
  /**
   * Whether rows in several currencies belong to one account; undefined if each currency has an
   * account.
   */
  isOneAccount?: boolean;
  /** The positions of the columns, from 0. */
  columns: Partial<Record<CsvRole, number>>;
};

/** Whether a mapping belongs to a broker's table: a security, and its units, which have a price or a value. */
export const isOfInvestments = ({
  columns: { security, units, price, amount },
}: Pick<CsvMapping, "columns">): boolean =>
  security !== undefined && units !== undefined && (price ?? amount) !== undefined;

/** The parts of a mapping that need the user's answer unless they are certain. */
export type CsvDoubt =
  | "columns"
  | "dateOrder"
  | "decimalMark"
  | "sign"
  | "fee"
  | "currencies"
  | "balance";

/** A guessed mapping of a file, with the data for showing and correcting it. */
export type CsvGuess = {
  mapping: CsvMapping;
  /** From 0 to 1; below 1 the doubts explain why. */
  confidence: number;
  doubts: readonly CsvDoubt[];
  /** Whether the balances of the file confirm the mapping. */
  isProven: boolean;
  /** The sums that do not agree, if the balances contradict every reading. */
  mismatch: SumMismatch | null;
  /** The currency that the names or the amounts say, if no column does. */
  currency: string | null;
  /** The column names; empty if the file has none. */
  header: readonly string[];
  /** The first rows of transactions. */
  preview: readonly (readonly string[])[];
  /**
   * The row whose sign stays ambiguous although the balances decide the signs of the others; null if there is
   * none.
   */
  openRow: readonly string[] | null;
  /** A row with a fee, if it is open whether amounts already contain their fees. */
  feeRow: readonly string[] | null;
  /** The column of fees. */
  fee: number | null;
};
