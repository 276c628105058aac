import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import { ITEM_STATES, itemState } from "../domain/items/item-state.ts";
import {
  dailyInvestmentsJob,
  PULL_INVESTMENTS_JOB,
} from "../domain/transactions/investments/investment-jobs.ts";
import { pullInvestments } from "../domain/transactions/investments/pull-investments.ts";
import { job } from "./job.ts";

/** The number of institution errors after which the next attempt is a day later. */
const MAX_REFUSALS = 6;

/** Refusals that a further pull would repeat. An API call requests the next pull. */
const LASTING = ["NO_INVESTMENT_ACCOUNTS", "PRODUCTS_NOT_SUPPORTED"];

/**
 * Pulls an Item's investments daily. For an Item that needs its user, only schedules the next day.
 */
export const pullInvestmentsJob = job({
  name: PULL_INVESTMENTS_JOB,
  schema: z.strictObject({ item_id: z.string() }),
  async run({ item_id }, context) {
    const { clock, environment, store } = context;
    const item = await store.items.byItemId(item_id);
    if (item === null || item.removedAt !== null) return { done: true };
    const tomorrow = { done: true as const, next: [dailyInvestmentsJob(context, item)] };
    const state = ITEM_STATES[itemState(item, { environment, now: clock() })];
    if (state.refusals.institution) return tomorrow;
    try {
      await pullInvestments(context, item, "background");
      return { done: true };
    } catch (refusal) {
      if (!(refusal instanceof Fault)) throw refusal;
      if (LASTING.includes(refusal.code)) return { done: true };
      const current = await store.items.byItemId(item_id);
      if (current === null || current.removedAt !== null) return { done: true };
      if (context.job.attempts >= MAX_REFUSALS) return tomorrow;
      throw refusal;
    }
  },
});
