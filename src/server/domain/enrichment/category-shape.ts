import type { PersonalFinanceCategory } from "../../../protocol/enrichment.ts";
import { type DetailedCategory, FINANCE_CATEGORIES } from "./taxonomy.ts";

/** A category as the API shows it. */
export const categoryShape = (
  detailed: DetailedCategory,
  confidence_level: PersonalFinanceCategory["confidence_level"],
): PersonalFinanceCategory => ({
  primary: primaryOf(detailed),
  detailed,
  confidence_level,
  version: "v1",
});

/** The address of a category's icon on the server of this origin; null without one. */
export const categoryIcon = (
  detailed: DetailedCategory,
  publicUrl: string | null,
): string | null =>
  publicUrl === null
    ? null
    : `${publicUrl}/icons/v1/${primaryOf(detailed).toLowerCase().replaceAll("_", "-")}.png`;

const primaryOf = (detailed: DetailedCategory): string => PRIMARY.get(detailed) ?? "";

const PRIMARY = new Map<string, string>(
  FINANCE_CATEGORIES.map(({ detailed, primary }) => [detailed, primary]),
);
