import type { Enrichment } from "../../../protocol/enrichment.ts";
import type { TransactionFacts } from "../../../protocol/transaction.ts";
import type { Description } from "./candidates.ts";
import { categoryShape } from "./category-shape.ts";
import { enrich } from "./enrich.ts";
import type { Knowledge } from "./knowledge.ts";

/** The codes of an institution, which are not among a transaction's own fields. */
export type InstitutionCodes = Pick<
  Description,
  "merchantCode" | "transactionType" | "checkNumber"
>;

/**
 * Adds the fields that the rules derive for a transaction; keeps a merchant's name that the
 * institution gives.
 */
export const enrichTransaction = <Facts extends TransactionFacts>(
  knowledge: Knowledge,
  facts: Facts,
  codes: InstitutionCodes = {},
): Enrichment & Facts => {
  const { category, confidence, counterparties, merchant, checkNumber } = enrich(knowledge, {
    ...codes,
    description: [...new Set([facts.name, facts.original_description])].join(" "),
    merchantName: facts.merchant_name,
    amount: facts.amount,
    currency: facts.iso_currency_code,
    country: facts.location.country,
    categoryId: facts.category_id,
  });
  return {
    personal_finance_category: categoryShape(category, confidence),
    personal_finance_category_icon_url: null,
    counterparties,
    merchant_entity_id: merchant?.entity_id ?? null,
    logo_url: null,
    website: merchant?.website ?? null,
    check_number: checkNumber,
    ...facts,
  };
};
