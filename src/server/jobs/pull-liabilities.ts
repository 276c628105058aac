import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import {
  dailyLiabilitiesJob,
  LIABILITIES_JOB,
  pullLiabilities,
} from "../domain/items/fetch-liabilities.ts";
import { ITEM_STATES, itemState } from "../domain/items/item-state.ts";
import { job } from "./job.ts";

/** The number of institution errors after which the next attempt is a day later. */
const MAX_REFUSALS = 6;

/** Pulls the terms of an Item's debts, and schedules the next day's pull. */
export const pullLiabilitiesJob = job({
  name: LIABILITIES_JOB,
  schema: z.strictObject({ item_id: z.string() }),
  async run({ item_id }, context) {
    const { clock, environment, store } = context;
    const item = await store.items.byItemId(item_id);
    if (item?.removedAt !== null) return { done: true };
    const state = ITEM_STATES[itemState(item, { environment, now: clock() })];
    const tomorrow = { done: true as const, next: [dailyLiabilitiesJob(context, item)] };
    if (state.refusals.institution || !item.products.includes("liabilities")) return tomorrow;
    try {
      await pullLiabilities(context, item);
      return tomorrow;
    } catch (refusal) {
      const isFinal = refusal instanceof Fault && context.job.attempts >= MAX_REFUSALS;
      if (isFinal) return tomorrow;
      throw refusal;
    }
  },
});
