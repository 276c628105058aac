import { z } from "zod";
import { AssetReportUser } from "../../../protocol/reports/asset-report.ts";
import type { ReportUser } from "../../domain/asset-reports/new-asset-report.ts";
import { WebhookUrl } from "../fields.ts";

/** The fields of a report that the application sets. */
export const ReportOptions = z.strictObject({
  client_report_id: z
    .string()
    .max(200)
    .nullish()
    .meta({ description: "Your own name for the report." }),
  webhook: WebhookUrl.nullish().meta({
    description: "The address to notify that the report is ready, or that it failed.",
  }),
  user: AssetReportUser.optional(),
});

/** The user of a report; empty fields become null. */
export const userFrom = (user: AssetReportUser | undefined): ReportUser => ({
  client_user_id: user?.client_user_id || null,
  first_name: user?.first_name || null,
  middle_name: user?.middle_name || null,
  last_name: user?.last_name || null,
  ssn: user?.ssn || null,
  phone_number: user?.phone_number || null,
  email: user?.email || null,
});
