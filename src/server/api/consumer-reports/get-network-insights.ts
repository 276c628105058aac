import { z } from "zod";
import { CheckReportWarning } from "../../../protocol/reports/base-report.ts";
import { NetworkInsights } from "../../../protocol/reports/network-insights.ts";
import { endpoint } from "../endpoint.ts";
import {
  findConsumerReport,
  loadProduct,
  REPORT_REFUSALS,
  ReportRequest,
} from "./find-consumer-report.ts";

/** The network insights of a user. */
export const getNetworkInsights = endpoint({
  path: "/cra/check_report/network_insights/get",
  effect: "read",
  products: ["cra_network_insights"],
  summary: "Retrieve the network insights of a user.",
  description:
    "How the user is connected: their institutions and accounts, and whom they borrow from. The report " +
    "must have been created with cra_network_insights.",
  refusals: [...REPORT_REFUSALS, "INVALID_PRODUCT"],
  request: ReportRequest,
  response: z.strictObject({ report: NetworkInsights, warnings: z.array(CheckReportWarning) }),
  async handle(body, context) {
    const report = await findConsumerReport(body, context);
    return {
      report: await loadProduct<NetworkInsights>(report, "cra_network_insights", context),
      warnings: report.state.warnings,
    };
  },
});
