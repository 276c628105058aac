import { createHash } from "node:crypto";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import type { Transaction, TransactionFacts } from "../../../protocol/transaction.ts";
import type { BankTransaction } from "../connectors/bank-transaction.ts";
import { enrichTransaction, type InstitutionCodes } from "../enrichment/enrich-transaction.ts";
import type { Knowledge } from "../enrichment/knowledge.ts";
import { opaqueId } from "../identifiers.ts";
import type { Item, ItemAccount } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ItemWebhook } from "../webhooks/webhook.ts";
import { categoryOf } from "./categories.ts";
import type { TransactionDeps } from "./deps.ts";
import type { TransactionChanges, TransactionFeed } from "./transaction-feed.ts";

/**
 * The difference between the stored transactions of a period and those that the institution reports
 * now. Duplicates count once; added ones come oldest first. A pending transaction that posts is modified if
 * the institution keeps its id; otherwise it is removed, and the added one names it.
 */
export const changesBetween = (
  fromStore: readonly Transaction[],
  fromBank: readonly OwnTransaction[],
): Changes<OwnTransaction> => {
  const before = byId(fromStore);
  const now = byId(fromBank);
  const current = [...now.values()].toSorted(byDate);
  return {
    added: current.filter(({ transaction_id }) => !before.has(transaction_id)),
    modified: current.filter((transaction) => {
      const previous = before.get(transaction.transaction_id);
      return (
        previous !== undefined &&
        canonicalJson(factsOf(previous)) !== canonicalJson(factsOf(transaction))
      );
    }),
    removed: fromStore
      .filter(({ transaction_id }) => !now.has(transaction_id))
      .map(({ transaction_id, account_id }) => ({ transaction_id, account_id })),
  };
};

/** A transaction of an Item before it is enriched, with the institution's codes. */
export type OwnTransaction = TransactionFacts & { codes?: InstitutionCodes };

type Changes<Change> = Omit<TransactionChanges, "added" | "modified"> & {
  added: Change[];
  modified: Change[];
};

/**
 * The fields that the institution gives. New rules alone modify no transaction: it would come again to every
 * application.
 */
const factsOf = (transaction: OwnTransaction | Transaction): object => {
  const { codes: _, ...facts } = { codes: null, ...transaction };
  return Object.fromEntries(
    Object.entries(facts).filter(([field]) => !Object.hasOwn(NO_ENRICHMENT, field)),
  );
};

/** Enriches the transactions that are new or modified. */
export const enrichChanges = (
  knowledge: Knowledge,
  { added, modified, removed }: Changes<OwnTransaction>,
): TransactionChanges => {
  const enriched = ({ codes, ...facts }: OwnTransaction) =>
    enrichTransaction(knowledge, facts, codes);
  return { added: added.map(enriched), modified: modified.map(enriched), removed };
};

const byId = <T extends { transaction_id: string }>(transactions: readonly T[]): Map<string, T> =>
  new Map(transactions.map((transaction) => [transaction.transaction_id, transaction]));

/** The id of an account, and its key at the institution. */
type AccountKey = Pick<ItemAccount, "key"> & {
  account: Pick<ItemAccount["account"], "account_id">;
};

/**
 * Converts bank transactions to an Item's: of its own accounts, under its own ids. A pending one is left out
 * once the same list has the one that it became, so that no money counts twice.
 */
export const ownTransactions = (
  itemId: string,
  accounts: readonly AccountKey[],
  fromBank: readonly BankTransaction[],
): OwnTransaction[] => {
  const ids = new Map(accounts.map(({ key, account }) => [key, account.account_id]));
  const posted = new Set(
    fromBank.flatMap(({ key, pendingKey, pending }) => (pending ? [] : [key, pendingKey])),
  );
  return fromBank.flatMap(({ key, accountKey, pendingKey, ...rest }) => {
    const account_id = ids.get(accountKey);
    if (account_id === undefined || (rest.pending && posted.has(key))) return [];
    const previousKey = pendingKey === key ? null : pendingKey;
    return {
      transaction_id: transactionId(itemId, key),
      account_id,
      pending_transaction_id: previousKey === null ? null : transactionId(itemId, previousKey),
      category:
        rest.category_id === null ? null : (categoryOf(rest.category_id)?.hierarchy ?? null),
      ...rest,
    };
  });
};

/**
 * The id of a transaction in an Item: stable over pulls, different in another Item, and a digest that
 * does not reveal the institution's own key.
 */
const transactionId = (itemId: string, key: string): string =>
  opaqueId(
    (bytes) =>
      createHash("shake256", { outputLength: bytes })
        .update(JSON.stringify([itemId, key]))
        .digest(),
    37,
  );

/** A transaction as JSON that does not depend on the order of its fields. */
const canonicalJson = (transaction: object): string => JSON.stringify(transaction, sortKeys);

const sortKeys = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const byDate = (a: TransactionFacts, b: TransactionFacts): number =>
  a.date < b.date ? -1 : Number(a.date > b.date);

type Step = { from: TransactionFeed["status"]; to: TransactionFeed["status"] };

/** The webhooks of a pull: initial or historical update, or the changes. */
export const transactionWebhooks = (
  { webhooks }: Pick<TransactionDeps, "webhooks">,
  item: Item,
  { from, to }: Step,
  changes: TransactionChanges,
): NewJob[] => {
  const events: ItemWebhook[] = [
    ...(item.products.includes("transactions") ? transactionEvents({ from, to }, changes) : []),
    ...(item.products.includes("income") && from !== to && to === "HISTORICAL_UPDATE_COMPLETE"
      ? [{ name: "INCOME:PRODUCT_READY" } as const]
      : []),
  ];
  return events.flatMap((event) => webhooks.forItem(item, event));
};

function transactionEvents(
  { from, to }: Step,
  { added, modified, removed }: TransactionChanges,
): ItemWebhook[] {
  const newTransactions = added.length;
  const sync: ItemWebhook = {
    name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
    initialComplete: true,
    historicalComplete: to === "HISTORICAL_UPDATE_COMPLETE",
  };
  if (from === "NOT_READY") return [{ name: "TRANSACTIONS:INITIAL_UPDATE", newTransactions }, sync];
  if (from !== to) return [{ name: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions }, sync];
  const transactionIds = removed.map(({ transaction_id }) => transaction_id);
  return [
    ...(newTransactions > 0
      ? [{ name: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions } as const]
      : []),
    ...(transactionIds.length > 0
      ? [{ name: "TRANSACTIONS:TRANSACTIONS_REMOVED", transactionIds } as const]
      : []),
    ...(newTransactions + modified.length + transactionIds.length > 0 ? [sync] : []),
  ];
}
