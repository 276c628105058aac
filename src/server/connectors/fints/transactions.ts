import {
  currencyCodes,
  currencyFrom,
  type Day,
  type Id,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../domain/connectors/bank-transaction.ts";
import { digest } from "../../domain/identifiers.ts";
import { eachInTurns } from "../../domain/jobs/in-turns.ts";
import { FormatError } from "../../formats/format-error.ts";
import { readStatements } from "../../formats/index.ts";
import type { StatementTransaction } from "../../formats/statement.ts";
import { evidenceFrom } from "../files/row-evidence.ts";
import type { KnownAccount } from "./accounts.ts";
import type { StatementTexts } from "./orders.ts";

/** The rows of an account, and the names of the problems in unreadable rows. */
export type StatementRows = { rows: StatementTransaction[]; problems: string[] };

/**
 * Reads the rows of statements with the file readers. An unreadable row or document is left out,
 * and its problem is reported. Statements of other accounts are ignored.
 */
export const readRows = (texts: StatementTexts, account: KnownAccount): StatementRows => {
  const problems: string[] = [];
  const read = (text: string): StatementTransaction[] => {
    try {
      const { statements, leftOut } = readStatements(Buffer.from(text, "latin1"));
      problems.push(...leftOut.first.map(({ problem }) => problem));
      return statements
        .filter(({ account: { iban } }) => !iban || !account.iban || iban === account.iban)
        .flatMap(({ account: { currency }, transactions }) =>
          transactions.map((row) => ({ ...row, currency: row.currency ?? currency })),
        );
    } catch (failure) {
      if (!(failure instanceof FormatError)) throw failure;
      problems.push(failure.problem);
      return [];
    }
  };
  const listed = texts.booked.flatMap(read);
  const noted = texts.noted.flatMap(read).map((row) => ({ ...row, pending: true }));
  return {
    rows: [
      ...listed,
      ...without(
        noted,
        listed.filter(({ pending }) => pending),
      ),
    ],
    problems,
  };
};

/** The rows without as many equal ones as others have: some banks list a pending row among the booked ones as well. */
function without(
  rows: readonly StatementTransaction[],
  others: readonly StatementTransaction[],
): StatementTransaction[] {
  const counts = new Map<string, number>();
  for (const row of others) counts.set(contentOf(row), (counts.get(contentOf(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const count = counts.get(contentOf(row)) ?? 0;
    counts.set(contentOf(row), count - 1);
    return count <= 0;
  });
}

/**
 * Converts the rows to transactions. A bank's id counts if no other payment has the same id.
 * Otherwise the row's content, and its position among the day's equal rows, identify the row.
 */
export const toBankTransactions = async (
  rows: readonly StatementTransaction[],
  account: KnownAccount,
  today: Day,
): Promise<BankTransaction[]> => {
  const shared = sharedIds(rows);
  const counts = new Map<string, number>();
  const transactions: BankTransaction[] = [];
  await eachInTurns(rows, (row) => {
    const id = row.id === null || row.pending || shared.has(row.id) ? null : row.id;
    const name = id === null ? `~${digest(contentOf(row))}` : digest(id);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    // A row in two parts with the same id is one payment.
    if (id !== null && count > 0) return;
    const key = ownId(`${account.key}/${name}${count === 0 ? "" : `/${count}`}`);
    transactions.push(toBankTransaction(row, account, { key, id, today }));
  });
  return transactions;
};

const contentOf = (row: StatementTransaction): string =>
  JSON.stringify([
    ...[row.pending, row.date, row.valueDate, row.amount, row.currency, row.payee],
    ...[row.description, row.memo, row.reference, row.code, row.counterpartyAccount],
  ]);

/** Returns the ids that several payments share, and that therefore identify no payment. */
function sharedIds(rows: readonly StatementTransaction[]): ReadonlySet<string> {
  const contents = new Map<string, string>();
  const shared = new Set<string>();
  for (const row of rows) {
    if (row.id === null || row.pending) continue;
    const content = contentOf(row);
    if ((contents.get(row.id) ?? content) !== content) shared.add(row.id);
    contents.set(row.id, content);
  }
  return shared;
}

function toBankTransaction(
  row: StatementTransaction,
  account: KnownAccount,
  { key, id, today }: { key: Id; id: string | null; today: Day },
): BankTransaction {
  const description = lineFrom(
    [row.description, row.memo].filter((text) => text !== null).join(" "),
  );
  return {
    key,
    // The key equals that of a file's row, since the file may contain the same account.
    persistentKey: id === null ? null : ownId(JSON.stringify([id, row.date, row.amount])),
    accountKey: ownId(account.key),
    pendingKey: null,
    account_owner: null,
    // Statements have negative amounts for outflows.
    amount: 0 - Number(row.amount),
    ...currencyCodes(currencyFrom(row.currency ?? account.currency)),
    category_id: null,
    transaction_type: "unresolved",
    // The day of a pending payment may be in the future.
    date: row.pending && row.date > today ? today : row.date,
    authorized_date: row.madeDate,
    datetime: null,
    authorized_datetime: null,
    name: row.payee ?? description ?? ownLine("Transaction"),
    merchant_name: null,
    original_description: description ?? row.payee,
    location: NO_LOCATION,
    payment_meta: {
      ...NO_PAYMENT_META,
      reason: row.description,
      reference_number: lineFrom(row.reference ?? row.checkNumber),
    },
    payment_channel: "other",
    pending: row.pending,
    transaction_code: null,
    codes: { merchantCode: null, transactionType: null, checkNumber: row.checkNumber },
    evidence: evidenceFrom(row),
  };
}
