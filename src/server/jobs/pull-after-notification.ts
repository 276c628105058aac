import { z } from "zod";
import type { Item } from "../domain/items/item.ts";
import { ITEM_STATES, itemState } from "../domain/items/item-state.ts";
import {
  NOTIFIED_PULL_JOB,
  notifiedPullJob,
  type PendingPull,
} from "../domain/notifications/notified-pull.ts";
import { pullAfterNotification as pull } from "../domain/notifications/pull-after-notification.ts";
import { type JobContext, job } from "./job.ts";
import { nextTurn } from "./record-notification.ts";

/** The number of attempts after which the daily pull takes over. */
const MAX_ATTEMPTS = 6;

/** The pause in ms while the Item's history is incomplete. */
const PAUSE_MS = 60_000;

/**
 * Pulls an Item after its institution's notification. A notification during the pull causes another
 * pull. An Item that needs its user is not pulled.
 */
export const pullAfterNotification = job({
  name: NOTIFIED_PULL_JOB,
  schema: z.strictObject({ item_id: z.string() }),
  async run({ item_id }, context) {
    const { clock, environment, store } = context;
    const { jobId, attempts } = context.job;
    await nextTurn();
    const pending = await store.notifiedPulls.ofItem(item_id);
    const item = await store.items.byItemId(item_id);
    if (pending?.jobId !== jobId || !item) return { done: true };
    const isLast = attempts >= MAX_ATTEMPTS;
    const feed = await store.transactions.feed(item_id);
    if (feed && feed.status !== "HISTORICAL_UPDATE_COMPLETE" && !isLast)
      return { retryAt: clock() + PAUSE_MS };
    const { refusals } = ITEM_STATES[itemState(item, { environment, now: clock() })];
    try {
      const webhooks = refusals.institution ? [] : await pull(context, item, pending);
      await settle(context, item, pending, webhooks);
    } catch (refusal) {
      // An Item that was removed since has no pending pull, so any error is ignored.
      if (!(await store.notifiedPulls.ofItem(item_id))) return { done: true };
      if (isLast) await settle(context, item, pending);
      throw refusal;
    }
    return { done: true };
  },
  // A pull that kills its process must not block later notifications.
  async giveUp({ item_id }, context) {
    const pending = await context.store.notifiedPulls.ofItem(item_id);
    const item = await context.store.items.byItemId(item_id);
    if (pending?.jobId === context.job.jobId && item) await settle(context, item, pending);
  },
});

const settle = (
  context: JobContext,
  item: Item,
  pending: PendingPull,
  webhooks: Parameters<JobContext["store"]["notifiedPulls"]["settle"]>[2] = [],
): Promise<void> =>
  context.store.notifiedPulls.settle(pending, notifiedPullJob(context, item), webhooks);
