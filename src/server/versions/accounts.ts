import { atPath, compose, type Edit } from "./edit.ts";

/** Endpoints with accounts in their responses, and the JSON path to the accounts. */
const ACCOUNTS = {
  "/accounts/get": "accounts[]",
  "/item/import": "accounts[]",
  "/accounts/balance/get": "accounts[]",
  "/auth/get": "accounts[]",
  "/identity/get": "accounts[]",
  "/identity/match": "accounts[]",
  "/liabilities/get": "accounts[]",
  "/transactions/get": "accounts[]",
  "/transactions/sync": "accounts[]",
  "/investments/holdings/get": "accounts[]",
  "/investments/transactions/get": "accounts[]",
  "/processor/investments/holdings/get": "account",
  "/processor/investments/transactions/get": "account",
  "/processor/account/get": "account",
  "/processor/accounts/get": "account",
  "/processor/auth/get": "account",
  "/processor/balance/get": "account",
  "/processor/identity/get": "account",
  "/processor/liabilities/get": "account",
  "/processor/identity/match": "account",
  "/processor/transactions/get": "account",
  "/processor/transactions/sync": "account",
  "/asset_report/get": "report.items[].accounts[]",
  "/asset_report/audit_copy/get": "report.items[].accounts[]",
} as const;

/** Endpoints whose responses have accounts. */
export const ACCOUNT_PATHS = Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[];

/** Applies an edit to every account of a response. */
export const everyAccount = (edit: Edit): Edit =>
  compose(...[...new Set(Object.values(ACCOUNTS))].map((path) => atPath(path, edit)));
