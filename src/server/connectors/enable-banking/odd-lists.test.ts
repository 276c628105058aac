import { expect, test } from "vitest";
import {
  linkedBy,
  listing,
  plainAccount,
  plainRow,
  plainSession,
} from "./scripted-aggregator.fixture.ts";

const NONE = { added: [], modified: [], removed: [] };
const shown = (list: readonly Record<string, unknown>[]) =>
  list.map(({ date, amount, name }) => [date, amount, name]);

const ROW = plainRow("2026-01-10", "-12.40", "Cafe");

test.each([
  ["an empty body", { body: "" }],
  ["null", { body: null }],
  ["no list", { body: {} }],
  ["a null list", { body: { transactions: null } }],
  ["no content", { status: 204, body: "" }],
  ["a web page", { status: 502, body: "<html>" }],
  ["an error within 200", { body: { code: 400, error: "ASPSP_ERROR" } }],
  ["a list only", { body: [] }],
])("%s in place of a list removes nothing", async (_, answer) => {
  let now: object = { body: { transactions: [ROW] } };
  const { first, pull, sync } = await linkedBy({ transactions: () => now });
  expect(first.added).toHaveLength(1);
  now = answer;
  await pull(4);
  expect(await sync()).toEqual(NONE);
});

test("the days of a list that goes forward are kept if its next page fails", async () => {
  const page = (key: string | null) =>
    key === null
      ? {
          body: {
            transactions: [
              plainRow("2026-01-08", "-1.00", "Old"),
              plainRow("2026-01-09", "-2.00", "Mid"),
            ],
            continuation_key: "k",
          },
        }
      : { status: 422, body: { code: 422, error: "WRONG_CONTINUATION_KEY" } };
  const { first, pull, sync } = await linkedBy({
    transactions: ({ query }) => page(query.get("continuation_key")),
  });
  expect(shown(first.added)).toEqual([["2026-01-08", 1, "Old"]]);
  await pull(3);
  expect(await sync()).toEqual(NONE);
});

test("a pending list whose second page is refused keeps the first", async () => {
  const { first, pull, sync } = await linkedBy({
    transactions: ({ query }) =>
      query.get("transaction_status") !== "PDNG"
        ? { body: { transactions: [ROW] } }
        : query.get("continuation_key") === null
          ? {
              body: {
                transactions: [
                  plainRow("2026-01-14", "-5.00", "Hold", { status: "PDNG", booking_date: null }),
                ],
                continuation_key: "k",
              },
            }
          : { status: 422, body: { code: 422, error: "WRONG_REQUEST_PARAMETERS" } },
  });
  expect(first.added).toHaveLength(2);
  await pull(12);
  expect(await sync()).toEqual(NONE);
});

test("a limit that the list of pending payments meets is a pause", async () => {
  const { asked, pull } = await linkedBy({
    transactions: ({ query }) =>
      query.get("transaction_status") === "PDNG"
        ? { status: 429, body: { code: 429 } }
        : { body: { transactions: [ROW] } },
  });
  const before = asked.length;
  await pull(0);
  await pull(0);
  expect(asked.length).toBe(before);
  expect(asked.map(({ query }) => query.get("transaction_status"))).toContain("PDNG");
});

test("keys that take turns end a list", async () => {
  const { first, asked } = await linkedBy({
    transactions: ({ query }) => ({
      body: {
        transactions: query.get("continuation_key") === null ? [ROW] : [],
        continuation_key: query.get("continuation_key") === "a+b/c=&" ? "second" : "a+b/c=&",
      },
    }),
  });
  expect(first.added).toHaveLength(1);
  expect(
    asked.filter(
      ({ query }) => query.get("transaction_status") === null && query.has("continuation_key"),
    ).length,
  ).toBeLessThan(8);
});

test.each([
  [
    "the earliest day",
    {
      status: 422,
      body: { code: 422, error: "WRONG_TRANSACTIONS_PERIOD", detail: { date_from: "2025-12-01" } },
    },
  ],
  [
    "the earliest day as a moment",
    {
      status: 422,
      body: {
        code: 422,
        error: "WRONG_TRANSACTIONS_PERIOD",
        detail: { date_from: "2025-12-01T00:00:00Z" },
      },
    },
  ],
  [
    "a text of JSON",
    {
      status: 422,
      body: { code: 422, error: "WRONG_TRANSACTIONS_PERIOD", detail: '{"date_from":"2025-12-01"}' },
    },
  ],
  [
    "a title and words",
    { status: 400, body: { title: "Bad", code: "PERIOD_INVALID", detail: "dateFrom=2025-12-01" } },
  ],
  ["a title alone", { status: 400, body: { title: "Bad", code: "PERIOD_INVALID", detail: null } }],
  [
    "a code alone",
    { status: 422, body: { code: 422, error: "WRONG_TRANSACTIONS_PERIOD", detail: null } },
  ],
  [
    "an error within the error",
    {
      status: 400,
      body: {
        code: 400,
        error: "ASPSP_ERROR",
        detail: { tppMessages: [{ code: "PERIOD_INVALID", text: "x" }] },
      },
    },
  ],
  [
    "a day that does not help",
    {
      status: 422,
      body: { code: 422, error: "WRONG_TRANSACTIONS_PERIOD", detail: { date_from: "2020-01-01" } },
    },
  ],
  [
    "a day in the future",
    {
      status: 422,
      body: { code: 422, error: "WRONG_TRANSACTIONS_PERIOD", detail: { date_from: "2027-01-01" } },
    },
  ],
  [
    "a bank's own words",
    {
      status: 400,
      body: { code: 400, error: "ASPSP_ERROR", detail: "The requested period is too long" },
    },
  ],
  ["a wrong interval", { status: 422, body: { code: 422, error: "WRONG_DATE_INTERVAL" } }],
])("a longer period is refused by %s, and a shorter one is read", async (_, refusal) => {
  const { first } = await linkedBy({
    transactions: ({ query }) =>
      (query.get("date_from") ?? "") < "2025-12-01"
        ? refusal
        : { body: { transactions: [ROW, plainRow("2025-12-20", "5", "Old")] } },
  });
  expect(first.added).toHaveLength(2);
});
test("an account that is listed twice is one", async () => {
  const account = plainAccount();
  const { app, item, first } = await linkedBy({
    ...listing([ROW]),
    session: plainSession([account, account, { ...account, uid: "u-2" }]),
  });
  const { accounts } = await app.call("/accounts/get", { access_token: item.access_token });
  expect(accounts).toHaveLength(1);
  expect(first.added).toHaveLength(1);
});

test("an account that its session names by the uid alone is asked for", async () => {
  const { app, item } = await linkedBy({ ...listing([ROW]), session: plainSession(["u-1"]) });
  const { accounts } = await app.call("/accounts/get", { access_token: item.access_token });
  expect(accounts).toHaveLength(1);
});
