import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import { ITEM_STATES, itemState } from "../domain/items/item-state.ts";
import { pullStatements } from "../domain/transactions/statements/pull-statements.ts";
import { REFRESH_STATEMENTS_JOB } from "../domain/transactions/statements/statement-jobs.ts";
import { job } from "./job.ts";

/** The number of institution errors after which the refresh fails. */
const MAX_REFUSALS = 6;

/** Refusals that a retry would repeat. */
const LASTING = ["PRODUCTS_NOT_SUPPORTED", "ITEM_LOGIN_REQUIRED"];

/** Reads the statements of a period on request. The webhook reports success or failure. */
export const refreshStatements = job({
  name: REFRESH_STATEMENTS_JOB,
  schema: z.strictObject({ item_id: z.string(), from: z.string(), to: z.string() }),
  async run({ item_id, from, to }, context) {
    const { clock, environment, store, webhooks } = context;
    const item = await store.items.byItemId(item_id);
    if (item === null || item.removedAt !== null) return { done: true };
    const tell = (result: "SUCCESS" | "FAILURE") =>
      webhooks.forItem(item, { name: "STATEMENTS:STATEMENTS_REFRESH_COMPLETE", result });
    const failed = { done: true as const, next: tell("FAILURE") };
    const state = ITEM_STATES[itemState(item, { environment, now: clock() })];
    if (state.refusals.institution) return failed;
    try {
      const period = { from, to };
      const jobs = tell("SUCCESS");
      await pullStatements(context, item, period, { jobs, priority: "background" });
      return { done: true };
    } catch (refusal) {
      if (!(refusal instanceof Fault)) throw refusal;
      const isFinal = LASTING.includes(refusal.code) || context.job.attempts >= MAX_REFUSALS;
      if (isFinal) return failed;
      throw refusal;
    }
  },
});
