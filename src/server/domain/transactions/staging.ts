import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type {
  ChangedTransaction,
  StagedTransactions,
  TransactionCount,
  TransactionFeed,
  TransactionStore,
} from "./transaction-feed.ts";

/** The number of transactions staged at once. Each write waits for the disk. */
export const STAGED_AT_ONCE = 400;

/** Stages added transactions, and counts them. `before` are the already staged transactions. */
export const createStaging = (
  transactions: Pick<TransactionStore, "beginStaging" | "stage">,
  first: TransactionFeed,
  before?: StagedTransactions,
) => {
  let feed = first;
  let count = before?.count ?? 0;
  const days = new Map<string, Map<string, TransactionCount>>();
  for (const [date, byAccount] of before?.days ?? []) days.set(date, new Map(byAccount));
  return {
    /** Stages more transactions; returns false if another pull wrote first. */
    stage: async (added: readonly ChangedTransaction[]): Promise<boolean> => {
      if (count === 0) {
        const next = await transactions.beginStaging(feed);
        if (next === null) return false;
        feed = next;
      }
      if (!(await transactions.stage(feed, added, count))) return false;
      count += added.length;
      for (const { date, account_id, pending } of added) {
        const byAccount = days.get(date) ?? new Map<string, TransactionCount>();
        const before = byAccount.get(account_id) ?? { count: 0, pending: 0 };
        const total = { count: before.count + 1, pending: before.pending + (pending ? 1 : 0) };
        days.set(date, byAccount.set(account_id, total));
      }
      await yieldToEventLoop();
      return true;
    },
    /** The feed to apply the changes with. */
    feed: (): TransactionFeed => feed,
    staged: (): StagedTransactions | undefined => (count === 0 ? undefined : { count, days }),
  };
};
