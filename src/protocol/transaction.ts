import { z } from "zod";
import { Enrichment } from "./enrichment.ts";

/** A calendar day, YYYY-MM-DD; a day that does not exist is refused. */
export const CalendarDate = z.iso.date().meta({ description: "A day, YYYY-MM-DD." });

const nullableText = (example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

const degrees = (example: number) =>
  z
    .number()
    .nullable()
    .meta({ examples: [example] });

/** The place of a purchase, as far as it is known. */
export const Location = z
  .strictObject({
    address: nullableText("8 Juniper Hollow Road"),
    city: nullableText("Madison"),
    region: nullableText("WI"),
    postal_code: nullableText("53703"),
    country: nullableText("US").meta({ description: "ISO 3166-1 alpha-2.", examples: ["US"] }),
    lat: degrees(43.0747),
    lon: degrees(-89.3842),
    store_number: nullableText("187"),
  })
  .meta({ id: "Location" });
export type Location = z.infer<typeof Location>;

/** The details of a payment, mostly of transfers between banks. */
export const PaymentMeta = z
  .strictObject({
    reference_number: nullableText(null),
    ppd_id: nullableText(null),
    payee: nullableText(null),
    by_order_of: nullableText(null),
    payer: nullableText(null),
    payment_method: nullableText(null),
    payment_processor: nullableText(null),
    reason: nullableText(null),
  })
  .meta({ id: "PaymentMeta" });
export type PaymentMeta = z.infer<typeof PaymentMeta>;

/** The channel of a transaction. */
export const PaymentChannel = z.enum(["online", "in store", "other"]);
export type PaymentChannel = z.infer<typeof PaymentChannel>;

/** The bank's own kind of a transaction; known for European institutions. */
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

/** The fields of a transaction that follow from the institution's own. */
export const TransactionFacts = z.strictObject({
  transaction_id: z.string().meta({
    description: "Unique to the Item: another Item of the same login has other ids.",
    examples: ["bnxnWtdLEoHRLKEBn1lHuX3Tu8Yj4GY6zNW5F"],
  }),
  account_id: z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] }),
  account_owner: z
    .string()
    .nullable()
    .meta({
      description: "The one of several holders who made it, if the institution tells.",
      examples: [null],
    }),
  amount: z.number().meta({
    description: "In units of the currency; positive when money leaves the account.",
    examples: [4.14],
  }),
  iso_currency_code: nullableText("USD"),
  unofficial_currency_code: nullableText(null),
  category: z
    .array(z.string())
    .nullable()
    .meta({
      description: "Widest first.",
      examples: [["Food and Drink", "Eating Out", "Coffee Shop"]],
    }),
  category_id: nullableText("13001003").meta({
    description: "As in /categories/get.",
    examples: ["13001003"],
  }),
  transaction_type: z
    .enum(["digital", "place", "special", "unresolved"])
    .meta({ examples: ["place"] }),
  date: CalendarDate.meta({ description: "The day it was booked; while pending, it happened." }),
  authorized_date: CalendarDate.nullable().meta({ examples: ["2026-01-14"] }),
  datetime: z.iso
    .datetime()
    .nullable()
    .meta({ examples: [null] }),
  authorized_datetime: z.iso
    .datetime()
    .nullable()
    .meta({ examples: ["2026-01-14T08:33:00.000Z"] }),
  name: z.string().meta({ examples: ["Moonbean Coffee"] }),
  merchant_name: nullableText("Moonbean Coffee"),
  original_description: z
    .string()
    .nullable()
    .optional()
    .meta({
      examples: ["CARD 4279 MOONBEAN COFFEE MADISON"],
      description: "The institution's own words; there only when they are asked for.",
    }),
  location: Location,
  payment_meta: PaymentMeta,
  payment_channel: PaymentChannel.meta({ examples: ["in store"] }),
  pending: z.boolean().meta({ examples: [false] }),
  pending_transaction_id: z
    .string()
    .nullable()
    .meta({
      description:
        "The pending transaction that became this one; or the one that its user says it was before.",
      examples: ["WbMrh270DVzMy8ZuROlbDLWRDka4zSg8fvxvO"],
    }),
  transaction_code: TransactionCode.nullable().meta({ examples: ["purchase"] }),
  persistent_transaction_id: z
    .string()
    .nullable()
    .meta({
      description:
        "The same in every Item that a client has of the account, once it is posted; null if the institution " +
        "has no id for it that stays.",
      examples: ["mR3HcXk7yVb0dQwZ1tFnUe5sGpLa9JoCiT2rKx8NvYE"],
    }),
});
export type TransactionFacts = z.infer<typeof TransactionFacts>;

/** A removed transaction that may be the same as an added one, which its user can decide. */
export const PossibleMatch = z
  .strictObject({
    transaction_id: z.string().meta({
      description: "The id of the removed one.",
      examples: ["WbMrh270DVzMy8ZuROlbDLWRDka4zSg8fvxvO"],
    }),
    score: z.number().meta({ description: "From 0 to 99.", examples: [82.5] }),
    reasons: z.array(z.string()).meta({
      description: "For people to read.",
      examples: [["the same amount", "the name “moonbean coffee”", "a day later"]],
    }),
  })
  .meta({ id: "PossibleMatch" });
export type PossibleMatch = z.infer<typeof PossibleMatch>;

/** A transaction as the API shows it. */
export const Transaction = TransactionFacts.extend({
  possible_match: PossibleMatch.nullable().meta({
    description:
      "The likeliest removed one that this may be; null if there is none, or the user has decided.",
    examples: [null],
  }),
  ...Enrichment.shape,
}).meta({ id: "Transaction" });
export type Transaction = z.infer<typeof Transaction>;

/** A transaction that was removed: mostly a pending one that was booked or dropped. */
export const RemovedTransaction = z
  .strictObject({
    transaction_id: z.string().meta({ examples: ["WbMrh270DVzMy8ZuROlbDLWRDka4zSg8fvxvO"] }),
    account_id: z.string().meta({ examples: ["qPx3JtnV8fLw0cYb7RkD2mGhZs5TeAu9Xo1Ki"] }),
  })
  .meta({ id: "RemovedTransaction" });
export type RemovedTransaction = z.infer<typeof RemovedTransaction>;

/** The progress of the first reading of an Item's transactions. */
export const TRANSACTIONS_UPDATE_STATUSES = [
  "NOT_READY",
  "INITIAL_UPDATE_COMPLETE",
  "HISTORICAL_UPDATE_COMPLETE",
] as const;
export type TransactionsUpdateStatus = (typeof TRANSACTIONS_UPDATE_STATUSES)[number];
