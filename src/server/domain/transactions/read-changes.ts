import type { Transaction } from "../../../protocol/transaction.ts";
import type { BankTransaction, Period } from "../connectors/bank-transaction.ts";
import type { AccountBalances, Pull } from "../connectors/connector.ts";
import type { TransactionPieces } from "../connectors/files.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { Item, ItemAccount } from "../items/item.ts";
import { readInstitution } from "../items/read-institution.ts";
import { filterInTurns, mapInTurns } from "../jobs/in-turns.ts";
import { changesInPieces } from "./changes-in-pieces.ts";
import type { TransactionDeps } from "./deps.ts";
import { ownTransactionsInTurns } from "./own-transactions.ts";
import { changesBetween, enrichChanges, type Recognition } from "./transaction-changes.ts";
import type { TransactionChanges, TransactionFeed } from "./transaction-feed.ts";

/** The previous feed, the days to read, and the read's priority. */
type ChangesRequest = {
  feed: TransactionFeed;
  period: Period;
  /** The first day, YYYY-MM-DD, of which a missing booked row was removed. */
  keptBefore: string;
  priority: ReadPriority | undefined;
};

type Reading = {
  /** The feed to apply the changes with. */
  feed: TransactionFeed;
  changes: TransactionChanges;
  balances: readonly AccountBalances[] | null;
  /** Whether the institution refused the whole period and listed a shorter one. */
  isCut: boolean;
};

/** The institution's transactions of a period: as a whole, or read in pieces. */
type Listed = {
  transactions: BankTransaction[] | TransactionPieces;
  balances: Reading["balances"];
  since?: Pull["since"];
  until?: Pull["until"];
  from?: Pull["from"];
  isCut?: Pull["isCut"];
};

/**
 * Reads the institution's changes in a period; null if another pull wrote first. Throws the
 * institution's error, and records the failure.
 */
export const readChanges = async (
  services: TransactionDeps,
  item: Item,
  { feed, period, keptBefore, priority }: ChangesRequest,
): Promise<Reading | null> => {
  const { store } = services;
  const fromBank = await readInstitution(
    services,
    item,
    async (connector, login): Promise<Listed> => {
      // An application with the investments would count their cash twice.
      const withCash = !item.consentedProducts.includes("investments");
      if (connector.pull) return connector.pull(login, period, { withCash });
      const pieces = connector.files?.pieces(login, period);
      return {
        transactions: pieces ?? (await connector.transactions(login, period)),
        balances: null,
      };
    },
    priority,
  ).catch((refusal: unknown) => recordFailure(services, item, refusal));
  const accounts = await store.items.accounts(item.itemId);
  if (!Array.isArray(fromBank.transactions)) {
    const recognition = await loadRecognition(services, item);
    const stored = { feed, period, accounts, recognition };
    const inPieces = await changesInPieces(services, item, fromBank.transactions, stored);
    return inPieces && { ...inPieces, balances: null, isCut: false };
  }
  const fromStore: Transaction[] = [];
  const from = fromBank.from === undefined ? period.from : earlierOf(fromBank.from, period.from);
  for await (const page of store.transactions.pages(item.itemId, { ...period, from }))
    for (const { transaction } of page) fromStore.push(transaction);
  const { transactions, balances } = fromBank;
  if (balances) await requireOwnAccounts(services, item, accounts, balances);
  const isListed = listedPart(accounts, fromBank);
  const comparable = await filterInTurns(fromStore, isListed);
  const own = await ownTransactionsInTurns(services, item, accounts, transactions);
  const found = await changesBetween(comparable, own, await loadRecognition(services, item));
  const changes = keptBefore > period.from ? withoutOld(found, comparable, keptBefore) : found;
  const removed = await confirmedRemovals(services, item, { changes, comparable, priority });
  const enriched = await enrichChanges(await services.knowledge(), { ...changes, removed });
  return { feed, changes: enriched, balances, isCut: fromBank.isCut === true };
};

/** Changes without the removal of booked rows from before a day. */
function withoutOld<Changes extends Pick<TransactionChanges, "removed">>(
  changes: Changes,
  stored: readonly Transaction[],
  day: string,
): Changes {
  const old = new Set(
    stored.flatMap(({ transaction_id, date, pending }) =>
      !pending && date < day ? [transaction_id] : [],
    ),
  );
  const removed = changes.removed.filter(({ transaction_id }) => !old.has(transaction_id));
  return { ...changes, removed };
}

