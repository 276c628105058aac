import { z } from "zod";
import { CheckReportWarning } from "../../../protocol/reports/base-report.ts";
import { IncomeInsights } from "../../../protocol/reports/income-insights.ts";
import { endpoint } from "../endpoint.ts";
import {
  findConsumerReport,
  loadProduct,
  REPORT_REFUSALS,
  ReportRequest,
} from "./find-consumer-report.ts";

/** The income insights of a user. */
export const getIncomeInsights = endpoint({
  path: "/cra/check_report/income_insights/get",
  effect: "read",
  products: ["cra_income_insights"],
  summary: "Retrieve the income insights of a user.",
  description:
    "The sources of income that the user's transactions tell of, and what they add up to. The report must " +
    "have been created with cra_income_insights.",
  refusals: [...REPORT_REFUSALS, "INVALID_PRODUCT"],
  request: ReportRequest,
  response: z.strictObject({ report: IncomeInsights, warnings: z.array(CheckReportWarning) }),
  async handle(body, context) {
    const report = await findConsumerReport(body, context);
    return {
      report: await loadProduct<IncomeInsights>(report, "cra_income_insights", context),
      warnings: report.state.warnings,
    };
  },
});
