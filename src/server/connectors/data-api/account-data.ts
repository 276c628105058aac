import type { Owner } from "../../../protocol/account.ts";
import type { Lines } from "../../domain/bank-values.ts";
import { dateOf, dayOf } from "../../domain/calendar.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { type Data, InvalidDateRange } from "./data.ts";
import {
  FdxAccount,
  FdxPaymentNetwork,
  hasBalances,
  isClosed,
  isOpen,
  toBalances,
  toBankAccount,
  toNumbers,
} from "./fdx/account.ts";
import { accountKind } from "./fdx/account-kind.ts";
import { FdxContact, FdxCustomer, ownersFrom, toOwners } from "./fdx/contact.ts";
import { FdxTransaction, toBankTransaction } from "./fdx/transaction.ts";

/** How many accounts are read side by side: institutions count calls, and also at once. */
const AT_ONCE = 4;

/** How many days before the needed period transactions are requested: some institutions filter by another date. */
const MARGIN_DAYS = 7;

/** More accounts than anybody has: each is asked for by itself. */
const MAX_ACCOUNTS = 500;

/** No period that an institution refuses is cut any further. */
const MIN_PERIOD_DAYS = 28;

/** The accounts of a user, with balances and numbers. */
export const readAccounts = async (data: Data): Promise<BankAccount[]> => {
  const accounts = await withDetails(data, await openAccounts(data));
  await data.expect(accounts.filter(mayHaveNumbers).length);
  return mapWithConcurrency(accounts, async (account) => ({
    ...toBankAccount(account),
    numbers: mayHaveNumbers(account) ? await readNumbers(data, account) : {},
  }));
};

const mayHaveNumbers = (account: FdxAccount): boolean =>
  account.accountCategory == null || accountKind(account).type === "depository";

/** The balances of all listed accounts that are not closed; null for an account with an error. */
export const readBalances = async (data: Data): Promise<AccountBalances[]> => {
  const { open, unreadable } = await listAccounts(data);
  return [...(await withDetails(data, open)).map(balancesOf), ...unreadable];
};

const balancesOf = (account: FdxAccount): AccountBalances => ({
  key: account.accountId,
  balances: toBalances(account),
});

/** The owners of the accounts; the customer if the institution names no owner of any account. */
export const readOwners = async (
  data: Data,
): Promise<{ key: string; owners: Lines<Owner>[] }[]> => {
  const accounts = await openAccounts(data);
  await data.expect(accounts.length);
  const owners = await mapWithConcurrency(accounts, async ({ accountId }) => {
    const contact = await data.get(`${pathOf(accountId)}/contact`, FdxContact);
    return { key: accountId, owners: contact === null ? [] : toOwners(contact) };
  });
  if (owners.some((owner) => owner.owners.length > 0)) return owners;
  const customer = await data.get("/customers/current", FdxCustomer);
  return customer === null
    ? owners
    : owners.map(({ key }) => ({ key, owners: ownersFrom(customer) }));
};

/** The transactions of a period, each once, even if the institution repeats it on several pages. */
export const readTransactions = async (data: Data, period: Period): Promise<BankTransaction[]> =>
  period.from > period.to ? [] : transactionsOf(data, await openAccounts(data), period);

/** Transactions and balances, of accounts that are listed once for both. */
export const readPull = async (
  data: Data,
  period: Period,
): Promise<{ transactions: BankTransaction[]; balances: AccountBalances[] }> => {
  const { open, unreadable } = await listAccounts(data);
  const accounts = await withDetails(data, open);
  return {
    transactions: period.from > period.to ? [] : await transactionsOf(data, accounts, period),
    balances: [...accounts.map(balancesOf), ...unreadable],
  };
};

async function transactionsOf(
  data: Data,
  accounts: readonly FdxAccount[],
  period: Period,
): Promise<BankTransaction[]> {
  await data.expect(accounts.length);
  const lists = await mapWithConcurrency(accounts, async (account) => {
    const transactions = await readPeriods(data, account.accountId, period);
    return transactions.map((transaction) => toBankTransaction(transaction, account));
  });
  const byKey = new Map<string, BankTransaction>();
  for (const transaction of lists.flat()) {
    const { key, date } = transaction;
    const isPosted = byKey.get(key)?.pending === false;
    if (date >= period.from && date <= period.to && !isPosted) byKey.set(key, transaction);
  }
  return [...byKey.values()];
}

