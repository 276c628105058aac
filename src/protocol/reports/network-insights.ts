import { z } from "zod";
import { CalendarDate } from "../transaction.ts";
import { reportFields } from "./base-report.ts";

const count = z
  .int()
  .min(0)
  .meta({ examples: [3] });

/** The kind of lender of a counterparty. */
export const LenderKind = z.enum(["LOAN", "INSTALLMENTS", "CASH_ADVANCE"]).meta({
  description: "INSTALLMENTS are purchases paid in parts; a CASH_ADVANCE is money until payday.",
});
export type LenderKind = z.infer<typeof LenderKind>;

/** A lender in a user's transactions. */
export const Lender = z
  .strictObject({
    name: z.string().meta({
      description: "The institution, if the loan account is the user's own.",
      examples: ["Northlamp Lending"],
    }),
    kind: LenderKind,
    payments_count: count.meta({ description: "How often the user paid." }),
    disbursements_count: count.meta({ description: "How often money came from the lender." }),
    first_date: CalendarDate,
    last_date: CalendarDate,
  })
  .meta({ id: "NetworkLender" });
export type Lender = z.infer<typeof Lender>;

/** The insights from a user's connections on this server. */
const NetworkAttributes = z
  .strictObject({
    items_count: count,
    institutions_count: count,
    accounts_count: count,
    accounts_count_by_type: z.record(z.string(), count).meta({
      examples: [{ depository: 2, credit: 1 }],
    }),
    days_since_first_connection: count.nullable(),
    days_since_last_connection: count.nullable(),
    lenders_count: count,
    loan_lenders_count: count,
    installment_lenders_count: count,
    cash_advance_lenders_count: count,
    loan_payments_count: count,
    loan_payments_count_30d: count,
    loan_payments_count_60d: count,
    loan_payments_count_90d: count,
    loan_disbursements_count: count,
    loan_disbursements_count_30d: count,
    loan_disbursements_count_60d: count,
    loan_disbursements_count_90d: count,
  })
  .meta({ id: "NetworkAttributes" });

/** An Item that network insights are derived from. */
const NetworkItem = z
  .strictObject({
    item_id: z.string().meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] }),
    institution_id: z.string().meta({ examples: ["ins_109508"] }),
    institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
  })
  .meta({ id: "NetworkItem" });

/** Network insights: a user's connections on this server, under one client, and the lenders in them. */
export const NetworkInsights = z
  .strictObject({
    report_id: reportFields.report_id,
    client_report_id: reportFields.client_report_id,
    generated_time: z.iso.datetime(),
    days_requested: reportFields.days_requested,
    items: z.array(NetworkItem).meta({ description: "The Items that the report was made from." }),
    network_attributes: NetworkAttributes,
    lenders: z.array(Lender).meta({ description: "The one with the latest transaction first." }),
  })
  .meta({ id: "NetworkInsights" });
export type NetworkInsights = z.infer<typeof NetworkInsights>;
