import { z } from "zod";
import { CheckReportWarning } from "../../../protocol/reports/base-report.ts";
import { CashFlowInsights } from "../../../protocol/reports/cash-flow-insights.ts";
import { endpoint } from "../endpoint.ts";
import {
  findConsumerReport,
  loadProduct,
  REPORT_REFUSALS,
  ReportRequest,
} from "./find-consumer-report.ts";
import { cashFlowSettings } from "./report-settings.ts";

/** The cash flow insights of a user. */
export const getCashFlowInsights = endpoint({
  path: "/cra/check_report/cashflow_insights/get",
  effect: "read",
  products: ["cra_cashflow_insights"],
  summary: "Retrieve the cash flow insights of a user.",
  description:
    "The cash flow of the Base Report as a map of attributes, whose names end with the days that they cover. The " +
    "report must have been created with cra_cashflow_insights.",
  refusals: [...REPORT_REFUSALS, "INVALID_PRODUCT"],
  request: ReportRequest.extend({ options: cashFlowSettings }),
  response: z.strictObject({ report: CashFlowInsights, warnings: z.array(CheckReportWarning) }),
  async handle({ options: _, ...body }, context) {
    const report = await findConsumerReport(body, context);
    return {
      report: await loadProduct<CashFlowInsights>(report, "cra_cashflow_insights", context),
      warnings: report.state.warnings,
    };
  },
});
