import { z } from "zod";
import {
  giveUpConsumerReport,
  makeConsumerReport,
} from "../domain/consumer-reports/make-consumer-report.ts";
import { backoffWithJitter } from "../domain/jobs/retry-schedule.ts";
import { job } from "./job.ts";

/** With the backoff, an institution has about a minute to recover. */
const MAX_ATTEMPTS = 4;

/** Generates a consumer report, and sends the webhook of its success or failure. */
export const makeConsumerReportJob = job({
  name: "make-consumer-report",
  schema: z.object({ reportId: z.string() }),
  async run({ reportId }, context) {
    const { attempts } = context.job;
    const isLastTry = attempts >= MAX_ATTEMPTS;
    try {
      const outcome = await makeConsumerReport(context, reportId, { isLastTry });
      if (outcome !== "not yet") return { done: true };
      return { retryAt: context.clock() + backoffWithJitter(attempts, context.random) };
    } catch (failure) {
      // Rethrown for the log; the retry has nothing to do.
      if (isLastTry) await giveUpConsumerReport(context, reportId);
      throw failure;
    }
  },
  giveUp: ({ reportId }, context) => giveUpConsumerReport(context, reportId),
});
