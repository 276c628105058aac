import { z } from "zod";
import { WarningCause } from "./asset-report.ts";

/** The data that a consumer report lacks, and the cause. */
export const CheckReportWarning = z
  .strictObject({
    warning_type: z.literal("CHECK_REPORT_WARNING"),
    warning_code: z.enum(["TRANSACTIONS_UNAVAILABLE", "IDENTITY_UNAVAILABLE"]),
    cause: WarningCause,
  })
  .meta({ id: "CheckReportWarning" });
export type CheckReportWarning = z.infer<typeof CheckReportWarning>;
