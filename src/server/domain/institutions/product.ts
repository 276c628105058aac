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

/**
 * Whether an account is a debt whose terms institutions report: a card, a mortgage or a student
 * loan.
 */
export const isLiability = ({ type, subtype }: Pick<Account, "type" | "subtype">): boolean =>
  type === "credit" || (type === "loan" && (subtype === "mortgage" || subtype === "student"));

const OF_SOME_TYPES: readonly LinkProduct[] = ["liabilities", "investments", "statements"];

/** Whether some types of accounts have a product, which bars no account that another product is asked of. */
export const isOfSomeTypes = (product: LinkProduct): boolean => OF_SOME_TYPES.includes(product);

/**
 * The first of the products that cannot be read from an account; null if all of them can. A product of some types of
 * accounts counts only for an account that has no other product of the list.
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

/** The products that consumer reports are made of; Link asks an institution for these. */
export const REPORT_SOURCES: readonly LinkProduct[] = ["transactions", "identity"];

/** The countries that consumer reports are about. */
export const REPORT_COUNTRIES: readonly CountryCode[] = ["US"];

/** The products of consumer reports in a list. */
export const listReportProducts = (products: readonly string[]): ReportProduct[] =>
  products.flatMap(
    (product) => REPORT_PRODUCTS.find((reportProduct) => reportProduct === product) ?? [],
  );

/** The products in a list that Link sessions can request. */
export const listLinkProducts = (products: readonly string[]): LinkProduct[] =>
  products.flatMap((product) => LINK_PRODUCTS.find((linkProduct) => linkProduct === product) ?? []);

/** The kinds of data that a scope gives access to, and the words in its name for them. */
const KINDS = {
  account: /account/i,
  customer: /customer|contact|identity/i,
  transactions: /transaction/i,
  investments: /invest|holdings|positions/i,
  statements: /statement/i,
} as const;
type Kind = keyof typeof KINDS;

/** The scopes of FDX, for an issuer that does not list its scopes. */
const FDX_SCOPES = ["openid", "offline_access", "Account", "Customer", "Transactions"];

/** More than any issuer has: the address of a sign-in is to stay one that browsers take. */
const MAX_SCOPES = 100;

/** Scopes that change something: nothing here ever does. */
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
 * Returns the scopes to request from an issuer if the operator has not declared them: for sign-in, for
 * offline access, and for the data that the products need, as the issuer names these; by FDX's names if it
 * offers none about accounts.
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

/** `transactions` is more than `account`: a name with both is about the former. */
function listKinds(scope: string): Kind[] {
  if (KINDS.investments.test(scope)) return ["investments"];
  if (KINDS.transactions.test(scope)) return ["transactions"];
  if (KINDS.customer.test(scope)) return ["customer"];
  return KINDS.account.test(scope) ? ["account"] : [];
}
