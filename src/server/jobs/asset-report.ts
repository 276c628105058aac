import { z } from "zod";
import { giveUpAssetReport, makeAssetReport } from "../domain/asset-reports/make-asset-report.ts";
import { printAssetReport } from "../domain/asset-reports/print-asset-report.ts";
import { backoffWithJitter } from "../domain/jobs/retry-schedule.ts";
import { job } from "./job.ts";

/** With the backoff, an institution has about a minute to recover. */
const MAX_ATTEMPTS = 4;

/** Generates an Asset Report, and sends the webhook of its success or failure. */
export const makeAssetReportJob = job({
  name: "make-asset-report",
  schema: z.object({ assetReportId: z.string(), isFastFirst: z.boolean().optional() }),
  async run({ assetReportId, isFastFirst }, context) {
    const { attempts } = context.job;
    const isLastTry = attempts >= MAX_ATTEMPTS;
    try {
      const outcome = await makeAssetReport(context, assetReportId, { isLastTry, isFastFirst });
      if (outcome !== "not yet") return { done: true };
      return { retryAt: context.clock() + backoffWithJitter(attempts, context.random) };
    } catch (failure) {
      // Rethrown for the log; the retry has nothing to do.
      if (isLastTry) await giveUpAssetReport(context, assetReportId);
      throw failure;
    }
  },
  giveUp: ({ assetReportId }, context) => giveUpAssetReport(context, assetReportId),
});

/** Renders the PDF of a ready Asset Report, so that later requests only read it. */
export const printAssetReportJob = job({
  name: "print-asset-report",
  schema: z.object({ assetReportId: z.string() }),
  async run({ assetReportId }, context) {
    await printAssetReport(context, assetReportId);
    return { done: true };
  },
});
