import { FormatError } from "../../formats/format-error.ts";
import {
  MAX_INVESTMENTS,
  marginLoanOf,
  type StatementInvestments,
  type StatementTrade,
} from "../../formats/investments.ts";

/**
 * Merges a file's investments into the stored ones. The newest day's positions replace the others.
 * A transaction replaces the stored one with the same identifier, so that none is duplicated.
 * `added` counts new transactions.
 */
export function mergeInvestments(
  stored: StatementInvestments | undefined,
  file: StatementInvestments | undefined,
): { investments: StatementInvestments | undefined; added: number } {
  if (!file) return { investments: stored, added: 0 };
  const transactions = byKey(stored?.transactions ?? []);
  const before = transactions.size;
  for (const [key, trade] of byKey(file.transactions)) transactions.set(key, trade);
  const isNewest = (file.day ?? "") >= (stored?.day ?? "");
  const [newer, older] = isNewest ? [file, stored] : [stored, file];
  const holdings = newer?.holdings ?? older?.holdings ?? null;
  const named = [...(holdings ?? []), ...transactions.values()].map((each) => each.securityKey);
  const all = new Map(
    [...(older?.securities ?? []), ...(newer?.securities ?? [])].map((each) => [each.key, each]),
  );
  const keys = new Set(
    named.flatMap((key) => (key ? [key, all.get(key)?.option?.underlying ?? key] : [])),
  );
  const investments: StatementInvestments = {
    day: newer?.day ?? older?.day ?? null,
    securities: [...keys].flatMap((key) => all.get(key) ?? []),
    holdings,
    cash: newer?.cash ?? older?.cash ?? null,
    ...marginLoanOf(newer, older),
    ...((stored ?? file).positionsAreTrades && { positionsAreTrades: true }),
    transactions: [...transactions.values()],
  };
  return { investments, added: transactions.size - before };
}

/** Throws a FormatError if accounts together have more investments than are read at once. */
export function checkInvestments(
  accounts: readonly { investments?: StatementInvestments }[],
): void {
  const count = accounts.reduce(
    (sum, { investments }) =>
      sum + (investments?.transactions.length ?? 0) + (investments?.holdings?.length ?? 0),
    0,
  );
  if (count > MAX_INVESTMENTS)
    throw new FormatError("TOO_MANY_TRANSACTIONS", {
      expected: `at most ${MAX_INVESTMENTS} of investments`,
    });
}

/** Returns transactions by key. An identifier used several times is combined with the content. */
export function byKey(transactions: readonly StatementTrade[]): Map<string, StatementTrade> {
  const contents = new Map<string, Set<string>>();
  for (const trade of transactions)
    if (trade.id !== null) {
      const own = contents.get(trade.id);
      if (own) own.add(toContent(trade));
      else contents.set(trade.id, new Set([toContent(trade)]));
    }
  const counts = new Map<string, number>();
  const toKey = (trade: StatementTrade): string => {
    const content = toContent(trade);
    if (trade.id !== null)
      return contents.get(trade.id)?.size === 1 ? trade.id : `${trade.id} ${content}`;
    // Two equal transactions without identifiers are two.
    const count = (counts.get(content) ?? 0) + 1;
    counts.set(content, count);
    return `${content} ${count}`;
  };
  return new Map(transactions.map((trade) => [toKey(trade), trade]));
}

const toContent = ({ date, type, subtype, securityKey, quantity, amount }: StatementTrade) =>
  JSON.stringify([date, type, subtype, securityKey, quantity, amount]);
