import {
  type ConfidenceLevel,
  type CounterpartyType,
  type Enrichment,
  NO_ENRICHMENT,
} from "../../../protocol/enrichment.ts";
import { categoryIcon, categoryShape } from "./category-shape.ts";
import { counterpartyShape } from "./counterparty.ts";
import type { DetailedCategory } from "./taxonomy.ts";

type PackedParty = [
  CounterpartyType,
  string,
  website: string | null,
  ConfidenceLevel,
  ...phoneNumber: string[],
];

/** The parts of an enrichment from which the others follow: a fifth of its size. */
type Packed = [
  DetailedCategory,
  ConfidenceLevel,
  checkNumber: string | null,
  /** Whether the first counterparty is a merchant of the bundled data. */
  hasMerchant: 0 | 1,
  ...PackedParty[],
];

/** Returns an enrichment as a store keeps it; null for a transaction that no rule has seen. */
export const packEnrichment = ({
  personal_finance_category,
  counterparties,
  merchant_entity_id,
  check_number,
}: Enrichment): string | null => {
  if (!personal_finance_category) return null;
  const { detailed, confidence_level } = personal_finance_category;
  const packed: Packed = [
    detailed as DetailedCategory,
    confidence_level,
    check_number,
    merchant_entity_id === null ? 0 : 1,
    ...counterparties.map(
      ({ type, name, website, confidence_level: certainty, phone_number }): PackedParty => [
        type,
        name,
        website,
        certainty,
        ...(phone_number === null ? [] : [phone_number]),
      ],
    ),
  ];
  return JSON.stringify(packed);
};

/** Returns the enrichment that was packed; with `publicUrl`, the server's origin, also the category's icon. */
export const unpackEnrichment = (packed: string | null, publicUrl: string | null): Enrichment => {
  if (packed === null) return NO_ENRICHMENT;
  const [detailed, level, check_number, hasMerchant, ...parties]: Packed = JSON.parse(packed);
  const counterparties = parties.map(([type, name, website, certainty, phoneNumber]) =>
    counterpartyShape({ name, type, website }, certainty, phoneNumber),
  );
  const merchant = hasMerchant ? counterparties[0] : undefined;
  return {
    personal_finance_category: categoryShape(detailed, level),
    personal_finance_category_icon_url: categoryIcon(detailed, publicUrl),
    counterparties,
    merchant_entity_id: merchant?.entity_id ?? null,
    logo_url: null,
    website: merchant?.website ?? null,
    check_number,
  };
};

/** Returns the fields that no rule adds. */
export const omitEnrichment = (transaction: object): object =>
  Object.fromEntries(
    Object.entries(transaction).filter(([field]) => !Object.hasOwn(NO_ENRICHMENT, field)),
  );
