import { z } from "zod";
import { printAssetReport } from "../domain/asset-reports/print-asset-report.ts";
import { job } from "./job.ts";

/** Prints an Asset Report once it is ready, so that its PDF is only read when somebody asks for it. */
export const printAssetReportJob = job({
  name: "print-asset-report",
  schema: z.object({ assetReportId: z.string() }),
  async run({ assetReportId }, context) {
    await printAssetReport(context, assetReportId);
    return { done: true };
  },
});
