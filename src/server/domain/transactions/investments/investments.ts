import type { Holding, InvestmentTransaction, Security } from "../../../../protocol/investments.ts";
import type { BankHolding, BankInvestments } from "../../connectors/bank-investments.ts";
import { digest } from "../../identifiers.ts";
import type { ItemAccount, ItemWithAccounts } from "../../items/item.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { RawJson } from "../../raw-json.ts";

/** The investments of an account, with the securities that its holdings and transactions name. */
export type AccountInvestments = {
  securities: Security[];
  holdings: Holding[];
  /** The transactions of the last 24 months, newest first. */
  transactions: InvestmentTransaction[];
  /** The loan on the securities; left out if the institution does not tell it. */
  marginLoan?: number;
};

/**
 * The holdings of an Item and their securities as JSON for a response, and the time at which each
 * account's were read.
 */
export type HoldingsJson = {
  readAt: ReadonlyMap<string, number>;
  holdings: RawJson<Holding[]>;
  securities: RawJson<Security[]>;
  /** The loans on the securities, by the ids of those accounts that have one told. */
  marginLoans: ReadonlyMap<string, number>;
};

/** The port for the investments of Items, by the ids of their accounts. */
export type InvestmentStore = {
  /** When the investments of each account were read, in ms since 1970; an account that was never read is left out. */
  readAt(itemId: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the investments of those accounts that were read. */
  find(itemId: string): Promise<ReadonlyMap<string, AccountInvestments>>;
  /**
   * Returns the holdings of an Item that was just found; reads them once, as long as the Item does
   * not change.
   */
  holdingsJson(found: ItemWithAccounts): Promise<HoldingsJson>;
  /** Replaces the investments of accounts; unknown accounts are ignored. Adds the jobs. */
  set(
    itemId: string,
    investments: ReadonlyMap<string, AccountInvestments>,
    now: number,
    jobs: readonly NewJob[],
  ): Promise<void>;
};

/** Returns the id of a security: the same for all, as far as its key is. */
const securityId = (key: string): string => digest(`security ${key}`);

const transactionId = (itemId: string, accountKey: string, key: string): string =>
  digest(`investment transaction ${JSON.stringify([itemId, accountKey, key])}`);

/** Returns the investments of an Item's accounts under our ids; those of other accounts are left out. */
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
 * The investments of accounts with the stored transactions of the days that an institution did not list: from the day
 * `from` on and before the first day that it has listed, by the accounts' keys.
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

/** The maximum number of tax lots of an account: they are stored and sent with its holdings. */
const MAX_TAX_LOTS = 10_000;

/** The holdings of an account: those whose lots are beyond the bound have none, since a part of them adds up to nothing. */
const boundLots = (holdings: readonly BankHolding[]): readonly BankHolding[] => {
  let count = 0;
  return holdings.map((holding) => {
    count += holding.tax_lots.length;
    return count > MAX_TAX_LOTS ? { ...holding, tax_lots: [] } : holding;
  });
};

/** The securities that holdings or transactions name, each once. */
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

/** Sorts transactions newest first; those of one day keep their order. */
export const newestFirst = (
  { date: a }: InvestmentTransaction,
  { date: b }: InvestmentTransaction,
): number => (a < b ? 1 : a > b ? -1 : 0);
