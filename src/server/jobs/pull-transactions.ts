import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import { ReadPriority } from "../domain/institutions/request-quota.ts";
import type { Item } from "../domain/items/item.ts";
import { ITEM_STATES, itemState } from "../domain/items/item-state.ts";
import { ensureFeed, pullTogether as pull } from "../domain/transactions/pull-transactions.ts";
import { nextPartPullJob, PULL_JOB, pullJob } from "../domain/transactions/transaction-jobs.ts";
import { job } from "./job.ts";

/** The number of institution errors after which the next attempt is a day later. */
const MAX_REFUSALS = 6;

/**
 * Pulls the next part of an Item's transactions and schedules the next pull: first the history,
 * then daily or several times a day. If the institution allows only a part, the pull continues when
 * allowed. For an Item that needs its user, only schedules the next day.
 */
export const pullTransactionsJob = job({
  name: PULL_JOB,
  schema: z.strictObject({ item_id: z.string(), priority: ReadPriority.optional() }),
  async run({ item_id, priority = "background" }, context) {
    const { clock, environment, store } = context;
    const item = await store.items.byItemId(item_id);
    if (!isLinked(item)) return { done: true };
    const state = ITEM_STATES[itemState(item, { environment, now: clock() })];
    const completeFeed = { status: "HISTORICAL_UPDATE_COMPLETE" } as const;
    const tomorrow = { done: true as const, next: [pullJob(context, item, completeFeed)] };
    if (state.refusals.institution) return tomorrow;
    try {
      await pull(context, item, priority);
      const { pullsPerDay } = context.directory.connectorOf(item.institutionId);
      const feed = await ensureFeed(context, item);
      return { done: true, next: [pullJob(context, item, feed, pullsPerDay)] };
    } catch (refusal) {
      // An Item that was removed since needs no pull, so any error is ignored.
      if (!isLinked(await store.items.byItemId(item_id))) return { done: true };
      if (refusal instanceof Fault && refusal.hasProgress) {
        const afterMs = refusal.retryAfterMs ?? 0;
        return { done: true, next: [nextPartPullJob(context, item, { afterMs, priority })] };
      }
      const isFinal = refusal instanceof Fault && context.job.attempts >= MAX_REFUSALS;
      if (isFinal) return tomorrow;
      throw refusal;
    }
  },
});

function isLinked(item: Item | null): item is Item {
  return item !== null && item.removedAt === null;
}
