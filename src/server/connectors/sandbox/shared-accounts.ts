import { z } from "zod";
import type { Holdings } from "./holdings.ts";

/** The credential in which an Item's login has the keys of the accounts that its user shared. */
const SHARED = "shared_accounts";

/** The credentials of a login that shares these accounts alone; null for all, also those opened later. */
export const withShared = (
  credentials: Record<string, string>,
  accountKeys: readonly string[] | null,
): Record<string, string> =>
  accountKeys === null ? credentials : { ...credentials, [SHARED]: JSON.stringify(accountKeys) };

/** The credentials as the user typed them, and the keys of the accounts that they shared; null for all. */
export const parseShared = (credentials: Record<string, string>) => {
  const { [SHARED]: shared, ...typed } = credentials;
  return { typed, sharedKeys: shared === undefined ? null : Keys.parse(JSON.parse(shared)) };
};

const Keys = z.array(z.string());

/** The holdings without the accounts that are not shared. */
export const sharedHoldings = (
  holdings: Holdings,
  sharedKeys: readonly string[] | null,
): Holdings => {
  if (sharedKeys === null) return holdings;
  const isShared = (key: string) => sharedKeys.includes(key);
  return {
    accounts: () => holdings.accounts().filter(({ key }) => isShared(key)),
    transactions: (period) =>
      holdings.transactions(period).filter(({ accountKey }) => isShared(accountKey)),
    owners: () => holdings.owners().filter(({ key }) => isShared(key)),
  };
};
