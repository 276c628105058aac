import { z } from "zod";
import type { PersonalFinanceCategory } from "../../../protocol/enrichment.ts";
import { loadKnowledge } from "../../domain/enrichment/knowledge.ts";
import { inSecondVersion } from "../../domain/enrichment/second-version.ts";

/** The version of the categories that an application uses. */
export const CategoryVersion = z
  .enum(["v1", "v2"])
  .nullish()
  .meta({
    description:
      "v1 by default. v2 tells more kinds of income, of money lent and paid back, and of transfers apart, and has " +
      "OTHER_OTHER if only the direction of the money is known.",
    examples: [],
  });
export type CategoryVersion = z.infer<typeof CategoryVersion>;

type Categorized = {
  personal_finance_category: PersonalFinanceCategory | null;
  name?: string;
  description?: string;
  merchant_name: string | null;
  counterparties?: readonly { name: string; type: string }[];
};

/** Returns a function that converts the category of a transaction or stream to a version. */
export const toVersion = async (
  version: CategoryVersion,
): Promise<(<Value extends Categorized>(value: Value) => Value) | null> => {
  if (version !== "v2") return null;
  const knowledge = await loadKnowledge();
  return (value) => {
    const { personal_finance_category: category, merchant_name, counterparties } = value;
    if (category === null) return value;
    const personal_finance_category = inSecondVersion(knowledge, {
      text: value.name ?? value.description ?? "",
      category,
      parties: counterparties ?? (merchant_name === null ? [] : [{ name: merchant_name }]),
    });
    return { ...value, personal_finance_category };
  };
};
