/** The billed product of a successful call, by path. */
const BILLED: Record<string, string> = {
  "/accounts/balance/get": "balance",
  "/transactions/refresh": "transactions",
  "/transactions/sync": "transactions",
  "/transactions/get": "transactions",
  "/auth/get": "auth",
  "/identity/get": "identity",
  "/investments/holdings/get": "investments",
  "/investments/transactions/get": "investments",
  "/liabilities/get": "liabilities",
  "/statements/list": "statements",
  "/simplefin/accounts": "transactions",
  "/pluggy/accounts": "balance",
  "/pluggy/transactions": "transactions",
  "/asset_report/create": "assets",
  "/asset_report/refresh": "assets",
  "/statements/download": "statements",
  "/statements/refresh": "statements",
  "/transactions/recurring/get": "transactions",
  "/transactions/export": "transactions",
  "/sandbox/transactions/create": "transactions",
  "/investments/refresh": "investments",
  "/identity/refresh": "identity",
  "/identity/match": "identity",
};

/**
 * The billed product of a successful call, including a processor's; undefined without a product.
 */
export const productOf = (path: string): string | undefined =>
  BILLED[path.replace("/processor/balance/", "/accounts/balance/").replace("/processor/", "/")];
