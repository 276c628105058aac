import { z } from "zod";
import { PERMISSIBLE_PURPOSES, REPORT_PRODUCTS } from "../../protocol/vocabulary.ts";
import {
  giveUpConsumerReport,
  makeConsumerReport,
} from "../domain/consumer-reports/make-consumer-report.ts";
import { consumerReportJobs } from "../domain/consumer-reports/new-consumer-report.ts";
import { Fault } from "../domain/fault.ts";
import { backoffWithJitter } from "../domain/jobs/retry-schedule.ts";
import { job } from "./job.ts";

const Report = z.object({
  reportId: z.string(),
  clientId: z.string(),
  userId: z.string(),
  products: z.array(z.enum(REPORT_PRODUCTS)),
  daysRequested: z.int(),
  daysRequired: z.int(),
  clientReportId: z.string().nullable(),
  webhook: z.string().nullable(),
  purpose: z.enum(PERMISSIBLE_PURPOSES),
  createdAt: z.number(),
});

/** Starts the consumer report that a link token asked for, once an Item is linked under its user. */
export const startConsumerReportJob = job({
  name: "start-consumer-report",
  schema: z.object({ report: Report }),
  async run({ report }, context) {
    const record = { ...report, state: { at: "making" } as const };
    try {
      await context.store.consumerReports.create(record, consumerReportJobs(context, record));
    } catch (refusal) {
      // The user was removed meanwhile, so there is no report.
      if (!(refusal instanceof Fault)) throw refusal;
    }
    return { done: true };
  },
});

/** With the backoff in between, an institution has about a minute to recover. */
const MOST_ATTEMPTS = 4;

/** Generates a consumer report and sends the webhook that it is ready, or that it failed. */
export const makeConsumerReportJob = job({
  name: "make-consumer-report",
  schema: z.object({ reportId: z.string() }),
  async run({ reportId }, context) {
    const { attempts } = context.job;
    const isLastTry = attempts >= MOST_ATTEMPTS;
    try {
      const outcome = await makeConsumerReport(context, reportId, { isLastTry });
      if (outcome !== "not yet") return { done: true };
      return { retryAt: context.clock() + backoffWithJitter(attempts, context.random) };
    } catch (failure) {
      // Rethrow for the log; the retry finds nothing to do.
      if (isLastTry) await giveUpConsumerReport(context, reportId);
      throw failure;
    }
  },
});
