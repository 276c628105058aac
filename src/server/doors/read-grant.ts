import type { ErrorCode } from "../../protocol/errors/errors.ts";
import { Fault } from "../domain/fault.ts";
import { alignTransactions } from "../domain/grants/align-transactions.ts";
import { type Grant, type GrantedAccount, isApplicationDoor } from "../domain/grants/grant.ts";
import { nameAccounts, type ReaderAccount } from "../domain/grants/reader-account.ts";
import { findGrant, grantedAccounts, recordGrantUse } from "../domain/grants/use-grant.ts";
import type { Item } from "../domain/items/item.ts";
import { itemError } from "../domain/items/item-state.ts";
import type { Limit } from "../domain/limits/rate-limits.ts";
import { pullIfDue } from "../domain/transactions/ensure-fresh-feed.ts";
import { amountIn } from "../formats/decimal.ts";
import type { DoorContext } from "./door.ts";
import { hasTransactions } from "./granted-transactions.ts";

/** The limit of reads by one grant. */
const READS: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/** The limit of an application's reads. Its protocols need a call per account and per page. */
const APPLICATION_READS: Limit = { perMinute: 600, code: "RATE_LIMIT" };

/** An institution's connection in a grant. */
export type DoorConnection = {
  item: Item;
  institution: { id: string; name: string; url: string | null };
  /** The problem that prevents reading due data, or null. */
  problem: ErrorCode | null;
};

/** An account in the doors' form. */
export type DoorAccount = {
  /** The reader's id of the account, which later connections to the account keep. */
  id: string;
  name: string;
  account: GrantedAccount["account"]["account"];
  connection: DoorConnection;
  /** ISO 4217, or an unofficial code. */
  currency: string;
  /** In ms since 1970. */
  balanceAt: number;
};

/** Admits a reader by its keys: checks the grant and its limit, and records the use. */
export const admitReader = async (
  context: DoorContext,
  keys: Parameters<typeof findGrant>[1],
  caller: Parameters<typeof findGrant>[2],
): Promise<Grant> => {
  const grant = await findGrant(context, keys, caller);
  await admitGrant(context, grant, caller.address);
  return grant;
};

/** Counts a grant's read against its limit, and records the use. */
export const admitGrant = async (
  context: DoorContext,
  grant: Grant,
  address: string,
): Promise<void> => {
  await countReads(context, grant, 1);
  await recordGrantUse(context, grant, address);
};

/**
 * Counts a grant's reads against its limit. A request for several statements counts as several
 * reads, but never more than a minute allows after a list and the request itself. So a grant of
 * many accounts can be read at once.
 */
export const countReads = async (
  context: DoorContext,
  grant: Grant,
  count: number,
): Promise<void> => {
  const limit = isApplicationDoor(grant.door) ? APPLICATION_READS : READS;
  for (let read = 0; read < Math.min(count, limit.perMinute - 2); read++)
    await context.guessLimiter.pass(`grant read ${grant.grantId}`, limit);
};

/**
 * Returns the accounts of a grant, of all or some Items, after a pull if one is due. A failing
 * connection has a problem; the others continue. An account in two Items of a person is shown once:
 * from a readable Item; of several, the one with the latest sign-in.
 */
export const readAccounts = async (
  context: DoorContext,
  grant: Grant,
  itemIds?: readonly string[],
): Promise<DoorAccount[]> => {
  const before = await grantedAccounts(context, grant, itemIds);
  const items = new Map(before.map(({ item }) => [item.itemId, item]));
  const failures = new Map<string, ErrorCode>();
  let isSame = true;
  for (const item of items.values()) {
    if (!hasTransactions(item)) continue;
    const { failure, hasPulled } = await refresh(context, item);
    if (failure) failures.set(item.itemId, failure);
    if (hasPulled) isSame = false;
  }
  // A pull may have found that an account is no longer shared.
  const accounts = isSame ? before : await grantedAccounts(context, grant, itemIds);
  const connections = new Map<string, DoorConnection>();
  const balances = new Map<string, ReadonlyMap<string, number | null>>();
  const shown = new Map<string, DoorAccount>();
  for (const { item } of accounts)
    if (!connections.has(item.itemId))
      connections.set(item.itemId, toConnection(context, item, failures));
  const named = await nameAccounts(context, grant, accounts);
  const sorted = named.toSorted(bestFirst(connections));
  await alignConnections(context, grant, sorted, itemIds === undefined);
  for (const { item, account, readerId: id } of sorted) {
    const { itemId } = item;
    const connection = connections.get(itemId);
    if (shown.has(id) || !connection) continue;
    const readAt = balances.get(itemId) ?? (await context.store.items.balancesReadAt(itemId));
    balances.set(itemId, readAt);
    shown.set(id, toDoorAccount({ id, account, connection }, readAt));
  }
  const byAccount = new Map([...shown.values()].map((one) => [one.account, one]));
  return accounts.flatMap(({ account }) => byAccount.get(account.account) ?? []);
};

