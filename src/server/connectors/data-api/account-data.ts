import type { Owner } from "../../../protocol/account.ts";
import type { Lines } from "../../domain/bank-values.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { BankLiability } from "../../domain/connectors/bank-liability.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances, Pull } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { isLiability } from "../../domain/institutions/product.ts";
import { eachInTurns } from "../../domain/jobs/in-turns.ts";
import { listBalances, requireAny, withDetails, withoutBalances } from "./account-balances.ts";
import { openRows, withoutPassing } from "./account-rows.ts";
import type { Data } from "./data.ts";
import { fillPath } from "./dialect.ts";
import type { Reads } from "./dialect-reads.ts";
import { mapGranted, mapWithConcurrency } from "./each-account.ts";

/** More accounts than anybody has: each is requested separately. */
const MAX_ACCOUNTS = 500;

/** The accounts of a user, with balances and numbers. */
export const readAccounts = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
): Promise<BankAccount[]> => {
  const { open } = await listAccounts(reads, data);
  const { results: accounts } = await withDetails(reads, data, open);
  const { numbers } = reads;
  await data.expect(accounts.filter((account) => numbers?.mayHave(account)).length);
  return mapWithConcurrency(accounts, async (account) => {
    const bankAccount = reads.accounts.toAccount(account);
    if (numbers === null || !numbers.mayHave(account)) return bankAccount;
    return { ...bankAccount, numbers: await readNumbers(numbers, data, bankAccount.key) };
  });
};

/** The balances of all listed open accounts; null for an account with an error. */
export const readBalances = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
): Promise<AccountBalances[]> => {
  const { open, unreadable } = await listAccounts(reads, data);
  const details = await withDetails(reads, data, open);
  requireAny(details);
  return [
    ...listBalances(reads, details),
    ...unreadable,
    ...withoutBalances(reads, details.refused),
  ];
};

/**
 * The owners of the accounts; without any, the customer, or else the names in the list of accounts.
 */
export const readOwners = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
): Promise<{ key: string; owners: Lines<Owner>[] }[]> => {
  const { open } = await listAccounts(reads, data);
  await data.expect(open.length);
  const { keyOf, listHolders } = reads.accounts;
  const holders = open.map((account) => ({
    key: keyOf(account),
    owners: listHolders?.(account) ?? [],
  }));
  const isNamed = holders.some(({ owners }) => owners.length > 0);
  try {
    const { results: owners } = await mapGranted(open.map(keyOf), async (key) => ({
      key,
      owners: await fetchOwners(reads, data, key),
    }));
    if (owners.some((owner) => owner.owners.length > 0)) return owners;
    const user = reads.user && (await data.get(reads.user.path, reads.user.schema));
    if (user !== null && user.length > 0) return owners.map(({ key }) => ({ key, owners: user }));
    return isNamed ? holders : owners;
  } catch (failure) {
    if (isNamed && failure instanceof Fault && failure.code === "ACCESS_NOT_GRANTED")
      return holders;
    throw failure;
  }
};

/** The terms of cards and loans; PRODUCTS_NOT_SUPPORTED if the dialect has none. */
export const readLiabilities = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
): Promise<BankLiability[]> => {
  const { accounts, liabilities } = reads;
  if (liabilities === null)
    throw new Fault("PRODUCTS_NOT_SUPPORTED", {
      message: "the institution does not tell the terms of cards and loans",
    });
  const { open } = await listAccounts(reads, data);
  const debts = open.filter((account) => {
    const bankAccount = accounts.toAccount(account);
    return isLiability(bankAccount) && (bankAccount.type === "credit" || !liabilities.ofCards);
  });
  await data.expect(debts.length);
  const terms = await mapWithConcurrency(debts, async (account) => {
    const key = accounts.keyOf(account);
    const path = fillPath(liabilities.path, { accountId: key });
    const termsOf = await data.get(path, liabilities.schema);
    return termsOf === null ? [] : [{ key, ...termsOf(account) }];
  });
  return terms.flat();
};

/** The owners of an account, from the first path with any. */
async function fetchOwners<Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
  accountId: string,
): Promise<Lines<Owner>[]> {
  for (const { path, schema } of reads.owners) {
    const owners = await data.get(fillPath(path, { accountId }), schema);
    if (owners !== null && owners.length > 0) return owners;
  }
  return [];
}

/** The transactions of a period without duplicates, even if pages repeat them. */
export const readTransactions = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
  period: Period,
): Promise<BankTransaction[]> =>
  period.from > period.to
    ? []
    : (await fetchTransactions(reads, data, (await listAccounts(reads, data)).open, period))
        .transactions;

/**
 * The transactions and balances of some accounts, and the first day of complete transactions by
 * account key. An account whose transactions were not read has no entry.
 */
export type ListPull = Pick<Pull, "transactions" | "balances"> & {
  since: Map<string, string>;
  /** Whether the institution refused an account's whole period and listed a shorter one. */
  isCut: boolean;
};

