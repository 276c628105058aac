import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import type { Pull } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import type { ListPull } from "./account-data.ts";
import type { Reads, WithReads } from "./dialect-reads.ts";
import type { IssuerClient } from "./issuer-client.ts";

/**
 * Reads a dialect's accounts, and then the cards of a bank with a separate list; returns each
 * result.
 */
export const readLists = async <Result>(
  { dialect, connection }: Pick<IssuerClient, "dialect" | "connection">,
  work: <Account, Row, Network>(reads: Reads<Account, Row, Network>) => Promise<Result>,
): Promise<Result[]> => {
  const hasCards = connection.standard.deviations.cardAccounts === "listed";
  const lists: (WithReads | null)[] = [dialect.withReads, hasCards ? dialect.withCards : null];
  const results: Result[] = [];
  for (const withReads of lists) if (withReads) results.push(await withReads(work));
  return results;
};

/**
 * The accounts of all lists; throws UNSUPPORTED_RESPONSE if two lists share an id, since later
 * requests use ids.
 */
export const joinAccounts = (lists: readonly (readonly BankAccount[])[]): BankAccount[] => {
  const accounts = lists.flat();
  if (new Set(accounts.map(({ key }) => key)).size === accounts.length) return accounts;
  throw new Fault("UNSUPPORTED_RESPONSE", {
    cause: new Error("a card has the id of an account in another list"),
  });
};

/**
 * The transactions and balances of all lists. An account without read transactions keeps its stored
 * ones. An account read from a later day keeps the earlier ones.
 */
export const joinPulls = (pulls: readonly ListPull[], { from }: Period): Pull => {
  const balances = pulls.flatMap((pull) => pull.balances);
  const days = new Map(pulls.flatMap((pull) => [...pull.since]));
  const read = balances.filter((each) => each.balances !== null || days.has(each.key));
  // Without days an account is read if its balances are.
  const isWhole = read.every((each) => each.balances !== null && days.get(each.key) === from);
  const since = new Map(
    read.flatMap(({ key }) => {
      const day = days.get(key);
      return day === undefined ? [] : [[key, day] as const];
    }),
  );
  return {
    ...{ transactions: pulls.flatMap(({ transactions }) => transactions), balances },
    ...(!isWhole && { since }),
    ...(pulls.some(({ isCut }) => isCut) && { isCut: true as const }),
  };
};
