import { createHash } from "node:crypto";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { BankTransaction } from "../connectors/bank-transaction.ts";
import { opaqueId } from "../identifiers.ts";
import type { ItemAccount } from "../items/item.ts";
import { categoryOf } from "./categories.ts";
import type { TransactionChanges } from "./transaction-feed.ts";

/**
 * What differs between what was known of a period and what the institution tells of it now. What is told
 * twice counts once; new ones come oldest first.
 */
export const changesBetween = (
  known: readonly Transaction[],
  told: readonly Transaction[],
): TransactionChanges => {
  const before = new Map(known.map((one) => [one.transaction_id, one]));
  const now = new Map(told.map((one) => [one.transaction_id, one]));
  const changed = [...now.values()].toSorted(byDate);
  return {
    added: changed.filter((one) => !before.has(one.transaction_id)),
    modified: changed.filter((one) => {
      const same = before.get(one.transaction_id);
      return same !== undefined && textOf(same) !== textOf(one);
    }),
    removed: known
      .filter((one) => !now.has(one.transaction_id))
      .map(({ transaction_id, account_id }) => ({ transaction_id, account_id })),
  };
};

/** Transactions as an Item has them: of its own accounts, under its own ids. */
export const ownTransactions = (
  itemId: string,
  accounts: readonly ItemAccount[],
  told: readonly BankTransaction[],
): Transaction[] => {
  const ids = new Map(accounts.map(({ key, account }) => [key, account.account_id]));
  return told.flatMap(({ key, accountKey, pendingKey, ...rest }) => {
    const account_id = ids.get(accountKey);
    if (account_id === undefined) return [];
    return {
      transaction_id: transactionId(itemId, key),
      account_id,
      pending_transaction_id: pendingKey === null ? null : transactionId(itemId, pendingKey),
      category:
        rest.category_id === null ? null : (categoryOf(rest.category_id)?.hierarchy ?? null),
      ...rest,
    };
  });
};

/**
 * The id of a transaction in an Item: the same however often it is pulled, another one in another Item,
 * and nothing to tell the institution's own key by.
 */
const transactionId = (itemId: string, key: string): string =>
  opaqueId(
    (bytes) =>
      createHash("shake256", { outputLength: bytes })
        .update(JSON.stringify([itemId, key]))
        .digest(),
    37,
  );

/** All that a transaction says; in which order its fields were read or told makes no difference. */
const textOf = (one: Transaction): string => JSON.stringify(one, inOrder);

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const byDate = (one: Transaction, other: Transaction): number =>
  one.date < other.date ? -1 : Number(one.date > other.date);
