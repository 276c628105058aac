import { z } from "zod";

/** The roles that a counterparty of a transaction can have. */
export const CounterpartyType = z.enum([
  "merchant",
  "financial_institution",
  "payment_app",
  "marketplace",
  "payment_terminal",
  "income_source",
]);
export type CounterpartyType = z.infer<typeof CounterpartyType>;

/** The certainty of a category or counterparty. */
export const ConfidenceLevel = z.enum(["VERY_HIGH", "HIGH", "MEDIUM", "LOW", "UNKNOWN"]);
export type ConfidenceLevel = z.infer<typeof ConfidenceLevel>;

const Website = z
  .string()
  .nullable()
  .meta({ description: "Without a scheme.", examples: ["starbucks.com"] });

const EntityId = z
  .string()
  .nullable()
  .meta({
    description: "The same for the same merchant, in every Item and on every server.",
    examples: ["qJ1m3hXcVbW8zK5tRyLpD2nA7sGfE4uB6oYi"],
  });

/** An address on this server, never another's. */
const Logo = z
  .string()
  .nullable()
  .meta({
    description: "On this server; null as long as no data file has logos.",
    examples: [null],
  });

/** Another party to a transaction: the merchant, and the services between. */
export const Counterparty = z
  .strictObject({
    name: z.string().meta({ examples: ["Starbucks"] }),
    type: CounterpartyType.meta({ examples: ["merchant"] }),
    entity_id: EntityId,
    website: Website,
    logo_url: Logo,
    phone_number: z
      .string()
      .nullable()
      .meta({
        description: "The merchant's number in the description, in E.164; null if it has none.",
        examples: ["+18005928996"],
      }),
    confidence_level: ConfidenceLevel.meta({ examples: ["VERY_HIGH"] }),
  })
  .meta({ id: "Counterparty" });
export type Counterparty = z.infer<typeof Counterparty>;

/** The category of a transaction by its purpose. */
export const PersonalFinanceCategory = z
  .strictObject({
    primary: z.string().meta({ examples: ["FOOD_AND_DRINK"] }),
    detailed: z.string().meta({
      description: "Begins with the primary one.",
      examples: ["FOOD_AND_DRINK_COFFEE"],
    }),
    confidence_level: ConfidenceLevel.meta({
      description: "UNKNOWN if nothing but the direction of the money is known.",
      examples: ["VERY_HIGH"],
    }),
    version: z.enum(["v1", "v2"]).meta({ description: "The version of the categories." }),
  })
  .meta({ id: "PersonalFinanceCategory" });
export type PersonalFinanceCategory = z.infer<typeof PersonalFinanceCategory>;

/** The fields that the rules add to a transaction. */
export const Enrichment = z.strictObject({
  personal_finance_category: PersonalFinanceCategory.nullable().meta({
    description: "Null for a transaction of an Item's history that no rule has seen.",
  }),
  personal_finance_category_icon_url: z
    .string()
    .nullable()
    .meta({
      description:
        "A picture of the primary category on this server: PNG, 96 × 96. Null without a category.",
      examples: ["https://link.example.com/icons/v1/food-and-drink.png"],
    }),
  counterparties: z.array(Counterparty).meta({
    description: "The merchant first, then the services between; empty if none is recognized.",
  }),
  merchant_entity_id: EntityId,
  logo_url: Logo,
  website: Website,
  check_number: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
});
export type Enrichment = z.infer<typeof Enrichment>;

/** The fields of a transaction before any rule has run. */
export const NO_ENRICHMENT: Enrichment = {
  personal_finance_category: null,
  personal_finance_category_icon_url: null,
  counterparties: [],
  merchant_entity_id: null,
  logo_url: null,
  website: null,
  check_number: null,
};
