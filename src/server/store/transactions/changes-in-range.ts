import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type {
  ChangePage,
  JsonChange,
  NumberedChange,
  TransactionStore,
  TransactionView,
} from "../../domain/transactions/transaction-feed.ts";
import type { LongReads } from "../long-reads.ts";
import type { Queryable } from "../tables.ts";
import { UNINDEXED_ACCOUNT } from "./transaction-periods.ts";
import { CONTENT, contentJson } from "./transaction-rows.ts";
import { isVisible } from "./transaction-staging.ts";

/**
 * The number of changes in which a statement searches for those of an account; it takes some
 * milliseconds.
 */
const SEARCHED_AT_ONCE = 2000;

const toJson = contentJson();

/** Returns the readers of the changes of an Item's transactions. */
export const changesInRange = (
  reads: LongReads,
): Pick<TransactionStore, "added" | "modified" | "removed"> => ({
  added: (itemId, page) =>
    inSpans(reads, itemId, page, (db, span) =>
      changed(db, itemId, "added", null, { ...page, ...span }),
    ),

  modified: (itemId, base, page) =>
    inSpans(reads, itemId, page, (db, span) =>
      changed(db, itemId, "changed", base, { ...page, ...span }),
    ),

  removed: (itemId, base, page) =>
    inSpans(reads, itemId, page, async (db, { after, upTo, count }) => {
      const rows = await db
        .selectFrom("removed_transaction as gone")
        .select(["removed", "transaction_id", "account_id"])
        .where("gone.item_id", "=", itemId)
        .where("removed", ">", after)
        .where("removed", "<=", upTo)
        .where("gone.added", "<=", base)
        .$if(page.accountId !== undefined, (all) =>
          all.where(UNINDEXED_ACCOUNT, "=", page.accountId ?? ""),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("item_transaction as there")
                .select("there.added")
                .where("there.item_id", "=", itemId)
                .whereRef("there.transaction_id", "=", "gone.transaction_id")
                .where(isVisible(itemId, "there.added")),
            ),
          ),
        )
        .orderBy("removed")
        .limit(count)
        .execute();
      return rows.map(({ removed, ...value }) => ({ number: removed, value }));
    }),
});

/**
 * Reads a page of changes. For one account it searches spans of all accounts' changes, each in a
 * turn of the event loop: an index for accounts would cost every write.
 */
async function inSpans<T>(
  reads: LongReads,
  itemId: string,
  { after, upTo, count, accountId, lastChange = upTo }: ChangePage,
  read: (
    db: Queryable,
    span: Pick<ChangePage, "after" | "upTo" | "count">,
  ) => Promise<NumberedChange<T>[]>,
): Promise<NumberedChange<T>[]> {
  const readSpan = (span: Pick<ChangePage, "after" | "upTo" | "count">) =>
    reads.ofItem({ itemId, lastChange }, (db) => read(db, span));
  if (accountId === undefined) return readSpan({ after, upTo, count });
  const found: NumberedChange<T>[] = [];
  for (let first = after; first < upTo && found.length < count; first += SEARCHED_AT_ONCE) {
    const last = Math.min(first + SEARCHED_AT_ONCE, upTo);
    found.push(...(await readSpan({ after: first, upTo: last, count: count - found.length })));
    await yieldToEventLoop();
  }
  return found;
}

/**
 * Reads transactions by when they were added or changed; with `base`, those added until then and changed since, which
 * have an index of their own.
 */
async function changed(
  db: Queryable,
  itemId: string,
  by: "added" | "changed",
  base: number | null,
  { after, upTo, count, accountId, ...view }: ChangePage & TransactionView,
): Promise<JsonChange[]> {
  const all = db
    .selectFrom("item_transaction")
    .select([`${by} as number`, ...CONTENT])
    .where("item_id", "=", itemId)
    .where(by, ">", after)
    .where(by, "<=", upTo)
    .$if(accountId !== undefined, (rows) => rows.where(UNINDEXED_ACCOUNT, "=", accountId ?? ""));
  const rows = await (base === null
    ? all
    : all.where("added", "<=", base).whereRef("changed", ">", "added")
  )
    .orderBy(by)
    .limit(count)
    .execute();
  return rows.map(({ number, ...row }) => ({ number, value: { json: toJson(row, view) } }));
}
