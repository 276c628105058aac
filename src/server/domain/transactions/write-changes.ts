import type { Item } from "../items/item.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { TransactionDeps } from "./deps.ts";
import { createStaging, STAGED_AT_ONCE } from "./staging.ts";
import type {
  ChangedTransaction,
  FeedProgress,
  TransactionChanges,
  TransactionFeed,
} from "./transaction-feed.ts";
import { transactionWebhooks } from "./transaction-webhooks.ts";

/**
 * The maximum number of changes in a database transaction, for which all other SQLite writers wait.
 */
const CHANGES_AT_ONCE = 2000;
/** The maximum number of ids or matches in such a transaction. */
const LINKS_AT_ONCE = 500;

/** The changes of a pull, the feed they are based on, and the resulting state. */
type Write = {
  feed: TransactionFeed;
  changes: TransactionChanges;
  next: FeedProgress;
};

/**
 * Writes the changes and webhooks of a pull. Too many changes for one database transaction are
 * written in parts, each with its webhooks, as if several pulls had found them; added transactions
 * are staged. False if another pull wrote first: the written parts stay, and the next pull finds
 * the rest.
 */
export const writeChanges = async (
  services: TransactionDeps,
  item: Item,
  { feed: first, changes, next }: Write,
): Promise<boolean> => {
  const { transactions } = services.store;
  const staging = await stageMost(services, item, { feed: first, changes });
  if (staging === null) return false;
  let { feed } = staging;
  const parts = splitChanges(staging.changes);
  for (const [at, part] of parts.entries()) {
    const progress = at === parts.length - 1 ? next : feed;
    const { status, pulledAt, historyRetryAt = feed.historyRetryAt } = progress;
    const step = { from: feed.status, to: status };
    const jobs = await transactionWebhooks(services, item, step, part);
    if (!(await transactions.apply(feed, part, { status, pulledAt, historyRetryAt }, jobs)))
      return false;
    const { staged, added, modified, removed } = part;
    const count = (staged?.count ?? 0) + added.length + modified.length + removed.length;
    const lastChange = feed.lastChange + count;
    const revision = feed.revision + 1;
    feed = { ...feed, status, pulledAt, historyRetryAt, lastChange, revision };
    await yieldToEventLoop();
  }
  return true;
};

/**
 * Stages added transactions, if there are many. Transactions that the store already has are left
 * for the replacement.
 */
async function stageMost(
  { store: { transactions } }: TransactionDeps,
  { itemId }: Item,
  { feed, changes }: Omit<Write, "next">,
): Promise<Omit<Write, "next"> | null> {
  const { added, staged } = changes;
  if (added.length <= CHANGES_AT_ONCE) return { feed, changes };
  const staging = createStaging(transactions, feed, staged);
  const left: ChangedTransaction[] = [];
  for (let from = 0; from < added.length; from += STAGED_AT_ONCE) {
    const some = added.slice(from, from + STAGED_AT_ONCE);
    const stored = await transactions.byIds(
      itemId,
      some.map(({ transaction_id }) => transaction_id),
    );
    const known = new Set(stored.map(({ transaction_id }) => transaction_id));
    const isKnown = ({ transaction_id }: ChangedTransaction) => known.has(transaction_id);
    left.push(...some.filter(isKnown));
    const fresh = some.filter((each) => !isKnown(each));
    await yieldToEventLoop();
    if (fresh.length > 0 && !(await staging.stage(fresh))) return null;
  }
  const rest = { ...changes, staged: staging.staged(), added: left };
  return { feed: staging.feed(), changes: rest };
}

/**
 * Divides changes. The last part links transactions. Many links are written first, so that the
 * pull's assigned ids are stored even if another pull interrupts it.
 */
function splitChanges({ staged, ...changes }: TransactionChanges): TransactionChanges[] {
  const { added, removed, modified, seenIds, ...linked } = changes;
  const links = linkParts(linked);
  const total = added.length + removed.length + modified.length;
  const parts: TransactionChanges[] = [];
  for (let from = 0; from === 0 || from < total; from += CHANGES_AT_ONCE) {
    const part = <Change>(list: readonly Change[], before: number): Change[] =>
      list.slice(Math.max(0, from - before), Math.max(0, from + CHANGES_AT_ONCE - before));
    parts.push({
      ...(from === 0 && { staged }),
      added: part(added, 0),
      removed: part(removed, added.length),
      modified: part(modified, added.length + removed.length),
      ...(from + CHANGES_AT_ONCE >= total && { ...(seenIds && { seenIds }), ...links.last }),
    });
  }
  return [...links.first, ...parts];
}

type Links = Pick<TransactionChanges, "aliases" | "candidates">;

/** Returns the links to write before all changes, and those to write with the last part. */
function linkParts({ aliases, candidates }: Links): { first: TransactionChanges[]; last: Links } {
  const all = { aliases: [...(aliases ?? [])], set: [], drop: [], ...candidates };
  const most = Math.max(all.aliases.length, all.set.length, all.drop.length);
  if (most <= LINKS_AT_ONCE)
    return { first: [], last: { aliases, ...(candidates && { candidates }) } };
  const first: TransactionChanges[] = [];
  for (let from = 0; from < most; from += LINKS_AT_ONCE) {
    const part = <Link>(list: readonly Link[]): Link[] => list.slice(from, from + LINKS_AT_ONCE);
    first.push({
      ...{ added: [], modified: [], removed: [] },
      aliases: new Map(part(all.aliases)),
      candidates: { set: part(all.set), drop: part(all.drop) },
    });
  }
  return { first, last: {} };
}
