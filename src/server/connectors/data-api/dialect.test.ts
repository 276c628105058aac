import { expect, test } from "vitest";
import { z } from "zod";
import { ownId } from "../../domain/bank-values.ts";
import { defineDialect, type Wire } from "./dialect.ts";
import type { Reads } from "./dialect-reads.ts";

const WIRE: Wire = {
  name: "plain",
  basePath: "/plain/v1",
  headers: { request: "x-request-id", person: {} },
  errorCode: ["code"],
  refusals: [{ statuses: [404], means: "absent" }],
  nextPage: [{ at: "next", parameter: "page" }],
  consent: { inTokens: null, record: null, request: null },
  scopes: null,
  products: ["balance"],
};

const REQUEST: NonNullable<Wire["consent"]["request"]> = {
  path: "/consents",
  scope: "accounts",
  approaches: ["oauth"],
  body: () => ({}),
  permissions: { balance: ["read"] },
  id: "id",
  status: "status",
  permissionsAt: "permissions",
  reusable: [],
  claim: "consent",
  acrValues: [],
};

const Entry = z.object({ id: z.string() });
type Entry = z.infer<typeof Entry>;

const READS: Reads<Entry, Entry, Entry> = {
  accounts: {
    path: "/accounts",
    list: "accounts",
    schema: Entry,
    keyOf: ({ id }) => ownId(id),
    stateOf: () => "open",
    isSame: () => true,
    toAccount: () => expect.fail("no account is read"),
    toBalances: () => expect.fail("no balance is read"),
  },
  details: {
    path: "/accounts/{accountId}",
    isNeeded: () => false,
    schema: Entry.transform(() => (account: Entry) => account),
  },
  numbers: null,
  liabilities: null,
  investments: null,
  statements: null,
  owners: [],
  user: { path: "/user", schema: Entry.transform(() => []) },
  transactions: {
    path: "/accounts/{accountId}/transactions",
    list: "rows",
    schema: Entry,
    period: (from, to) => ({ from, to }),
    marginDays: 0,
    minPeriodDays: 1,
    toTransactions: async () => [],
  },
};

test("a dialect's table is checked when it is loaded, and each wrong line is named", () => {
  expect(defineDialect(WIRE, READS).name).toBe("plain");
  const { accounts, transactions } = READS;
  const wrong: [string, Partial<Wire>, Partial<typeof READS>][] = [
    ["name: is not in small letters", { name: "Plain" }, {}],
    ["basePath: is not like /fdx/v6, without a slash at its end", { basePath: "/a/" }, {}],
    [
      "headers: a header is no header's name in small letters",
      { headers: { request: "a header", person: {} } },
      {},
    ],
    [
      "refusals[1]: has no effect after the lines before it",
      {
        refusals: [
          { statuses: [404, 403], means: "absent" },
          { statuses: [403], codes: ["7"], means: "sign in again" },
        ],
      },
      {},
    ],
    [
      "refusals[0]: 401 is no refusal that a dialect gives a meaning",
      { refusals: [{ statuses: [401], means: "absent" }] },
      {},
    ],
    ["nextPage[0].at: is no place in a body", { nextPage: [{ at: "a b", parameter: null }] }, {}],
    [
      "consent.record.path: has no {consentId}",
      {
        consent: {
          inTokens: null,
          record: { path: "/consents", end: "end", by: "user" },
          request: null,
        },
      },
      {},
    ],
    [
      "consent.request.permissions: has none for auth",
      { products: ["auth"], consent: { inTokens: null, record: null, request: REQUEST } },
      {},
    ],
    [
      "consent.request.states: cannot be read, which approaches need",
      {
        consent: {
          inTokens: null,
          record: null,
          request: { ...REQUEST, approaches: ["redirect"], site: ["_links.site"] },
        },
      },
      {},
    ],
    [
      "consent.request.site: is missing, which the approach redirect needs",
      {
        consent: {
          inTokens: null,
          record: { path: "/consents/{consentId}", end: "end", by: "client" },
          request: { ...REQUEST, approaches: ["redirect"], states: { valid: "authorized" } },
        },
      },
      {},
    ],
    [
      "consent.request.preStep: names a consent, which no sign-in before it has",
      {
        consent: {
          inTokens: null,
          record: null,
          request: { ...REQUEST, preStep: ["AIS:{consentId}"] },
        },
      },
      {},
    ],
    [
      "consent.request.preStep: has no approach after it but oauth",
      {
        consent: { inTokens: null, record: null, request: { ...REQUEST, preStep: ["AIS"] } },
      },
      {},
    ],
    [
      "transactions.bulk.path: there is no {accountId} to fill in",
      {},
      {
        transactions: {
          ...transactions,
          bulk: { path: "/accounts/{accountId}", accountOf: () => null },
        },
      },
    ],
    [
      "accounts.path: there is no {id} to fill in",
      {},
      { accounts: { ...accounts, path: "/{id}" } },
    ],
    [
      "owners[0].path: has no {accountId}",
      {},
      { owners: [{ path: "/party", schema: Entry.transform(() => []) }] },
    ],
    [
      "transactions.period: names not both the first and the last day",
      {},
      { transactions: { ...transactions, period: (from) => ({ from }) } },
    ],
    [
      "transactions.minPeriodDays: is no number of days",
      {},
      { transactions: { ...transactions, minPeriodDays: 0 } },
    ],
  ];
  for (const [problem, wire, reads] of wrong)
    expect(() => defineDialect({ ...WIRE, ...wire }, { ...READS, ...reads })).toThrow(
      `dialect ${wire.name ?? "plain"}: ${problem}`,
    );
});
