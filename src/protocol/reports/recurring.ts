import { z } from "zod";
import { CalendarDate, Transaction } from "../transaction.ts";

/**
 * The rhythms of a recurring stream. UNKNOWN is any other regular rhythm, such as every quarter.
 */
const STREAM_FREQUENCIES = [
  "UNKNOWN",
  "WEEKLY",
  "BIWEEKLY",
  "SEMI_MONTHLY",
  "MONTHLY",
  "ANNUALLY",
] as const;
export type StreamFrequency = (typeof STREAM_FREQUENCIES)[number];

const { account_id, iso_currency_code, unofficial_currency_code } = Transaction.shape;

const StreamAmount = z
  .strictObject({
    amount: z.number().meta({
      description: "In units of the currency; positive when money leaves the account.",
      examples: [15.49],
    }),
    iso_currency_code,
    unofficial_currency_code,
  })
  .meta({ id: "StreamAmount" });

/** Recurring transactions of one account with one payee or payer. */
export const TransactionStream = z
  .strictObject({
    account_id,
    stream_id: z.string().meta({
      description: "Stays while the first transaction of the stream is there.",
      examples: ["no86Eox18VHMvaOVL7gPUM9ap3aR1LsAVZ5nc"],
    }),
    category: Transaction.shape.category,
    category_id: Transaction.shape.category_id,
    personal_finance_category: Transaction.shape.personal_finance_category,
    description: z.string().meta({
      description: "The `name` of the last transaction.",
      examples: ["Moonbean Coffee"],
    }),
    merchant_name: Transaction.shape.merchant_name,
    first_date: CalendarDate.meta({ examples: ["2025-09-14"] }),
    last_date: CalendarDate.meta({ examples: ["2026-01-14"] }),
    predicted_next_date: CalendarDate.nullable().meta({
      description: "Null for a stream that has ended.",
      examples: ["2026-02-14"],
    }),
    frequency: z.enum(STREAM_FREQUENCIES).meta({ examples: ["MONTHLY"] }),
    transaction_ids: z.array(z.string()).meta({
      description: "All of its transactions, oldest first.",
      examples: [["bnxnWtdLEoHRLKEBn1lHuX3Tu8Yj4GY6zNW5F"]],
    }),
    average_amount: StreamAmount,
    last_amount: StreamAmount,
    is_active: z.boolean().meta({ description: "Whether its next transaction is not overdue." }),
    status: z.enum(["MATURE", "EARLY_DETECTION", "TOMBSTONED"]).meta({
      description:
        "MATURE from the third transaction on, or the second of a year; before that EARLY_DETECTION, or " +
        "TOMBSTONED if the third one did not come.",
      examples: ["MATURE"],
    }),
    is_user_modified: z.literal(false),
  })
  .meta({ id: "TransactionStream" });
export type TransactionStream = z.infer<typeof TransactionStream>;
