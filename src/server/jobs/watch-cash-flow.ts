import { z } from "zod";
import { watchCashFlow as watch } from "../domain/consumer-reports/cash-flow-updates/watch-cash-flow.ts";
import { WATCH_JOB } from "../domain/transactions/transaction-jobs.ts";
import { job } from "./job.ts";

/** Examines the new data of an Item whose user's cash flow is watched. */
export const watchCashFlow = job({
  name: WATCH_JOB,
  schema: z.strictObject({ item_id: z.string() }),
  async run({ item_id }, context) {
    await watch(context, item_id);
    return { done: true };
  },
});
