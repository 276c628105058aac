import type { ConsentedProduct } from "../../../protocol/vocabulary.ts";

/** The kinds of data that a user consents to share. */
export const SCOPES = [
  "account_balance_info",
  "account_routing_number",
  "contact_info",
  "credit_loan_info",
  "investments",
  "transactions",
] as const;
export type Scope = (typeof SCOPES)[number];

const SCOPES_OF: Readonly<Record<ConsentedProduct, readonly Scope[]>> = {
  balance: ["account_balance_info"],
  auth: ["account_balance_info", "account_routing_number"],
  identity: ["account_balance_info", "contact_info"],
  transactions: ["account_balance_info", "transactions"],
  income: ["account_balance_info", "transactions"],
  assets: ["account_balance_info", "contact_info", "transactions"],
  liabilities: ["account_balance_info", "credit_loan_info"],
  investments: ["account_balance_info", "investments"],
  statements: ["account_balance_info", "transactions"],
  cra_base_report: ["account_balance_info", "contact_info", "transactions"],
  cra_income_insights: ["account_balance_info", "contact_info", "transactions"],
  cra_network_insights: ["account_balance_info", "contact_info", "transactions"],
  cra_cashflow_insights: ["account_balance_info", "contact_info", "transactions"],
};

/** The kinds of data of some products. */
export const listScopes = (products: readonly ConsentedProduct[]): Scope[] => {
  const scopes = new Set(products.flatMap((product) => SCOPES_OF[product]));
  return SCOPES.filter((scope) => scopes.has(scope));
};
