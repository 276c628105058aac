import type { AccountBalances } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import type { Data } from "./data.ts";
import { fillPath } from "./dialect.ts";
import type { Reads } from "./dialect-reads.ts";
import { mapGranted } from "./each-account.ts";

/** Accounts with their details, and those that the institution did not respond for, as the list has them. */
type Details<Account> = {
  results: Account[];
  refused: Account[];
  failures: ReadonlyMap<Account, Fault>;
};

/** The accounts with balances, which some institutions return only in each account's details. */
export async function withDetails<Account, Row, Network>(
  { accounts: { keyOf }, details }: Reads<Account, Row, Network>,
  data: Data,
  accounts: readonly Account[],
): Promise<Details<Account>> {
  const { bulk } = details;
  const failures = new Map<Account, Fault>();
  const needed = accounts.filter(details.isNeeded).length;
  if (bulk && needed > 0 && data.hasBulk("balances")) {
    await data.expect(1);
    const entries = (await data.list(bulk.path, bulk.list, bulk.schema)) ?? [];
    const results = accounts.map((account) => entries.reduce((all, add) => add(all), account));
    return { results, refused: [], failures };
  }
  await data.expect(needed);
  const granted = await mapGranted(accounts, async (account) => {
    if (!details.isNeeded(account)) return account;
    const path = fillPath(details.path, { accountId: keyOf(account) });
    try {
      const complete = await data.get(path, details.schema);
      return complete === null ? account : complete(account);
    } catch (failure) {
      if (!(failure instanceof Fault) || failure.code !== "INSTITUTION_NOT_RESPONDING")
        throw failure;
      failures.set(account, failure);
      return account;
    }
  });
  return { ...granted, failures };
}

/** The balances of accounts with their details; null for those that the institution did not respond for. */
export const listBalances = <Account, Row, Network>(
  { accounts }: Reads<Account, Row, Network>,
  { results, failures }: Details<Account>,
): AccountBalances[] =>
  results.map((account) => ({
    key: accounts.keyOf(account),
    balances: failures.has(account) ? null : accounts.toBalances(account),
  }));

/** Accounts that the institution lists without giving their data. */
export const withoutBalances = <Account, Row, Network>(
  { accounts }: Reads<Account, Row, Network>,
  list: readonly Account[],
): AccountBalances[] => list.map((account) => ({ key: accounts.keyOf(account), balances: null }));

/** Throws the fault of an institution that has responded for no account. */
export function requireAny<Account>({ results, failures }: Details<Account>): void {
  const [fault] = failures.values();
  if (fault && failures.size === results.length) throw fault;
}
