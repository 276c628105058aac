import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
  type Period,
} from "../../domain/connectors/bank-transaction.ts";
import { nameOf } from "./add-file.ts";
import type { FileAccount, StoredRow } from "./file-account.ts";
import { openFilesState } from "./files-state.ts";

/** How many transactions are in a piece: parsing one takes a few milliseconds. */
const PIECE = 1000;

/** The transactions of a period, as JSON in pieces that are parsed without blocking. */
export const readTransactions = ({ state, period }: ReadTransactions): string[] => {
  const { from, to } = period;
  const transactions = openFilesState(state).accounts.flatMap((account) =>
    account.rows
      .filter(({ date }) => from <= date && date <= to)
      .map((row) => toBankTransaction(row, account)),
  );
  return Array.from({ length: Math.ceil(transactions.length / PIECE) }, (_, at) =>
    JSON.stringify(transactions.slice(at * PIECE, (at + 1) * PIECE)),
  );
};

/** The transactions of a period in a state. */
export type ReadTransactions = { state: string; period: Period };

function toBankTransaction(row: StoredRow, { key, account }: FileAccount): BankTransaction {
  const currency = row.currency ?? account.currency;
  const description = [row.description, row.memo].filter((text) => text !== null).join(" ");
  return {
    key: `${key}/${row.number}`,
    // Other Items have other files, and number their rows otherwise; some banks count their ids from the start.
    persistentKey: row.id === null ? null : JSON.stringify([row.id, row.date, row.amount]),
    accountKey: key,
    pendingKey: null,
    account_owner: null,
    // Files have money that leaves an account below zero.
    amount: 0 - Number(row.amount),
    iso_currency_code: currency,
    unofficial_currency_code: null,
    category_id: null,
    transaction_type: "unresolved",
    date: row.date,
    authorized_date: row.madeDate,
    datetime: null,
    authorized_datetime: null,
    name: nameOf(row) || "Transaction",
    merchant_name: null,
    original_description: description || row.payee,
    location: NO_LOCATION,
    payment_meta: {
      ...NO_PAYMENT_META,
      reference_number: row.reference ?? row.checkNumber,
    },
    payment_channel: "other",
    pending: row.pending,
    transaction_code: null,
    codes: { merchantCode: null, transactionType: null, checkNumber: row.checkNumber },
  };
}