/**
 * Finds the transactions that several connections of an account share. The first connection is
 * shown. Where all accounts are read, the ids of a sole connection are stored as those that the
 * reader has.
 */
async function alignConnections(
  context: DoorContext,
  { grantId }: Grant,
  sorted: readonly ReaderAccount[],
  areAll: boolean,
): Promise<void> {
  const byReader = new Map<string, ReaderAccount[]>();
  for (const one of sorted.filter(({ item }) => hasTransactions(item)))
    byReader.set(one.readerId, [...(byReader.get(one.readerId) ?? []), one]);
  for (const connections of byReader.values()) {
    const [shown] = connections;
    if (shown && (connections.length > 1 || areAll))
      await alignTransactions(context, grantId, connections, shown);
  }
}

/** Orders connections by the last sign-in; those that need their user come last. */
const bestFirst =
  (connections: ReadonlyMap<string, DoorConnection>) =>
  ({ item: a }: GrantedAccount, { item: b }: GrantedAccount): number => {
    const [one, other] = [a, b].map(({ itemId }) =>
      Number(needsUser(connections.get(itemId)?.problem ?? null)),
    );
    return (one ?? 0) - (other ?? 0) || b.loggedInAt - a.loggedInAt;
  };

/** Bills a call per Item. An Item without transactions is billed for balances. */
export const chargeCall = (
  { charge }: DoorContext,
  items: readonly Item[],
  product: "transactions" | "balance",
): void => {
  for (const item of items)
    charge({
      clientId: item.clientId,
      product: hasTransactions(item) ? product : "balance",
      itemId: item.itemId,
    });
};

/** The Items of accounts. */
export const listItems = (accounts: readonly DoorAccount[]): Item[] => [
  ...new Set(accounts.map(({ connection }) => connection.item)),
];

/** Writes an amount with the decimals of its currency. */
export const amountText = (currency: string, amount: number): string => {
  const text = String(amount);
  return amountIn(currency, text.includes("e") ? amount.toFixed(12).replace(/\.?0+$/, "") : text);
};

/** A balance as the holder's money. The balance of a debt is negative. */
export const ownBalance = ({ type, balances: { current, available } }: DoorAccount["account"]) =>
  type === "credit" || type === "loan"
    ? { current: current === null ? null : 0 - current, available: null }
    : { current, available };

/** Whether a connection stays broken until its user signs in again. */
export const needsUser = (problem: DoorConnection["problem"]): boolean =>
  problem !== null && !PASSING.has(problem);

const PASSING: ReadonlySet<string> = new Set([
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_RATE_LIMIT",
  "INTERNAL_SERVER_ERROR",
  "PRODUCT_NOT_READY",
  "UNSUPPORTED_RESPONSE",
]);

/**
 * Pulls an Item's transactions if due. Returns the problem, if any, and whether its accounts may
 * have changed.
 */
async function refresh(
  context: DoorContext,
  item: Item,
): Promise<{ failure: ErrorCode | null; hasPulled: boolean }> {
  const revision = (await context.store.transactions.feed(item.itemId))?.revision;
  try {
    const feed = await pullIfDue(context, item);
    const failure = feed.status === "NOT_READY" ? "PRODUCT_NOT_READY" : null;
    return { failure, hasPulled: feed.revision !== revision };
  } catch (failure) {
    if (failure instanceof Fault) return { failure: failure.code, hasPulled: true };
    throw failure;
  }
}

function toConnection(
  { clock, directory, environment }: DoorContext,
  item: Item,
  failures: ReadonlyMap<string, ErrorCode>,
): DoorConnection {
  const { institutionId: id, itemId } = item;
  const institution = directory.has(id) ? directory.get(id) : { name: id, url: null };
  return {
    item,
    institution: { id, name: institution.name, url: institution.url },
    problem: itemError(item, { environment, now: clock() }) ?? failures.get(itemId) ?? null,
  };
}

function toDoorAccount(
  {
    id,
    account: { account },
    connection,
  }: { id: string; account: GrantedAccount["account"]; connection: DoorConnection },
  readAt: ReadonlyMap<string, number | null>,
): DoorAccount {
  const { iso_currency_code, unofficial_currency_code } = account.balances;
  return {
    id,
    name: account.mask === null ? account.name : `${account.name} (${account.mask})`,
    account,
    connection,
    currency: iso_currency_code ?? unofficial_currency_code ?? "XXX",
    balanceAt: readAt.get(account.account_id) ?? connection.item.loggedInAt,
  };
}
