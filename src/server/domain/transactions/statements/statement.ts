import type { BankStatement } from "../../connectors/bank-statement.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { digest } from "../../identifiers.ts";
import type { ItemAccount } from "../../items/item.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { TransactionDeps } from "../deps.ts";

/** A statement of an Item's account, without its document. */
export type Statement = {
  statementId: string;
  accountId: string;
  /** The last day of its period, YYYY-MM-DD. */
  date: string;
  /** The institution's key of the statement. */
  key: string;
};

/** The statements of an Item, newest first. */
export type StatementList = {
  /** The application's period; null for the server's default. */
  period: Period | null;
  /** The time of the last read, in ms since 1970; null before the first read. */
  readAt: number | null;
  statements: Statement[];
};

/** The port for the statements of Items. */
export type StatementStore = {
  list(itemId: string): Promise<StatementList>;
  byId(itemId: string, statementId: string): Promise<Statement | null>;
  /**
   * Stores the statements of a period, and adds the jobs. `readAt` dates the list unless null.
   * Deletes other stored statements of the period, except for kept documents. Ignores statements of
   * unknown accounts, and of a removed Item.
   */
  set(
    itemId: string,
    statements: readonly Statement[],
    reading: { period: Period; readAt: number | null },
    jobs: readonly NewJob[],
  ): Promise<void>;
  /** Returns the document of a statement; null if none is kept. */
  document(itemId: string, statementId: string): Promise<Uint8Array | null>;
  /** Keeps a statement's document from a moment on, in ms since 1970, unless one is kept. */
  keepDocument(
    itemId: string,
    statementId: string,
    document: Uint8Array,
    keptAt: number,
  ): Promise<void>;
  /** Deletes the documents kept since before a moment. Their statements stay. */
  purgeDocuments(keptUntil: number): Promise<void>;
};

/** The services for statements: those of transactions, and the statements' store. */
export type StatementDeps = TransactionDeps & { store: { statements: StatementStore } };

const statementId = (itemId: string, accountKey: string, key: string): string =>
  digest(`statement ${JSON.stringify([itemId, accountKey, key])}`);

/** Returns the statements of an Item's own accounts, under our ids. */
export const ofAccounts = (
  { itemId }: { itemId: string },
  accounts: readonly ItemAccount[],
  statements: readonly BankStatement[],
): Statement[] => {
  const ids = new Map(accounts.map(({ key, account }) => [key, account.account_id]));
  const byId = new Map<string, Statement>();
  for (const { key, accountKey, date } of statements) {
    const accountId = ids.get(accountKey);
    if (accountId === undefined) continue;
    const id = statementId(itemId, accountKey, key);
    byId.set(id, { statementId: id, accountId, date, key });
  }
  return [...byId.values()];
};
