import type { StatementTransaction } from "../../../../formats/statement.ts";
import type { RowsFile } from "../../dialect-reads.ts";

/** The places of a link to a file with the transactions. */
const LINKS = ["_links.download.href", "_links.download"];

/** A file with the transactions of an account. */
export const TRANSACTIONS_FILE: RowsFile = {
  at: [...LINKS, "transactions._links.download.href", "transactions._links.download"],
  toBody: (rows) => ({ transactions: toLists(rows, toAccountRow) }),
};

/** A file with the transactions of a card. */
export const CARD_TRANSACTIONS_FILE: RowsFile = {
  at: [...LINKS, "cardTransactions._links.download.href", "cardTransactions._links.download"],
  toBody: (rows) => ({ cardTransactions: toLists(rows, toCardRow) }),
};

const toLists = (
  rows: readonly StatementTransaction[],
  toRow: (row: StatementTransaction) => object,
) => ({
  booked: rows.filter(({ pending }) => !pending).map(toRow),
  pending: rows.filter(({ pending }) => pending).map(toRow),
});

/** A row as the standard has it, which has the same sign. */
const toAccountRow = (row: StatementTransaction) => ({
  entryReference: row.id,
  endToEndId: row.reference,
  ...daysAndAmount(row),
  [Number(row.amount) < 0 ? "creditorName" : "debtorName"]: row.payee,
  remittanceInformationUnstructured: toText(row),
  bankTransactionCode: row.code,
});

const toCardRow = (row: StatementTransaction) => ({
  cardTransactionId: row.id,
  ...daysAndAmount(row),
  transactionDetails: toText(row) ?? row.payee,
});

const daysAndAmount = ({ date, madeDate, valueDate, amount, currency }: StatementTransaction) => ({
  bookingDate: date,
  valueDate,
  transactionDate: madeDate,
  transactionAmount: { amount, currency },
});

const toText = ({ description, memo }: StatementTransaction): string | null =>
  [description, memo].filter((text) => text !== null).join(" ") || null;
