import { z } from "zod";
import { giveUpAssetReport, makeAssetReport } from "../domain/asset-reports/make-asset-report.ts";
import { backoffWithJitter } from "../domain/jobs/backoff.ts";
import { job } from "./job.ts";

/** With the pauses in between, an institution has about a minute to answer. */
const MOST_TRIES = 4;

/** Makes an Asset Report of what the institutions tell, and says that it is ready, or that it failed. */
export const makeAssetReportJob = job({
  name: "make-asset-report",
  schema: z.object({ assetReportId: z.string() }),
  async run({ assetReportId }, context) {
    const { attempts } = context.job;
    const isLastTry = attempts >= MOST_TRIES;
    try {
      const making = await makeAssetReport(context, assetReportId, { isLastTry });
      if (making !== "not yet") return { done: true };
      return { retryAt: context.clock() + backoffWithJitter(attempts, context.random) };
    } catch (failure) {
      // What nobody foresaw is thrown on, for the log; the next try finds that there is nothing to do.
      if (isLastTry) await giveUpAssetReport(context, assetReportId);
      throw failure;
    }
  },
});
