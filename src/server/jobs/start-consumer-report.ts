import { z } from "zod";
import { PERMISSIBLE_PURPOSES, REPORT_PRODUCTS } from "../../protocol/vocabulary.ts";
import { consumerReportJobs } from "../domain/consumer-reports/new-consumer-report.ts";
import { Fault } from "../domain/fault.ts";
import { job } from "./job.ts";

const Report = z.object({
  reportId: z.string(),
  clientId: z.string(),
  userId: z.string(),
  products: z.array(z.enum(REPORT_PRODUCTS)),
  daysRequested: z.int(),
  daysRequired: z.int(),
  // Earlier versions' jobs lack this field.
  requireIdentity: z.boolean().default(false),
  clientReportId: z.string().nullable(),
  webhook: z.string().nullable(),
  purpose: z.enum(PERMISSIBLE_PURPOSES),
  createdAt: z.number(),
});

/** Starts the consumer report of a link token, once an Item is linked under its user. */
export const startConsumerReportJob = job({
  name: "start-consumer-report",
  schema: z.object({ report: Report }),
  async run({ report }, context) {
    const record = { ...report, state: { at: "making" } as const };
    try {
      await context.store.consumerReports.create(record, consumerReportJobs(context, record));
    } catch (refusal) {
      // The user was removed since, so no report is made.
      if (!(refusal instanceof Fault)) throw refusal;
    }
    return { done: true };
  },
});
