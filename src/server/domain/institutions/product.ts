import type { Account } from "../../../protocol/account.ts";
import type { AccountNumbers } from "../../../protocol/numbers.ts";
import {
  type CountryCode,
  LINK_PRODUCTS,
  type LinkProduct,
  type Product,
  REPORT_PRODUCTS,
  type ReportProduct,
} from "../../../protocol/vocabulary.ts";

/** Products that exist in some countries only. */
const COUNTRIES: { [P in LinkProduct]?: readonly CountryCode[] } = {
  income: ["US"],
  assets: ["US", "CA"],
};

/** Products that all of the countries have. */
export const productsIn = (
  countryCodes: readonly CountryCode[],
  products: readonly LinkProduct[],
): LinkProduct[] =>
  products.filter((product) =>
    countryCodes.every((code) => COUNTRIES[product]?.includes(code) ?? true),
  );

/** The properties of an account that determine its products. */
export type AccountFeatures = Pick<Account, "type" | "subtype"> & {
  numbers: AccountNumbers;
  microDeposits?: "automatic" | "manual";
};

type Suits = (account: AccountFeatures, allAuthFeatures: boolean) => boolean;

const SUITS: { [P in LinkProduct]: Suits } = {
  // Unverified numbers are useful only if the session can verify them.
  auth: ({ numbers, microDeposits }, allAuthFeatures) =>
    Object.keys(numbers).length > 0 && (microDeposits === undefined || allAuthFeatures),
  transactions: ({ type }) => type !== "other",
  identity: () => true,
  income: ({ type }) => type === "depository",
  assets: () => true,
  liabilities: (account) => isLiability(account),
  investments: ({ type }) => type === "investment",
  statements: ({ type }) => type !== "other",
};

/** Whether an account is a debt with reported terms: a card, a mortgage or a student loan. */
export const isLiability = ({ type, subtype }: Pick<Account, "type" | "subtype">): boolean =>
  type === "credit" || (type === "loan" && (subtype === "mortgage" || subtype === "student"));

const OF_SOME_TYPES: readonly LinkProduct[] = ["liabilities", "investments", "statements"];

/**
 * Whether only some types of accounts have a product. Such a product does not exclude an account
 * that has another requested product.
 */
export const isOfSomeTypes = (product: LinkProduct): boolean => OF_SOME_TYPES.includes(product);

/**
 * Returns the first product that an account cannot have, or null. A product for some types of
 * accounts counts only if the account has no other product of the list.
 */
export const missingProduct = (
  account: AccountFeatures,
  products: readonly LinkProduct[],
  allAuthFeatures: boolean,
): LinkProduct | null => {
  const missing = products.filter((product) => !SUITS[product](account, allAuthFeatures));
  const isPlain = (product: LinkProduct) => !isOfSomeTypes(product);
  return missing.find(isPlain) ?? (missing.length < products.length ? null : (missing[0] ?? null));
};

/** The products that consumer reports are made from, which Link requests from an institution. */
export const REPORT_SOURCES: readonly LinkProduct[] = ["transactions", "identity"];

/** The countries of consumer reports. */
export const REPORT_COUNTRIES: readonly CountryCode[] = ["US"];

/** The consumer report products in a list. */
export const listReportProducts = (products: readonly string[]): ReportProduct[] =>
  products.flatMap(
    (product) => REPORT_PRODUCTS.find((reportProduct) => reportProduct === product) ?? [],
  );

/** The products in a list that Link sessions can request. */
export const listLinkProducts = (products: readonly string[]): LinkProduct[] =>
  products.flatMap((product) => LINK_PRODUCTS.find((linkProduct) => linkProduct === product) ?? []);

/** The kinds of data that a scope may give access to, and the words for them in scopes. */
const KINDS = {
  account: /account/i,
  customer: /customer|contact|identity/i,
  transactions: /transaction/i,
  investments: /invest|holdings|positions/i,
  statements: /statement/i,
} as const;
type Kind = keyof typeof KINDS;

/** FDX's scopes, for an issuer that lists none. */
const FDX_SCOPES = ["openid", "offline_access", "Account", "Customer", "Transactions"];

/**
 * More scopes than any issuer has; the limit keeps the sign-in's address short enough for browsers.
 */
const MAX_SCOPES = 100;

/** Words in scopes that allow changes. This server never requests such scopes. */
const WRITES = /write|manage|create|update|delete|initiat|transfer/i;

const NEEDS: { readonly [P in Product]: readonly Kind[] } = {
  auth: ["account"],
  balance: ["account"],
  identity: ["account", "customer"],
  transactions: ["account", "transactions"],
  income: ["account", "transactions"],
  assets: ["account", "customer", "transactions"],
  liabilities: ["account"],
  investments: ["account", "transactions", "investments"],
  statements: ["account", "transactions", "statements"],
};

/**
 * Returns the scopes to request if the operator declares none: for sign-in, offline access, and the
 * data that the products need, by the issuer's names. If the issuer offers none about accounts,
 * FDX's names are used.
 */
export const scopesFor = (
  providerScopes: readonly string[] | undefined,
  products: readonly Product[],
): string[] => {
  const needs = new Set(products.flatMap((product) => NEEDS[product]));
  const names = providerScopes?.some((scope) => listKinds(scope).length > 0)
    ? providerScopes.slice(0, MAX_SCOPES)
    : FDX_SCOPES;
  return names.filter((scope) => {
    if (scope === "openid" || scope === "offline_access") return true;
    if (WRITES.test(scope)) return false;
    const kinds = listKinds(scope);
    return kinds.some((kind) => needs.has(kind));
  });
};

/** A scope with both `account` and `transactions` in its name is about transactions. */
function listKinds(scope: string): Kind[] {
  if (KINDS.investments.test(scope)) return ["investments"];
  if (KINDS.transactions.test(scope)) return ["transactions"];
  if (KINDS.customer.test(scope)) return ["customer"];
  return KINDS.account.test(scope) ? ["account"] : [];
}
