import { z } from "zod";
import { printAssetReport } from "../domain/asset-reports/print-asset-report.ts";
import { job } from "./job.ts";

/** Renders the PDF of an Asset Report once the report is ready, so that later requests only read it. */
export const printAssetReportJob = job({
  name: "print-asset-report",
  schema: z.object({ assetReportId: z.string() }),
  async run({ assetReportId }, context) {
    await printAssetReport(context, assetReportId);
    return { done: true };
  },
});
