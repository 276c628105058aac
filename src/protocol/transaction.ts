import { z } from "zod";

/** A calendar day, YYYY-MM-DD; a day that does not exist is refused. */
export const CalendarDate = z.iso.date().meta({ description: "A day, YYYY-MM-DD." });

/** Where a purchase was made, as far as that is known. */
export const Location = z
  .strictObject({
    address: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postal_code: z.string().nullable(),
    country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2." }),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    store_number: z.string().nullable(),
  })
  .meta({ id: "Location" });
export type Location = z.infer<typeof Location>;

/** What a payment says about itself, mostly of transfers between banks. */
export const PaymentMeta = z
  .strictObject({
    reference_number: z.string().nullable(),
    ppd_id: z.string().nullable(),
    payee: z.string().nullable(),
    by_order_of: z.string().nullable(),
    payer: z.string().nullable(),
    payment_method: z.string().nullable(),
    payment_processor: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "PaymentMeta" });
export type PaymentMeta = z.infer<typeof PaymentMeta>;

/** Where a transaction was made. */
export const PaymentChannel = z.enum(["online", "in store", "other"]);
export type PaymentChannel = z.infer<typeof PaymentChannel>;

/** What kind of transaction it is to the bank; known of European institutions. */
export const TransactionCode = z.enum([
  "adjustment",
  "atm",
  "bank charge",
  "bill payment",
  "cash",
  "cashback",
  "cheque",
  "direct debit",
  "interest",
  "purchase",
  "standing order",
  "transfer",
]);
export type TransactionCode = z.infer<typeof TransactionCode>;

/** A transaction as the API shows it. */
export const Transaction = z
  .strictObject({
    transaction_id: z.string().meta({
      description: "Unique to the Item: another Item of the same login has other ids.",
    }),
    account_id: z.string(),
    account_owner: z.string().nullable().meta({
      description: "Who of several holders made it, where the institution tells.",
    }),
    amount: z.number().meta({
      description: "In units of the currency; positive when money leaves the account.",
    }),
    iso_currency_code: z.string().nullable(),
    unofficial_currency_code: z.string().nullable(),
    category: z.array(z.string()).nullable().meta({ description: "Widest first." }),
    category_id: z.string().nullable().meta({ description: "As in /categories/get." }),
    transaction_type: z.enum(["digital", "place", "special", "unresolved"]),
    date: CalendarDate.meta({ description: "The day it was booked; while pending, it happened." }),
    authorized_date: CalendarDate.nullable(),
    datetime: z.iso.datetime().nullable(),
    authorized_datetime: z.iso.datetime().nullable(),
    name: z.string(),
    merchant_name: z.string().nullable(),
    original_description: z.string().nullable().optional().meta({
      description: "The institution's own words; there only when they are asked for.",
    }),
    location: Location,
    payment_meta: PaymentMeta,
    payment_channel: PaymentChannel,
    pending: z.boolean(),
    pending_transaction_id: z.string().nullable().meta({
      description: "The pending transaction that became this one.",
    }),
    transaction_code: TransactionCode.nullable(),
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof Transaction>;

/** A transaction that is no longer there: a pending one that was booked or dropped, most often. */
export const RemovedTransaction = z
  .strictObject({ transaction_id: z.string(), account_id: z.string() })
  .meta({ id: "RemovedTransaction" });
export type RemovedTransaction = z.infer<typeof RemovedTransaction>;

/** How far the transactions of an Item have been read for the first time. */
export const TRANSACTIONS_UPDATE_STATUSES = [
  "NOT_READY",
  "INITIAL_UPDATE_COMPLETE",
  "HISTORICAL_UPDATE_COMPLETE",
] as const;
export type TransactionsUpdateStatus = (typeof TRANSACTIONS_UPDATE_STATUSES)[number];
