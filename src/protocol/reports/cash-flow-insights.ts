import { z } from "zod";
import { reportFields } from "./base-report.ts";

/** Cash flow insights: a user's cash flow as a map of attributes. */
export const CashFlowInsights = z
  .strictObject({
    report_id: reportFields.report_id,
    client_report_id: reportFields.client_report_id,
    generated_time: z.iso.datetime(),
    attributes: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])).meta({
      description:
        "The cash flow of all depository accounts in the currency of most of them; one that is unknown is left out.",
      examples: [{ iso_currency_code: "USD", total_inflow_30d: 4210.5, nsf_fee_count_90d: 0 }],
    }),
  })
  .meta({ id: "CashFlowInsights" });
export type CashFlowInsights = z.infer<typeof CashFlowInsights>;