/**
 * The transactions of an account over at least a period, or as much of it as the institution has: a refused
 * period is requested again without the margin, and then from later and later days.
 */
async function readPeriods(
  data: Data,
  accountId: string,
  { from, to }: Period,
): Promise<FdxTransaction[]> {
  const path = `${pathOf(accountId)}/transactions`;
  const last = dayOf(to);
  for (let first = dayOf(from), margin = MARGIN_DAYS; ; ) {
    const query = {
      startTime: dateOf(first - margin),
      endTime: dateOf(last + Math.min(margin, 1)),
    };
    try {
      return (await data.list(path, "transactions", FdxTransaction, query)) ?? [];
    } catch (failure) {
      if (!(failure instanceof InvalidDateRange)) throw failure;
      if (margin === 0 && last - first <= MIN_PERIOD_DAYS)
        throw new Fault("UNSUPPORTED_RESPONSE", {
          cause: new Error("/accounts/:id/transactions: every period is refused"),
        });
      if (margin === 0) first = Math.max(first, last - Math.ceil((last - first) / 2));
      margin = 0;
    }
  }
}

const openAccounts = async (data: Data): Promise<FdxAccount[]> => (await listAccounts(data)).open;

/** The accounts that can be read, and those that the institution cannot read at the moment. */
async function listAccounts(
  data: Data,
): Promise<{ open: FdxAccount[]; unreadable: { key: string; balances: null }[] }> {
  const accounts = await data.list(
    "/accounts",
    "accounts",
    FdxAccount,
    {},
    {
      requireAllPages: true,
    },
  );
  if (accounts === null)
    throw new Fault("UNSUPPORTED_RESPONSE", { cause: new Error("/accounts: is missing") });
  const byId = new Map<string, FdxAccount>();
  for (const account of accounts.filter(isOpen)) {
    const same = byId.get(account.accountId);
    // One page may repeat an account of another, but no two accounts may be mistaken for each other.
    if (same && same.accountNumberDisplay !== account.accountNumberDisplay)
      throw new Fault("UNSUPPORTED_RESPONSE", {
        cause: new Error("two accounts have the same id"),
      });
    byId.set(account.accountId, account);
  }
  if (byId.size > MAX_ACCOUNTS)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(`the user has more than ${MAX_ACCOUNTS} accounts`),
    });
  const unreadable = accounts.filter(
    (account) => account.error && !isClosed(account) && !byId.has(account.accountId),
  );
  const keys = new Set(unreadable.map(({ accountId }) => accountId));
  return {
    open: [...byId.values()],
    unreadable: [...keys].map((key) => ({ key, balances: null })),
  };
}

/** The accounts with balances, which some institutions return only in each account's details. */
async function withDetails(data: Data, accounts: readonly FdxAccount[]): Promise<FdxAccount[]> {
  await data.expect(accounts.filter((account) => !hasBalances(account)).length);
  return mapWithConcurrency(accounts, async (account) => {
    if (hasBalances(account)) return account;
    const { accountId } = account;
    const details = await data.get(pathOf(accountId), FdxAccount);
    return details === null ? account : { ...account, ...withoutNulls(details), accountId };
  });
}

/** The details without empty fields, so that they do not overwrite those of the list. */
const withoutNulls = (details: FdxAccount): Partial<FdxAccount> =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value != null));

async function readNumbers(data: Data, { accountId }: FdxAccount): Promise<BankAccount["numbers"]> {
  const path = `${pathOf(accountId)}/payment-networks`;
  try {
    return toNumbers((await data.list(path, "paymentNetworks", FdxPaymentNetwork)) ?? []);
  } catch (failure) {
    // The user may have allowed everything but this.
    if (failure instanceof Fault && failure.code === "ACCESS_NOT_GRANTED") return {};
    throw failure;
  }
}

const pathOf = (accountId: string): string => `/accounts/${encodeURIComponent(accountId)}`;

/** Maps a list in its order, a few at once. */
async function mapWithConcurrency<T, R>(
  list: readonly T[],
  work: (entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < list.length; at += AT_ONCE)
    results.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(work))));
  return results;
}
