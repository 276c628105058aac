import {
  currencyCodes,
  currencyFrom,
  type Id,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
  type Period,
} from "../../domain/connectors/bank-transaction.ts";
import { toName } from "./add-file.ts";
import { type CashRow, cashRowsIn } from "./cash-rows.ts";
import type { StoredRow } from "./file-account.ts";
import { rowsByDate } from "./files-state.ts";
import { evidenceFrom } from "./row-evidence.ts";

/** The number of transactions per piece, which parses in a few milliseconds. */
const PIECE = 100;

/** How many keys are in a piece. */
const KEYS = 500;

/** The transactions of a period in a state. */
export type ReadTransactions = { state: string; period: Period };

/**
 * The transactions of a period, oldest first, as pieces of JSON that are parsed without blocking.
 */
export const readTransactions = (request: ReadTransactions): Generator<string> =>
  piecesOf(request, PIECE, toBankTransaction);

/** The keys of a period's transactions, read in the same way. */
export const readKeys = (request: ReadTransactions): Generator<string> =>
  piecesOf(request, KEYS, (_, { key: accountKey }, key) => ({ key, accountKey }));

function* piecesOf(
  request: ReadTransactions,
  size: number,
  toJson: (row: StoredRow, account: CashRow["account"], key: Id) => object,
): Generator<string> {
  let piece: object[] = [];
  for (const { row, account, key } of allRows(request)) {
    piece.push(toJson(row, account, key));
    if (piece.length < size) continue;
    yield JSON.stringify(piece);
    piece = [];
  }
  if (piece.length > 0) yield JSON.stringify(piece);
}

/** The rows of a period merged with the cash of investment accounts, oldest first. */
function* allRows({ state, period }: ReadTransactions): Generator<CashRow> {
  const cash = cashRowsIn(state, period);
  let next = 0;
  for (const { row, account } of rowsByDate(state, period)) {
    for (let due = cash[next]; due && due.row.date < row.date; due = cash[next]) {
      yield due;
      next += 1;
    }
    yield { row, account, key: toKey(row, account.key) };
  }
  yield* cash.slice(next);
}

const toKey = ({ number }: StoredRow, accountKey: Id): Id => ownId(`${accountKey}/${number}`);

function toBankTransaction(
  row: StoredRow,
  { key: accountKey, account }: CashRow["account"],
  key: Id,
): BankTransaction {
  // An older version's state may have other texts.
  const currency = currencyFrom(row.currency ?? account.currency ?? "");
  const description = [row.description, row.memo].filter((text) => text !== null).join(" ");
  return {
    key,
    // Other Items have other files and number their rows differently, and some banks restart their
    // ids.
    persistentKey: row.id === null ? null : ownId(JSON.stringify([row.id, row.date, row.amount])),
    accountKey,
    pendingKey: null,
    account_owner: null,
    // In files, outflows are negative.
    amount: 0 - Number(row.amount),
    ...currencyCodes(currency),
    category_id: null,
    transaction_type: "unresolved",
    date: row.date,
    authorized_date: row.madeDate,
    datetime: null,
    authorized_datetime: null,
    name: lineFrom(toName(row)) ?? ownLine("Transaction"),
    merchant_name: null,
    original_description: lineFrom(description || row.payee),
    location: NO_LOCATION,
    payment_meta: {
      ...NO_PAYMENT_META,
      reference_number: lineFrom(row.reference ?? row.checkNumber),
    },
    payment_channel: "other",
    pending: row.pending,
    transaction_code: null,
    codes: { merchantCode: null, transactionType: null, checkNumber: row.checkNumber },
    evidence: evidenceFrom(row),
  };
}
