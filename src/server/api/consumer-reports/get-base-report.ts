import { z } from "zod";
import { BaseReport, CheckReportWarning } from "../../../protocol/reports/base-report.ts";
import { endpoint } from "../endpoint.ts";
import {
  findConsumerReport,
  loadProduct,
  REPORT_REFUSALS,
  ReportRequest,
} from "./find-consumer-report.ts";

/** The base report of a user. */
export const getBaseReport = endpoint({
  path: "/cra/check_report/base_report/get",
  effect: "read",
  products: ["cra_base_report"],
  summary: "Retrieve the Base Report of a user.",
  description:
    "The balances, past balances, transactions and owners of the user's accounts. An Item that could not " +
    "be read is left out, and `warnings` says why.",
  refusals: REPORT_REFUSALS,
  request: ReportRequest,
  response: z.strictObject({ report: BaseReport, warnings: z.array(CheckReportWarning) }),
  async handle(body, context) {
    const report = await findConsumerReport(body, context);
    return {
      report: await loadProduct<BaseReport>(report, "cra_base_report", context),
      warnings: report.state.warnings,
    };
  },
});
