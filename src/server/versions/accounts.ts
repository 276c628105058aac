import { all, at, type Edit } from "./edit.ts";

/** The paths whose answers hold accounts, and where in the answer. */
const ACCOUNTS = {
  "/accounts/get": "accounts[]",
  "/item/import": "accounts[]",
  "/accounts/balance/get": "accounts[]",
  "/auth/get": "accounts[]",
  "/identity/get": "accounts[]",
  "/transactions/get": "accounts[]",
  "/transactions/sync": "accounts[]",
  "/processor/auth/get": "account",
  "/asset_report/get": "report.items[].accounts[]",
  "/asset_report/audit_copy/get": "report.items[].accounts[]",
} as const;

/** The paths whose answers hold accounts. */
export const ACCOUNT_PATHS = Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[];

/** An edit of every account of an answer, wherever that has them. */
export const everyAccount = (edit: Edit): Edit =>
  all(...[...new Set(Object.values(ACCOUNTS))].map((place) => at(place, edit)));
