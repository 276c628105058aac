import { z } from "zod";
import { REPORT_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { leavingAtEnd } from "../../domain/asset-reports/read-gate.ts";
import { endpoint } from "../endpoint.ts";
import {
  documentOf,
  findConsumerReport,
  REPORT_REFUSALS,
  ReportRequest,
} from "./find-consumer-report.ts";

/** A consumer report as a PDF. */
export const getCheckReportPdf = endpoint({
  path: "/cra/check_report/pdf/get",
  effect: "read",
  products: REPORT_PRODUCTS,
  summary: "Retrieve the consumer report of a user as a PDF.",
  description:
    "All its products in one document of the type application/pdf; its request_id is in the header " +
    "Service-Request-Id. Refusals are JSON.",
  refusals: REPORT_REFUSALS,
  limits: { client: { perMinute: 60, sandboxPerMinute: 600, code: "RATE_LIMIT" } },
  request: ReportRequest.extend({
    add_ons: z
      .array(z.enum(["cra_income_insights", "cra_partner_insights"]))
      .max(2)
      .optional()
      .meta({
        description: "Changes nothing: the PDF has all products that the report was created with.",
        examples: [],
      }),
  }),
  response: "application/pdf",
  async handle(body, context) {
    const report = await findConsumerReport(body, context);
    const leave = await context.reportReads.enter(context.client.clientId);
    return {
      type: "application/pdf",
      fileName: `consumer-report-${report.reportId}.pdf`,
      content: leavingAtEnd(documentOf(report, "pdf", context), leave),
    };
  },
});