/** Transactions and balances. The accounts are listed once for both. */
export const readPull = async <Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
  period: Period,
  { withCash = true }: { withCash?: boolean } = {},
): Promise<ListPull> => {
  const { open, unreadable } = await listAccounts(reads, data);
  const details = await withDetails(reads, data, open);
  const { results: accounts, refused } = details;
  const own = accounts.filter((account) => withCash || !hasInvestments(reads, account));
  const isEmpty = period.from > period.to;
  // Without a request for rows, accounts have none.
  const unasked = isEmpty ? accounts : accounts.filter((account) => !own.includes(account));
  const without = withoutBalances(reads, refused);
  const { transactions, since, isCut } = isEmpty
    ? { transactions: [], since: [], isCut: false }
    : await fetchTransactions(reads, data, own, period);
  return {
    ...{ transactions, isCut },
    since: new Map([
      ...unasked.map((account) => [reads.accounts.keyOf(account), period.from] as const),
      ...since,
    ]),
    balances: [...listBalances(reads, details), ...unreadable, ...without],
  };
};

/** Whether an account has positions and trades, which are read separately. */
export const hasInvestments = <Account, Row, Network>(
  { accounts, investments }: Reads<Account, Row, Network>,
  account: Account,
): boolean => investments !== null && accounts.toAccount(account).type === "investment";

async function fetchTransactions<Account, Row, Network>(
  reads: Reads<Account, Row, Network>,
  data: Data,
  accounts: readonly Account[],
  period: Period,
): Promise<Pick<ListPull, "transactions" | "since" | "isCut">> {
  const { keyOf } = reads.accounts;
  const rowsOf = await openRows(reads, data, accounts.map(keyOf), period);
  const answers = await mapGranted(accounts, async (account) => ({
    account,
    ...(await rowsOf(keyOf(account))),
  }));
  const lists = await withoutPassing(answers.results, period, ({ account }) =>
    rowsOf(keyOf(account)),
  );
  const byKey = new Map<string, BankTransaction>();
  const days = new Map<string, string>();
  for (const { account, rows, since } of lists) {
    if (since === null) continue;
    days.set(keyOf(account), since);
    const list = await reads.transactions.toTransactions(rows, account);
    await eachInTurns(list, (transaction) => {
      const { key, date } = transaction;
      const isPosted = byKey.get(key)?.pending === false;
      if (date >= since && date <= period.to && !isPosted) byKey.set(key, transaction);
    });
  }
  const isCut = lists.some(({ isShort }) => isShort);
  return { transactions: [...byKey.values()], since: days, isCut };
}

/** The readable accounts, and those that the institution cannot read now. */
export async function listAccounts<Account, Row, Network>(
  { accounts: lines }: Reads<Account, Row, Network>,
  data: Data,
): Promise<{ open: Account[]; unreadable: { key: string; balances: null }[] }> {
  const { path, list, schema, keyOf, stateOf, isSame, isSum, isOptional = false } = lines;
  const listed = await data
    .list(path, list, schema, {}, { requireAllPages: true })
    .then((accounts) => accounts ?? (isOptional ? [] : null))
    .catch((failure: unknown) => {
      if (isOptional && failure instanceof Fault && failure.code === "ACCESS_NOT_GRANTED")
        return [];
      throw failure;
    });
  if (listed === null)
    throw new Fault("UNSUPPORTED_RESPONSE", { cause: new Error(`${path}: is missing`) });
  const accounts = listed.filter((account) => !isSum?.(account, listed));
  const byId = new Map<string, Account>();
  for (const account of accounts.filter((each) => stateOf(each) === "open")) {
    const same = byId.get(keyOf(account));
    // Pages may repeat an account, but two accounts with the same key must not count as one.
    if (same && !isSame(same, account))
      throw new Fault("UNSUPPORTED_RESPONSE", {
        cause: new Error("two accounts have the same id"),
      });
    byId.set(keyOf(account), account);
  }
  if (byId.size > MAX_ACCOUNTS)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(`the user has more than ${MAX_ACCOUNTS} accounts`),
    });
  const unreadable = accounts.filter(
    (account) => stateOf(account) === "unreadable" && !byId.has(keyOf(account)),
  );
  const keys = new Set(unreadable.map(keyOf));
  return {
    open: [...byId.values()],
    unreadable: [...keys].map((key) => ({ key, balances: null })),
  };
}

async function readNumbers<Network>(
  { path, list, schema, toNumbers }: NonNullable<Reads<never, never, Network>["numbers"]>,
  data: Data,
  accountId: string,
): Promise<BankAccount["numbers"]> {
  try {
    return toNumbers((await data.list(fillPath(path, { accountId }), list, schema)) ?? []);
  } catch (failure) {
    // The user may have allowed everything except for this.
    if (failure instanceof Fault && failure.code === "ACCESS_NOT_GRANTED") return {};
    throw failure;
  }
}
