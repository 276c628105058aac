/** The kinds of requests to an institution, as the API's `status` names them. */
export const REQUEST_KINDS = [
  "item_logins",
  "transactions_updates",
  "balance",
  "identity",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
