import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { MatchCandidate } from "../../domain/transactions/match-candidates.ts";
import type { TransactionChanges } from "../../domain/transactions/transaction-feed.ts";
import type { Queryable } from "../tables.ts";

/** The facts of a pair that no query asks for. */
type Body = Pick<MatchCandidate, "score" | "reasons" | "before">;

/** How many pairs are read in a turn of the event loop. */
const PAIRS_AT_ONCE = 500;

/** The pairs of an Item: a transaction, and a removed one that it may be. */
export const matchCandidates = async (db: Queryable, itemId: string): Promise<MatchCandidate[]> => {
  const candidates: MatchCandidate[] = [];
  for (;;) {
    const last = candidates.at(-1);
    const rows = await db
      .selectFrom("match_candidate")
      .select(["transaction_id", "before_id", "account_id", "body", "decision"])
      .where("item_id", "=", itemId)
      .where(({ eb, lit, refTuple, tuple }) =>
        last
          ? eb(
              refTuple("transaction_id", "before_id"),
              ">",
              tuple(last.transactionId, last.beforeId),
            )
          : lit(true),
      )
      .orderBy("transaction_id")
      .orderBy("before_id")
      .limit(PAIRS_AT_ONCE)
      .execute();
    for (const { transaction_id, before_id, account_id, body, decision } of rows) {
      const facts: Body = JSON.parse(body);
      candidates.push({
        transactionId: transaction_id,
        beforeId: before_id,
        accountId: account_id,
        decision,
        ...facts,
      });
    }
    if (rows.length < PAIRS_AT_ONCE) return candidates;
    await yieldToEventLoop();
  }
};

/** Writes the pairs of a pull or a decision, within its transaction. */
export const writeCandidates = async (
  transaction: Queryable,
  itemId: string,
  { set, drop }: NonNullable<TransactionChanges["candidates"]>,
): Promise<void> => {
  for (const { transactionId, beforeId } of drop)
    await transaction
      .deleteFrom("match_candidate")
      .where("item_id", "=", itemId)
      .where("transaction_id", "=", transactionId)
      .where("before_id", "=", beforeId)
      .execute();
  for (const { transactionId, beforeId, accountId, decision, ...facts } of set) {
    const body: Body = facts;
    await transaction
      .insertInto("match_candidate")
      .values({
        item_id: itemId,
        transaction_id: transactionId,
        before_id: beforeId,
        account_id: accountId,
        body: JSON.stringify(body),
        decision,
      })
      .onConflict((conflict) =>
        conflict.columns(["item_id", "transaction_id", "before_id"]).doUpdateSet(({ ref }) => ({
          body: ref("excluded.body"),
          decision: ref("excluded.decision"),
        })),
      )
      .execute();
  }
};
