import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Transaction, TransactionFacts } from "../../../protocol/transaction.ts";
import type { ListedTransaction } from "../connectors/bank-transaction.ts";
import { knownEvidence, type PaymentEvidence } from "../connectors/payment-evidence.ts";
import type { InstitutionCodes } from "../enrichment/enrich-transaction.ts";
import { opaqueId } from "../identifiers.ts";
import type { Item, ItemAccount } from "../items/item.ts";
import { eachInTurns } from "../jobs/in-turns.ts";
import type { Runtime } from "../runtime.ts";
import { findCategory } from "./categories.ts";

/** A transaction of an Item before enrichment, with the institution's codes and evidence. */
export type OwnTransaction = TransactionFacts &
  Pick<Transaction, "possible_match"> & {
    codes?: InstitutionCodes;
    evidence?: PaymentEvidence | null;
  };

type ItemOfTransactions = Pick<Item, "itemId" | "clientId" | "institutionId">;

/** The id of an account, and its key at the institution. */
type AccountKey = Pick<ItemAccount, "key"> & {
  account: Pick<ItemAccount["account"], "account_id">;
};

/**
 * Converts bank transactions to an Item's transactions: of its own accounts, under its own ids. A
 * pending transaction is left out if the list has its posted one, so that no money counts twice.
 */
export const ownTransactions = (
  services: Pick<Runtime, "vault">,
  item: ItemOfTransactions,
  accounts: readonly AccountKey[],
  fromBank: readonly ListedTransaction[],
): OwnTransaction[] => {
  const posted = new Set(fromBank.flatMap(postedKeys));
  return fromBank.flatMap(converterTo(services, item, accounts, posted));
};

/**
 * Converts a long list as `ownTransactions` does, a limited number in each turn of the event loop.
 */
export const ownTransactionsInTurns = async (
  services: Pick<Runtime, "vault">,
  item: ItemOfTransactions,
  accounts: readonly AccountKey[],
  fromBank: readonly ListedTransaction[],
): Promise<OwnTransaction[]> => {
  const posted = new Set<string | null>();
  await eachInTurns(fromBank, (transaction) => {
    for (const key of postedKeys(transaction)) posted.add(key);
  });
  const convert = converterTo(services, item, accounts, posted);
  const own: OwnTransaction[] = [];
  await eachInTurns(fromBank, (each) => own.push(...convert(each)), CONVERTED_AT_ONCE);
  return own;
};

/** The number of conversions per turn, since ids are digests. */
const CONVERTED_AT_ONCE = 400;

/** The keys of pending transactions that a posted transaction replaces. */
const postedKeys = ({ key, pendingKey, pending }: ListedTransaction): (string | null)[] =>
  pending ? [] : [key, pendingKey];

/** Returns a function that converts a transaction to a list of one, or to an empty list. */
function converterTo(
  { vault }: Pick<Runtime, "vault">,
  item: ItemOfTransactions,
  accounts: readonly AccountKey[],
  posted: ReadonlySet<string | null>,
): (transaction: ListedTransaction) => OwnTransaction[] {
  // A key object, since a key as text would be prepared again for each transaction.
  const persistentKey = createSecretKey(Buffer.from(vault.key("persistent-transaction-id")));
  const ids = new Map(accounts.map(({ key, account }) => [key, account.account_id]));
  return ({ key, accountKey, pendingKey, persistentKey: ownKey = key, evidence, ...rest }) => {
    const account_id = ids.get(accountKey);
    if (account_id === undefined || (rest.pending && posted.has(key))) return [];
    const known = knownEvidence(evidence);
    const previousKey = pendingKey === key ? null : pendingKey;
    return [
      {
        transaction_id: transactionId(item.itemId, key),
        account_id,
        pending_transaction_id:
          previousKey === null ? null : transactionId(item.itemId, previousKey),
        category:
          rest.category_id === null ? null : (findCategory(rest.category_id)?.hierarchy ?? null),
        possible_match: null,
        // A pending transaction may post under another key.
        persistent_transaction_id:
          rest.pending || accountKey === "" || ownKey === null
            ? null
            : persistentId(persistentKey, item, accountKey, ownKey),
        ...rest,
        ...(known && { evidence: known }),
      },
    ];
  };
}

/**
 * The id of a transaction in an Item: stable over pulls, different in another Item. The id is a
 * digest that hides the institution's key.
 */
export const transactionId = (itemId: string, key: string): string =>
  opaqueId(
    (bytes) =>
      createHash("shake256", { outputLength: bytes })
        .update(JSON.stringify([itemId, key]))
        .digest(),
    37,
  );

/**
 * The id of a transaction in all of a client's Items with its account. Other clients get other ids,
 * and the id hides the institution's key.
 */
const persistentId = (
  secret: KeyObject,
  { clientId, institutionId }: ItemOfTransactions,
  accountKey: string,
  key: string,
): string =>
  createHmac("sha256", secret)
    .update(JSON.stringify([clientId, institutionId, accountKey, key]))
    .digest("base64url");
