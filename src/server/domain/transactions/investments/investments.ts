import type { Holding, InvestmentTransaction, Security } from "../../../../protocol/investments.ts";
import type { BankHolding, BankInvestments } from "../../connectors/bank-investments.ts";
import { digest } from "../../identifiers.ts";
import type { ItemAccount, ItemWithAccounts } from "../../items/item.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { RawJson } from "../../raw-json.ts";

/** The investments of an account, with the securities in its holdings and transactions. */
export type AccountInvestments = {
  securities: Security[];
  holdings: Holding[];
  /** The transactions of the last 24 months, newest first. */
  transactions: InvestmentTransaction[];
  /** The margin loan; left out if unknown. */
  marginLoan?: number;
};

/**
 * The holdings of an Item and their securities as JSON for a response, with the time of each
 * account's last read.
 */
export type HoldingsJson = {
  readAt: ReadonlyMap<string, number>;
  holdings: RawJson<Holding[]>;
  securities: RawJson<Security[]>;
  /** The margin loans by account id; accounts without a known loan are left out. */
  marginLoans: ReadonlyMap<string, number>;
};

/** The port for the investments of Items, by account id. */
export type InvestmentStore = {
  /** The time of each account's last read, in ms since 1970; unread accounts are left out. */
  readAt(itemId: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the investments of the accounts that were read. */
  find(itemId: string): Promise<ReadonlyMap<string, AccountInvestments>>;
  /** Returns the holdings of a just found Item, cached until the Item changes. */
  holdingsJson(found: ItemWithAccounts): Promise<HoldingsJson>;
  /** Replaces the investments of accounts, and adds the jobs. Unknown accounts are ignored. */
  set(
    itemId: string,
    investments: ReadonlyMap<string, AccountInvestments>,
    now: number,
    jobs: readonly NewJob[],
  ): Promise<void>;
};

/** Returns the id of a security. A key that is the same for all Items gives the same id. */
const securityId = (key: string): string => digest(`security ${key}`);

const transactionId = (itemId: string, accountKey: string, key: string): string =>
  digest(`investment transaction ${JSON.stringify([itemId, accountKey, key])}`);

/** Returns the investments of an Item's own accounts, under our ids. */
export const ofAccounts = (
  { itemId, institutionId }: { itemId: string; institutionId: string },
  accounts: readonly (Pick<ItemAccount, "key"> & {
    account: Pick<ItemAccount["account"], "account_id">;
  })[],
  { securities, holdings, transactions, marginLoans = [] }: BankInvestments,
): ReadonlyMap<string, AccountInvestments> => {
  const byKey = new Map(
    securities.map(({ key, ...security }): [string, Security] => [
      key,
      {
        security_id: securityId(key),
        institution_id: security.institution_security_id === null ? null : institutionId,
        proxy_security_id: null,
        ...security,
      },
    ]),
  );
  return new Map(
    accounts.map(({ key: ownKey, account: { account_id } }) => {
      const held = holdings.filter(({ accountKey }) => accountKey === ownKey);
      const done = transactions.filter(({ accountKey }) => accountKey === ownKey);
      const loan = marginLoans.find(({ accountKey }) => accountKey === ownKey);
      const keys = new Set([...held, ...done].map(({ securityKey }) => securityKey));
      return [
        account_id,
        {
          ...(loan && { marginLoan: loan.amount }),
          securities: [...keys].flatMap((key) => byKey.get(key ?? "") ?? []),
          holdings: boundLots(held).map(({ accountKey: _, securityKey, ...holding }) => ({
            account_id,
            security_id: securityId(securityKey),
            ...holding,
          })),
          transactions: done
            .toReversed()
            .map(({ key, accountKey, securityKey, cancelKey, ...rest }) => ({
              investment_transaction_id: transactionId(itemId, accountKey, key),
              account_id,
              security_id: securityKey === null ? null : securityId(securityKey),
              cancel_transaction_id:
                cancelKey === null ? null : transactionId(itemId, accountKey, cancelKey),
              ...rest,
            }))
            .sort(newestFirst),
        },
      ];
    }),
  );
};

/**
 * Adds the stored transactions of days that the institution did not list: from the day `from` to
 * before each account's first listed day, by account key.
 */
export const withUnlisted = (
  current: ReadonlyMap<string, AccountInvestments>,
  previous: ReadonlyMap<string, AccountInvestments>,
  accounts: readonly (Pick<ItemAccount, "key"> & {
    account: Pick<ItemAccount["account"], "account_id">;
  })[],
  { since, from }: { since: ReadonlyMap<string, string>; from: string },
): ReadonlyMap<string, AccountInvestments> =>
  new Map(
    accounts.flatMap(({ key, account: { account_id } }) => {
      const own = current.get(account_id);
      if (!own) return [];
      const { securities = [], transactions = [] } = previous.get(account_id) ?? {};
      const first = since.get(key) ?? "~";
      const ids = new Set(own.transactions.map((each) => each.investment_transaction_id));
      const kept = transactions.filter(
        ({ date, investment_transaction_id: id }) => date >= from && date < first && !ids.has(id),
      );
      const all = [...own.transactions, ...kept].sort(newestFirst);
      const known = [{ securities: [...securities, ...own.securities] }];
      return [
        [
          account_id,
          {
            ...own,
            transactions: all,
            securities: namedSecurities(known, [...own.holdings, ...all]),
          },
        ] as const,
      ];
    }),
  );

/** The maximum number of an account's tax lots, which are stored and sent with its holdings. */
const MAX_TAX_LOTS = 10_000;

/** Removes the lots of holdings above the maximum, since a part of the lots would not add up. */
const boundLots = (holdings: readonly BankHolding[]): readonly BankHolding[] => {
  let count = 0;
  return holdings.map((holding) => {
    count += holding.tax_lots.length;
    return count > MAX_TAX_LOTS ? { ...holding, tax_lots: [] } : holding;
  });
};

/** The securities in holdings or transactions, without duplicates. */
export const namedSecurities = (
  investments: readonly Pick<AccountInvestments, "securities">[],
  rows: readonly { security_id: string | null }[],
): Security[] => {
  const named = new Set(rows.map(({ security_id }) => security_id));
  const securities = investments.flatMap((one) => one.securities);
  return [
    ...new Map(
      securities
        .filter(({ security_id }) => named.has(security_id))
        .map((security) => [security.security_id, security]),
    ).values(),
  ];
};

/** Sorts transactions newest first; the order within a day stays. */
export const newestFirst = (
  { date: a }: InvestmentTransaction,
  { date: b }: InvestmentTransaction,
): number => (a < b ? 1 : a > b ? -1 : 0);
