import type { ErrorRow } from "./error-row.ts";

/** Errors of calls beyond a rate limit. */
export const RATE_LIMIT_ERRORS = {
  ACCOUNTS_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /accounts/get for this Item; try again later",
  },
  ACCOUNTS_BALANCE_GET_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /accounts/balance/get by this client; try again later",
  },
  ADDITION_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "no more Items can be linked in this environment; remove some first",
  },
  AUTH_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /auth/get for this Item; try again later",
  },
  BALANCE_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /accounts/balance/get for this Item; try again later",
  },
  IDENTITY_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /identity/get for this Item; try again later",
  },
  INSTITUTION_RATE_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "the institution allows no more calls for now; try again later",
    display: "This institution is too busy right now.",
  },
  INSTITUTIONS_GET_BY_ID_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /institutions/get_by_id; try again later",
  },
  INSTITUTIONS_GET_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /institutions/get; try again later",
  },
  INSTITUTIONS_SEARCH_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /institutions/search; try again later",
  },
  ITEM_GET_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of /item/get for this Item; try again later",
  },
  RATE_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls; try again later",
    display: "There were too many attempts.",
  },
  TRANSACTIONS_LIMIT: {
    status: 429,
    type: "RATE_LIMIT_EXCEEDED",
    message: "too many calls of this transactions path for this Item; try again later",
  },
} as const satisfies Record<string, ErrorRow>;
