import { z } from "zod";
import {
  AssetReport,
  AssetReportWarning,
  DaysRequested,
} from "../../../protocol/reports/asset-report.ts";
import { endpoint } from "../endpoint.ts";
import { AssetReportToken } from "../fields.ts";
import { readyReport, requireReport } from "./find-report.ts";
import { streamReport } from "./stream-report.ts";

/** Options that reduce the content of a report. */
export const ReadingOptions = z.strictObject({
  days_to_include: DaysRequested.optional().meta({
    description: "How many days of history to show; all that the report has, if it is left out.",
  }),
});

/** A report, with warnings about missing data. */
export const ReportAnswer = z.strictObject({
  report: AssetReport,
  warnings: z.array(AssetReportWarning),
});

/** A report as JSON. */
export const getAssetReport = endpoint({
  path: "/asset_report/get",
  effect: "read",
  products: ["assets"],
  summary: "Retrieve an Asset Report.",
  description:
    "It has the balances, transactions and owners of the accounts at the time when it was made. An Item that could " +
    "not be read is left out, and `warnings` says why. With `include_insights` a transaction says also " +
    "where it was made, with whom, and in which category.",
  refusals: ["ASSET_REPORT_NOT_READY", "DATA_UNAVAILABLE", "ASSET_REPORT_GENERATION_FAILED"],
  request: z.strictObject({
    asset_report_token: AssetReportToken,
    include_insights: z.boolean().optional(),
    fast_report: z.boolean().optional().meta({
      description: "Whether balances and owners are enough: then there are no transactions.",
    }),
    options: ReadingOptions.optional(),
  }),
  response: ReportAnswer,
  async handle({ asset_report_token, include_insights, fast_report, options }, context) {
    const report = readyReport(await requireReport(asset_report_token, context));
    const choice = {
      withInsights: include_insights === true,
      daysToInclude: fast_report === true ? 0 : options?.days_to_include,
    };
    return {
      report: await streamReport(report, context, choice),
      warnings: report.state.warnings,
    };
  },
});
