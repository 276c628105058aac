import type { Check } from "../check.ts";
import { readFields, readText } from "../reply.ts";
import { judgeRefusal } from "./token-checks.ts";

/** Checks of the data API's availability and its refusals. */
export const dataChecks: readonly Check[] = [
  {
    id: "data-reachable",
    area: "Data",
    what: "responds in time",
    fix: "make {data API}/accounts respond; if it is elsewhere, name it with --data-url",
    find: ({ accounts }) => {
      if (accounts === null) return undefined;
      const { status, failure } = accounts;
      return status === null || status >= 500 || status === 404 ? failure : null;
    },
  },
  {
    id: "data-rate-limit",
    area: "Data",
    what: "lets a handful of calls through",
    fix: "allow at least 60 calls a minute for each customer: a first update reads several pages of each account",
    find: ({ accounts }) => {
      if (accounts === null || accounts.status === null) return undefined;
      return accounts.status === 429 ? "responds 429 to the first call" : null;
    },
  },
  {
    id: "data-retry-after",
    area: "Data",
    what: "says when to come back, if it limits calls",
    fix: "add Retry-After with seconds to each 429 and 503",
    find: ({ accounts }) => {
      if (accounts === null || ![429, 503].includes(accounts.status ?? 0)) return undefined;
      return accounts.headers.has("retry-after")
        ? null
        : `responds ${accounts.status} without Retry-After`;
    },
  },
  {
    id: "data-json",
    area: "Data",
    what: "responds with JSON",
    fix: "answer application/json, whole, in UTF-8",
    find: ({ accounts }) =>
      accounts === null || accounts.status !== 200 ? undefined : accounts.failure,
  },
  {
    id: "data-needs-token",
    area: "Data",
    what: "requires a token",
    fix: "refuse a request without a good access token with 401",
    find: ({ withoutToken }) =>
      withoutToken === null || withoutToken.status === null
        ? undefined
        : withoutToken.status < 300
          ? "returns accounts without a token"
          : null,
  },
  {
    id: "data-challenge",
    area: "Data",
    what: "says how to authenticate when it refuses",
    fix: "add WWW-Authenticate: Bearer (or DPoP) to each 401 (RFC 6750, 3)",
    find: ({ withoutToken }) => {
      if (withoutToken?.status !== 401) return undefined;
      return withoutToken.headers.has("www-authenticate")
        ? null
        : "responds 401 without WWW-Authenticate";
    },
  },
  {
    id: "data-scope-needed",
    area: "Data",
    what: "accepts a token within its scopes only",
    fix: "refuse requests beyond the token's scopes with 403",
    find: ({ beyondScope }) =>
      judgeRefusal(beyondScope, "returns accounts to a token without their scope"),
  },
  {
    id: "data-error-status",
    area: "Data",
    what: "returns errors with their status",
    fix: "respond 404 for an unknown account, and never 200 with an error in it",
    find: ({ unknownAccount }) =>
      judgeRefusal(unknownAccount, "responds with success for an account that does not exist"),
  },
  {
    id: "data-error-shape",
    area: "Data",
    what: "returns errors with a code and a message",
    fix: 'answer {"code": "701", "message": "…"} as FDX has it',
    find: ({ unknownAccount }) => {
      if (!unknownAccount || (unknownAccount.status ?? 0) < 400) return undefined;
      const { code, message } = readFields(unknownAccount.body);
      const isCode = typeof code === "string" || typeof code === "number";
      return isCode && typeof message === "string" ? null : "has no code, or no message";
    },
  },
  {
    id: "customer-readable",
    area: "Data",
    what: "says who the customer is",
    fix: "answer /customers/current with JSON to a token with the scope Customer",
    find: ({ customer }) => (customer === null ? undefined : customer.failure),
  },
  {
    id: "customer-name",
    area: "Data",
    what: "says the customer's id and name",
    fix: "add customerId, and name as {first, last}",
    find: ({ customer }) => {
      if (customer === null || customer.failure !== null) return undefined;
      const { name } = readFields(customer.body);
      if (readText(customer.body, "customerId") === undefined) return "has no customerId";
      return readText(name, "last") === undefined ? "has no name" : null;
    },
  },
];
