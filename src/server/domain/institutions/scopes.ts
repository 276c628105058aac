import type { Product } from "../../../protocol/vocabulary.ts";

/** The kinds of data that a scope gives access to, and the words in its name for them. */
const KINDS = {
  account: /account/i,
  customer: /customer|contact|identity/i,
  transactions: /transaction/i,
} as const;
type Kind = keyof typeof KINDS;

/** The scopes of FDX, for an issuer that does not say which it offers. */
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
  const names = providerScopes?.some((scope) => kindsOf(scope).length > 0)
    ? providerScopes.slice(0, MAX_SCOPES)
    : FDX_SCOPES;
  return names.filter((scope) => {
    if (scope === "openid" || scope === "offline_access") return true;
    if (WRITES.test(scope)) return false;
    const kinds = kindsOf(scope);
    return kinds.some((kind) => needs.has(kind));
  });
};

/** `transactions` is more than `account`: a name with both is about the former. */
function kindsOf(scope: string): Kind[] {
  if (KINDS.transactions.test(scope)) return ["transactions"];
  if (KINDS.customer.test(scope)) return ["customer"];
  return KINDS.account.test(scope) ? ["account"] : [];
}
