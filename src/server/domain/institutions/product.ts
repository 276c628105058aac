import type { Account } from "../../../protocol/account.ts";
import type { AccountNumbers } from "../../../protocol/numbers.ts";
import {
  type CountryCode,
  LINK_PRODUCTS,
  type LinkProduct,
  REPORT_PRODUCTS,
  type ReportProduct,
} from "../../../protocol/vocabulary.ts";

/** Products that only some countries have. */
const COUNTRIES: { [P in LinkProduct]?: readonly CountryCode[] } = {
  income: ["US"],
  assets: ["US", "CA"],
};

/** With several countries, only products enabled in all of them are used. */
export const productsIn = (
  countryCodes: readonly CountryCode[],
  products: readonly LinkProduct[],
): LinkProduct[] =>
  products.filter((product) =>
    countryCodes.every((code) => COUNTRIES[product]?.includes(code) ?? true),
  );

/** The features of an account that decide which products it has. */
type Features = Pick<Account, "type"> & {
  numbers: AccountNumbers;
  microDeposits?: "automatic" | "manual";
};

type Suits = (account: Features, allAuthFeatures: boolean) => boolean;

const SUITS: { [P in LinkProduct]: Suits } = {
  // Unverified numbers are useful only if the session can verify them.
  auth: ({ numbers, microDeposits }, allAuthFeatures) =>
    Object.keys(numbers).length > 0 && (microDeposits === undefined || allAuthFeatures),
  transactions: ({ type }) => type !== "other",
  identity: () => true,
  income: ({ type }) => type === "depository",
  assets: () => true,
};

/** The first of the products that cannot be read from an account; null if all of them can. */
export const missingProduct = (
  account: Features,
  products: readonly LinkProduct[],
  allAuthFeatures: boolean,
): LinkProduct | null =>
  products.find((product) => !SUITS[product](account, allAuthFeatures)) ?? null;

/** The products that consumer reports are made of; Link asks an institution for these. */
export const REPORT_SOURCES: readonly LinkProduct[] = ["transactions", "identity"];

/** The countries that consumer reports are about. */
export const REPORT_COUNTRIES: readonly CountryCode[] = ["US"];

/** The products of consumer reports in a list. */
export const reportProductsOf = (products: readonly string[]): ReportProduct[] =>
  products.flatMap(
    (product) => REPORT_PRODUCTS.find((reportProduct) => reportProduct === product) ?? [],
  );

/** The products in a list that Link sessions can request. */
export const linkProductsOf = (products: readonly string[]): LinkProduct[] =>
  products.flatMap((product) => LINK_PRODUCTS.find((linkProduct) => linkProduct === product) ?? []);
