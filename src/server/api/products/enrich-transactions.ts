import { z } from "zod";
import { Enrichment } from "../../../protocol/enrichment.ts";
import { CalendarDate, Location, PaymentChannel } from "../../../protocol/transaction.ts";
import { NO_LOCATION } from "../../domain/connectors/bank-transaction.ts";
import { CATEGORY_IDS } from "../../domain/enrichment/category-ids.ts";
import { categoryIcon, categoryShape } from "../../domain/enrichment/category-shape.ts";
import { enrich } from "../../domain/enrichment/enrich.ts";
import { findCategory } from "../../domain/transactions/categories.ts";
import { endpoint } from "../endpoint.ts";

/** The maximum number of transactions per call. */
const MAX_TRANSACTIONS = 100;

const Direction = z.enum(["INFLOW", "OUTFLOW"]);

const ForeignTransaction = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .max(200)
      .meta({
        description: "Your own; it is in the response.",
        examples: ["6135818adda16500147e7c1d"],
      }),
    description: z
      .string()
      .min(1)
      .max(10_000)
      .meta({
        description: "The bank's own words; the first 500 characters count.",
        examples: ["SQ *BLUE BOTTLE COFFEE OAKLAND CA"],
      }),
    amount: z
      .number()
      .min(0)
      .meta({
        description: "Not negative: the direction says which way the money goes.",
        examples: [4.5],
      }),
    direction: Direction.meta({
      description: "Seen from the account: INFLOW if money arrives.",
      examples: ["OUTFLOW"],
    }),
    iso_currency_code: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .meta({ examples: ["USD"] }),
    location: z
      .strictObject({
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .nullish()
          .meta({ description: "ISO 3166-1 alpha-2.", examples: ["US"] }),
        region: z.string().max(200).nullish(),
        city: z.string().max(200).nullish(),
        address: z.string().max(500).nullish(),
        postal_code: z.string().max(50).nullish(),
      })
      .nullish(),
    mcc: z
      .string()
      .regex(/^\d{4}$/)
      .nullish()
      .meta({ description: "The merchant category code, ISO 18245.", examples: ["5814"] }),
    date_posted: CalendarDate.nullish().meta({
      description: "The day it was booked; it changes nothing in the response.",
      examples: ["2026-01-14"],
    }),
  })
  .meta({ id: "TransactionToEnrich" });
type ForeignTransaction = z.infer<typeof ForeignTransaction>;

const { id, description, amount, direction, iso_currency_code } = ForeignTransaction.shape;

const EnrichedTransaction = z
  .strictObject({
    id,
    description,
    amount,
    direction,
    iso_currency_code,
    enrichments: z.strictObject({
      ...Enrichment.omit({ merchant_entity_id: true }).shape,
      personal_finance_category: Enrichment.shape.personal_finance_category.unwrap(),
      entity_id: Enrichment.shape.merchant_entity_id,
      merchant_name: z
        .string()
        .nullable()
        .meta({ examples: ["Blue Bottle Coffee"] }),
      legacy_category: z.array(z.string()).meta({
        description: "The nearest category of /categories/get, widest first.",
        examples: [["Food and Drink", "Eating Out", "Coffee Shop"]],
      }),
      legacy_category_id: z.string().meta({ examples: ["13001003"] }),
      location: Location,
      payment_channel: PaymentChannel.meta({ examples: ["in store"] }),
      phone_number: z.null().meta({ description: "Always null: the counterparties have it." }),
    }),
  })
  .meta({ id: "EnrichedTransaction" });

/** Categorizes the application's own transactions. */
export const enrichTransactions = endpoint({
  path: "/transactions/enrich",
  effect: "read",
  products: ["transactions"],
  summary: "Add categories and merchants to transactions of your own.",
  description:
    "By the same rules as for the transactions of Items. Nothing is stored, and the same transaction always " +
    "has the same result. The confidence is UNKNOWN if only the direction is known.",
  request: z.strictObject({
    account_type: z.enum(["depository", "credit"]).meta({
      description: "The type of the account that they are on; it changes nothing in the response.",
      examples: ["depository"],
    }),
    transactions: z.array(ForeignTransaction).min(1).max(MAX_TRANSACTIONS),
  }),
  response: z.strictObject({ enriched_transactions: z.array(EnrichedTransaction) }),
  async handle({ transactions }, { publicUrl, ...services }) {
    const knowledge = await services.knowledge();
    return {
      enriched_transactions: transactions.map((transaction) => {
        const { id, description, amount, direction, iso_currency_code } = transaction;
        const enriched = enrich(knowledge, {
          description,
          // A zero amount has no direction.
          amount: direction === "INFLOW" ? -amount || -Number.MIN_VALUE : amount,
          currency: iso_currency_code,
          country: transaction.location?.country ?? null,
          merchantCode: transaction.mcc ?? null,
        });
        return {
          id,
          description,
          amount,
          direction,
          iso_currency_code,
          enrichments: enrichmentsOf(transaction, enriched, publicUrl()),
        };
      }),
    };
  },
});

function enrichmentsOf(
  { location }: ForeignTransaction,
  {
    category,
    confidence,
    counterparties,
    merchant,
    checkNumber,
    channel,
  }: ReturnType<typeof enrich>,
  publicUrl: string,
): z.infer<typeof EnrichedTransaction>["enrichments"] {
  const categoryId = CATEGORY_IDS[category];
  const known = Object.entries(location ?? {}).filter(([, value]) => value != null);
  return {
    personal_finance_category: categoryShape(category, confidence),
    personal_finance_category_icon_url: categoryIcon(category, publicUrl),
    counterparties,
    entity_id: merchant?.entity_id ?? null,
    merchant_name: merchant?.name ?? null,
    logo_url: null,
    website: merchant?.website ?? null,
    check_number: checkNumber,
    legacy_category: findCategory(categoryId)?.hierarchy ?? [],
    legacy_category_id: categoryId,
    location: { ...NO_LOCATION, ...Object.fromEntries(known) },
    payment_channel: channel,
    phone_number: null,
  };
}