/** The removals that the connector confirms, and those that the user is asked about. */
async function confirmedRemovals(
  services: TransactionDeps,
  item: Item,
  {
    changes: { removed, candidates },
    comparable,
    priority,
  }: {
    changes: Pick<TransactionChanges, "removed" | "candidates">;
    comparable: readonly Transaction[];
    priority: ReadPriority | undefined;
  },
): Promise<TransactionChanges["removed"]> {
  if (!services.directory.connectorOf(item.institutionId).confirmGone) return removed;
  const asked = new Set(candidates?.set.map(({ beforeId }) => beforeId));
  const ids = new Set(removed.map(({ transaction_id }) => transaction_id));
  const unlisted = await filterInTurns(
    comparable,
    ({ transaction_id: id }) => ids.has(id) && !asked.has(id),
  );
  const gone = await mapInTurns(unlisted, ({ transaction_id: transactionId, pending }) => ({
    transactionId,
    pending,
  }));
  const rest = await filterInTurns(comparable, ({ transaction_id: id }) => !ids.has(id));
  const listed = new Set(await mapInTurns(rest, ({ transaction_id }) => transaction_id));
  const confirmed = await readInstitution(
    services,
    item,
    async (connector, login) => connector.confirmGone?.(login, { gone, listed }) ?? null,
    priority,
  );
  return confirmed === null
    ? removed
    : removed.filter(({ transaction_id: id }) => asked.has(id) || confirmed.has(id));
}

/** The facts that identify an Item's transactions under other ids. */
async function loadRecognition(
  { store: { transactions, institutionIds } }: TransactionDeps,
  { itemId, institutionId }: Item,
): Promise<Recognition> {
  const aliases = await transactions.aliases(itemId);
  const candidates = await transactions.matchCandidates(itemId);
  const evidenceOf: NonNullable<Recognition["evidenceOf"]> = (gone) =>
    transactions.evidence(
      itemId,
      gone.map(({ transaction_id }) => transaction_id),
    );
  return { aliases, candidates, ids: await institutionIds.get(institutionId), evidenceOf };
}

const earlierOf = (a: string, b: string): string => (a < b ? a : b);

/**
 * Whether this pull covers a stored transaction. A covered transaction that is missing was removed.
 */
function listedPart(
  accounts: readonly ItemAccount[],
  { balances, since, until }: Pick<Listed, "balances" | "since" | "until">,
): (transaction: Pick<Transaction, "account_id" | "date">) => boolean {
  if (!since) {
    const unread = balances ? unreadIds(accounts, balances) : new Set();
    return ({ account_id }) => !unread.has(account_id);
  }
  const days = new Map(
    accounts.map(({ key, account }) => [
      account.account_id,
      { first: since.get(key) ?? "~", last: until?.get(key) ?? "~" },
    ]),
  );
  return ({ account_id, date }) => {
    const { first, last } = days.get(account_id) ?? { first: "~", last: "~" };
    return date >= first && date <= last;
  };
}

/**
 * Returns the ids of accounts that the institution does not list, or cannot read now. This pull
 * knows nothing of their transactions.
 */
function unreadIds(
  accounts: readonly ItemAccount[],
  answer: readonly AccountBalances[],
): ReadonlySet<string> {
  const read = new Set(answer.flatMap(({ key, balances }) => (balances === null ? [] : key)));
  const unread = accounts.filter(({ key }) => key !== "" && !read.has(key));
  return new Set(unread.map(({ account }) => account.account_id));
}

/**
 * Throws UNSUPPORTED_RESPONSE if the institution lists only unknown accounts. The Item's stored
 * data must then not be deleted.
 */
export const requireOwnAccounts = async (
  { store }: Pick<TransactionDeps, "store">,
  { itemId }: Item,
  accounts: readonly ItemAccount[],
  answer: readonly AccountBalances[],
): Promise<void> => {
  const keys = new Set(answer.map(({ key }) => key));
  if (accounts.length === 0 || answer.length === 0) return;
  if (accounts.some(({ key }) => key === "" || keys.has(key))) return;
  const accountKeys = await store.items.accountKeys(itemId);
  if (accountKeys !== null && answer.some(({ key }) => accountKeys.has(key))) return;
  throw new Fault("UNSUPPORTED_RESPONSE", {
    message: "the institution has accounts by other ids than before, and none of the Item's",
  });
};

async function recordFailure(
  { store, clock }: Pick<TransactionDeps, "store" | "clock">,
  item: Item,
  refusal: unknown,
): Promise<never> {
  if (refusal instanceof Fault && !refusal.hasProgress)
    await store.itemStatus.recordTransactions(item.itemId, "failed", clock());
  throw refusal;
}
