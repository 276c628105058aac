import type { BankStatement } from "../../connectors/bank-statement.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { digest } from "../../identifiers.ts";
import type { ItemAccount } from "../../items/item.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { TransactionDeps } from "../deps.ts";

/** A statement of an account of an Item, without its document. */
export type Statement = {
  statementId: string;
  accountId: string;
  /** The last day of its period, YYYY-MM-DD. */
  date: string;
  /** The institution's own key of it. */
  key: string;
};

/** The statements of an Item, newest first. */
export type StatementList = {
  /** The period that its application has set; null for the server's default. */
  period: Period | null;
  /** When they were read, in ms since 1970; null before the first read. */
  readAt: number | null;
  statements: Statement[];
};

/** The port for the statements of Items. */
export type StatementStore = {
  list(itemId: string): Promise<StatementList>;
  byId(itemId: string, statementId: string): Promise<Statement | null>;
  /**
   * Stores the statements of a period, and adds the jobs; `readAt` dates the list, unless it is
   * null. Deletes earlier statements of the period that are not in the list, unless their document
   * is kept. Ignores statements of unknown accounts, and of a removed Item.
   */
  set(
    itemId: string,
    statements: readonly Statement[],
    reading: { period: Period; readAt: number | null },
    jobs: readonly NewJob[],
  ): Promise<void>;
  /** Returns the document of a statement; null if it was not kept yet. */
  document(itemId: string, statementId: string): Promise<Uint8Array | null>;
  /** Keeps the document of a statement from a moment on, in ms since 1970, unless one is kept already. */
  keepDocument(
    itemId: string,
    statementId: string,
    document: Uint8Array,
    keptAt: number,
  ): Promise<void>;
  /** Deletes the documents that are kept since a moment or longer; the statements stay. */
  purgeDocuments(keptUntil: number): Promise<void>;
};

/** The services that statements need: those of transactions, and their own store. */
export type StatementDeps = TransactionDeps & { store: { statements: StatementStore } };

const statementId = (itemId: string, accountKey: string, key: string): string =>
  digest(`statement ${JSON.stringify([itemId, accountKey, key])}`);

/** Returns the statements of an Item's accounts under our ids; those of other accounts are left out. */
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
