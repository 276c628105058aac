import type { Id } from "../../domain/bank-values.ts";
import type { IdSetting } from "../../domain/institutions/institution-ids.ts";
import type { StatementInvestments } from "../../formats/investments.ts";
import type { StatementAccount, StatementTransaction } from "../../formats/statement.ts";

/** A transaction of an account, from one or several files. */
export type StoredRow = Omit<StatementTransaction, "line"> & {
  /** The row's number within the account, which later files do not change. */
  number: number;
  /** The last day of the file with these facts. */
  asOf: string;
  /** Fingerprints of other files' wordings of this transaction. */
  aliases: readonly string[] | null;
};

/**
 * The facts of a file's row, stored under a number. Objects of one shape are several times faster
 * than copies.
 */
export const storedRow = (
  row: Omit<StatementTransaction, "line">,
  { number, asOf, aliases }: Pick<StoredRow, "number" | "asOf" | "aliases">,
): StoredRow => ({
  number,
  asOf,
  date: row.date,
  valueDate: row.valueDate,
  madeDate: row.madeDate,
  amount: row.amount,
  currency: row.currency,
  pending: row.pending,
  id: row.id,
  reference: row.reference,
  mandateId: row.mandateId ?? null,
  checkNumber: row.checkNumber,
  code: row.code,
  description: row.description,
  payee: row.payee,
  memo: row.memo,
  counterpartyAccount: row.counterpartyAccount,
  category: row.category,
  aliases,
});

/** The first and the last day of a file. */
export type Span = { from: string; to: string };

/** The part of an account that a new file is merged into. */
export type Ledger = {
  rows: readonly StoredRow[];
  /** The days that files have covered. Spans that share more than a day are merged. */
  spans: readonly Span[];
  /** The number of the next new row. */
  nextNumber: number;
  /** The number of rebooked rows; left out for none. */
  rebooked?: number;
  /** Whether rows are taken to be rebooked; left out if the files decide. */
  idSetting?: IdSetting;
};

/** A balance that a file states. */
export type StoredBalance = { amount: string; date: string };

/** An account, from the files that list it. */
export type FileAccount = Ledger & {
  /** Stable, and unique among the accounts of an Item. */
  key: Id;
  account: StatementAccount;
  /** The keys of the account's other numbers in files, such as a masked one; left out for none. */
  otherKeys?: readonly string[];
  current: StoredBalance | null;
  available: StoredBalance | null;
  /** The latest positions, and all trades; left out without investments. */
  investments?: StatementInvestments;
};

export const EMPTY_LEDGER: Ledger = { rows: [], spans: [], nextNumber: 1 };
