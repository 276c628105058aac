import { z } from "zod";
import { Account, Balances, Owner } from "../account.ts";
import { ERROR_TYPES } from "../errors/error-row.ts";
import { CalendarDate, Transaction } from "../transaction.ts";
import { AssetReportInvestments } from "./asset-report-investments.ts";

/** How many days a report covers; 0 for the current data without history. */
export const DaysRequested = z
  .int()
  .min(0)
  .max(731)
  .meta({ examples: [61] });

const word = (example: string) =>
  z
    .string()
    .max(200)
    .nullish()
    .meta({ examples: [example] });

/** The subject of a report, as given by the application that requests it. */
export const AssetReportUser = z
  .strictObject({
    client_user_id: word("borrower-4711"),
    first_name: word("Ann"),
    middle_name: word("Maria"),
    last_name: word("Example"),
    ssn: word("123-45-6789"),
    phone_number: word("+1 415 555 0010"),
    email: word("ann@shop.example"),
  })
  .meta({ id: "AssetReportUser" });
export type AssetReportUser = z.infer<typeof AssetReportUser>;

const { shape } = Transaction;

/** The balance of an account at the end of a day. */
export const HistoricalBalance = z
  .strictObject({
    date: CalendarDate,
    current: z.number().meta({ examples: [1546.75] }),
    iso_currency_code: shape.iso_currency_code,
    unofficial_currency_code: shape.unofficial_currency_code,
  })
  .meta({ id: "HistoricalBalance" });
export type HistoricalBalance = z.infer<typeof HistoricalBalance>;

/** The insights of a report's transaction, in addition to the basic fields. */
const Insights = z.strictObject({
  account_owner: shape.account_owner,
  category: shape.category,
  category_id: shape.category_id,
  date_transacted: CalendarDate.nullable().meta({
    description: "The day it happened.",
    examples: ["2026-01-14"],
  }),
  location: shape.location,
  merchant_name: shape.merchant_name,
  name: shape.name,
  payment_meta: shape.payment_meta,
  pending_transaction_id: shape.pending_transaction_id,
  transaction_type: shape.transaction_type,
});

const BareTransaction = z.strictObject({
  account_id: shape.account_id,
  amount: shape.amount,
  iso_currency_code: shape.iso_currency_code,
  unofficial_currency_code: shape.unofficial_currency_code,
  original_description: z
    .string()
    .nullable()
    .meta({ examples: ["CARD 4279 MOONBEAN COFFEE MADISON"] }),
  date: shape.date,
  pending: shape.pending,
  transaction_id: shape.transaction_id,
});

/** A transaction with all fields that a report stores. */
export const InsightfulTransaction = BareTransaction.extend(Insights.shape);
export type InsightfulTransaction = z.infer<typeof InsightfulTransaction>;

/** A transaction in a report; insights are present only if requested. */
const AssetReportTransaction = BareTransaction.extend(Insights.partial().shape).meta({
  id: "AssetReportTransaction",
});

/** An account of a report without its history. */
export const AssetReportAccountSummary = z.strictObject({
  account_id: Account.shape.account_id,
  balances: Balances.extend({
    margin_loan_amount: z
      .number()
      .nullable()
      .meta({ examples: [null] }),
  }).meta({
    id: "AssetReportBalances",
  }),
  mask: Account.shape.mask,
  name: Account.shape.name,
  official_name: Account.shape.official_name,
  type: Account.shape.type,
  subtype: Account.shape.subtype,
  days_available: z
    .int()
    .min(0)
    .meta({
      description: "How many days of history there are, from the oldest transaction on.",
      examples: [58],
    }),
  owners: z.array(Owner),
});
export type AssetReportAccountSummary = z.infer<typeof AssetReportAccountSummary>;

/** The kind of ownership of an account, derived from its owners' names. */
export const OwnershipType = z
  .enum(["individual", "joint", "association", "trust"])
  .nullable()
  .meta({ description: "Null if the institution names no owner.", examples: ["individual"] });
export type OwnershipType = z.infer<typeof OwnershipType>;

/** The daily balances and the transactions of an account; newest first. */
export const AccountHistory = z.strictObject({
  historical_balances: z.array(HistoricalBalance),
  transactions: z.array(InsightfulTransaction),
});
export type AccountHistory = z.infer<typeof AccountHistory>;

/** The error of an Item, or of its owners, that a report leaves out; null if there is none. */
export const WarningCause = z
  .strictObject({
    error_type: z.enum(ERROR_TYPES).meta({ examples: ["ITEM_ERROR"] }),
    error_code: z.string().meta({ examples: ["ITEM_LOGIN_REQUIRED"] }),
    error_message: z
      .string()
      .meta({ examples: ["the login of the Item has changed; open Link in update mode"] }),
    display_message: z
      .string()
      .nullable()
      .meta({ examples: ["Your sign-in has changed. Please sign in again."] }),
    item_id: z.string().meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] }),
  })
  .nullable();

/** The data that an Asset Report lacks, and the cause. */
export const AssetReportWarning = z
  .strictObject({
    warning_type: z.literal("ASSET_REPORT_WARNING"),
    warning_code: z.enum(["TRANSACTIONS_UNAVAILABLE", "OWNERS_UNAVAILABLE"]),
    cause: WarningCause,
  })
  .meta({ id: "AssetReportWarning" });
export type AssetReportWarning = z.infer<typeof AssetReportWarning>;

/** An Asset Report: the balances and transactions of a user's accounts at one moment. */
export const AssetReport = z
  .strictObject({
    asset_report_id: z.string().meta({ examples: ["bf3a0490-344c-4620-a219-2693162e4b1d"] }),
    client_report_id: z
      .string()
      .nullable()
      .meta({ examples: ["loan-2026-0042"] }),
    date_generated: z.iso.datetime(),
    days_requested: DaysRequested,
    user: AssetReportUser,
    items: z.array(
      z
        .strictObject({
          item_id: z.string().meta({ examples: ["Lr6WdKc0ZyHq4NgPvTjB8xSm2fEa5UoXi7Ck3"] }),
          institution_id: z.string().meta({ examples: ["ins_109508"] }),
          institution_name: z.string().meta({ examples: ["First Platypus Bank"] }),
          date_last_updated: z.iso.datetime(),
          accounts: z.array(
            AssetReportAccountSummary.extend({
              ownership_type: OwnershipType,
              historical_balances: z.array(HistoricalBalance),
              transactions: z.array(AssetReportTransaction),
              investments: AssetReportInvestments.optional().meta({
                description:
                  "The securities of an investment account, and their transactions in the days of the report; left out " +
                  "if the Item does not have `investments`, or the institution does not tell them.",
              }),
            }).meta({ id: "AssetReportAccount" }),
          ),
        })
        .meta({ id: "AssetReportItem" }),
    ),
  })
  .meta({ id: "AssetReport" });
export type AssetReport = z.infer<typeof AssetReport>;
