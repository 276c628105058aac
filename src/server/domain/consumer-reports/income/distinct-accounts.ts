import { groupBy } from "../../group-by.ts";
import { createPace, mapInTurns } from "../../jobs/in-turns.ts";
import type { LinkedAccount, LinkedItem } from "../linked-item.ts";

/** The share of the shorter history that the same account's two histories must have in common. */
const MIN_OVERLAP = 0.9;

/**
 * Returns the accounts of Items without duplicates: two people may both link a joint account, under
 * different ids. The same institution, number, type and transactions mean the same account. The
 * longer history stays.
 */
export const distinctAccounts = async (items: readonly LinkedItem[]): Promise<LinkedAccount[]> => {
  const all = items.flatMap(({ institutionId, accounts }) =>
    accounts.map((account) => ({ institutionId, account })),
  );
  const groups = groupBy(all, ({ institutionId, account: { account } }) =>
    account.mask === null
      ? account.account_id
      : JSON.stringify([institutionId, account.mask, account.type, account.subtype]),
  );
  const pace = createPace();
  const distinct: LinkedAccount[] = [];
  for (const group of groups.values())
    for (const { account } of await distinctIn(group, pace)) distinct.push(account);
  return distinct;
};

/** An account, with the days and amounts of its posted and of all transactions. */
type Listed = { account: LinkedAccount; posted: readonly string[]; all: ReadonlySet<string> };

async function distinctIn(
  group: readonly { account: LinkedAccount }[],
  pace: ReturnType<typeof createPace>,
): Promise<{ account: LinkedAccount }[]> {
  if (group.length === 1) return [...group];
  const distinct: Listed[] = [];
  for (const account of group.map((entry) => entry.account).toSorted(longestFirst)) {
    const listed = await listedOf(account);
    await pace(account.transactions.length);
    let isNew = true;
    for (const longer of distinct) {
      isNew = !isSame(listed, longer);
      if (!isNew) break;
      await pace(listed.posted.length);
    }
    if (isNew) distinct.push(listed);
  }
  return distinct;
}

async function listedOf(account: LinkedAccount): Promise<Listed> {
  const { transactions } = account;
  const posted = transactions.filter(({ pending }) => !pending);
  return {
    account,
    posted: await mapInTurns(posted, toEntry),
    all: new Set(await mapInTurns(transactions, toEntry)),
  };
}

/**
 * Whether an account equals an account with a longer history. The search ends with the first miss
 * too many.
 */
function isSame({ account: { account }, posted }: Listed, longer: Listed): boolean {
  const other = longer.account.account;
  if (posted.length === 0 || account.account_id === other.account_id)
    return account.name === other.name;
  let misses = 0;
  return posted.every((entry) => {
    if (!longer.all.has(entry)) misses += 1;
    return posted.length - misses >= posted.length * MIN_OVERLAP;
  });
}

const toEntry = ({ date, amount }: { date: string; amount: number }): string => `${date} ${amount}`;

function longestFirst(a: LinkedAccount, b: LinkedAccount): number {
  return (
    b.transactions.length - a.transactions.length ||
    (a.account.account_id < b.account.account_id ? -1 : 1)
  );
}
