import { groupBy } from "../../group-by.ts";
import type { LinkedAccount, LinkedItem } from "../linked-item.ts";

/** The share of the shorter history that two accounts must have in common to count as one. */
const MIN_OVERLAP = 0.9;

/**
 * Returns the accounts of Items, each once: two people may both link their joint account, which is then in
 * two Items under different ids. Accounts are the same if institution, number and type are, and their
 * transactions of the same days are too; the one with the longer history stays.
 */
export const distinctAccounts = (items: readonly LinkedItem[]): LinkedAccount[] => {
  const all = items.flatMap(({ institutionId, accounts }) =>
    accounts.map((account) => ({ institutionId, account })),
  );
  const groups = groupBy(all, ({ institutionId, account: { account } }) =>
    account.mask === null
      ? account.account_id
      : JSON.stringify([institutionId, account.mask, account.type, account.subtype]),
  );
  return [...groups.values()].flatMap((group) => {
    const distinct: LinkedAccount[] = [];
    for (const account of group.map((entry) => entry.account).toSorted(longestFirst))
      if (!distinct.some((other) => isSame(account, other))) distinct.push(account);
    return distinct;
  });
};

function isSame(account: LinkedAccount, longer: LinkedAccount): boolean {
  const postedEntries = account.transactions.filter(({ pending }) => !pending);
  if (postedEntries.length === 0 || account.account.account_id === longer.account.account_id)
    return account.account.name === longer.account.name;
  const entries = groupBy(longer.transactions, entryOf);
  const overlap = postedEntries.filter((transaction) => entries.has(entryOf(transaction)));
  return overlap.length >= postedEntries.length * MIN_OVERLAP;
}

const entryOf = ({ date, amount }: { date: string; amount: number }): string => `${date} ${amount}`;

function longestFirst(a: LinkedAccount, b: LinkedAccount): number {
  return (
    b.transactions.length - a.transactions.length ||
    (a.account.account_id < b.account.account_id ? -1 : 1)
  );
}
