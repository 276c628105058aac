import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answer,
  type Change,
  put,
} from "../../../connectors/data-api/document-banks/changing.fixture.ts";
import { cdrBank } from "./cdr-bank.fixture.ts";
import { wrongIn } from "./wire-check.fixture.ts";

const ACC = /^GET .*\/banking\/accounts$/;
const BAL = /^GET .*\/balance$/;
const TX = /^GET .*\/transactions/;
const TOKEN = /^POST \/token$/;
const ROWS = "data.transactions.*";

let it: Awaited<ReturnType<typeof cdrBank>>;
beforeAll(async () => {
  it = await cdrBank();
});
afterAll(() => it.bank.close());

/** Removes a header from responses at some paths, or changes its value. */
const header =
  (at: RegExp, name: string, value: string | null): Change =>
  async ({ method, url }, response) => {
    if (!at.test(`${method} ${url.pathname}`)) return response;
    const headers = new Headers(response.headers);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return new Response(await response.text(), { status: response.status, headers });
  };

let count = 0;
const another = () => `other-${count++}`;

test("a bank of the Consumer Data Standards is checked with a sign-in and a cancel", async () => {
  const results = await it.check([], 4);
  expect(wrongIn(results)).toEqual([]);
  const passed = results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id);
  expect(passed.length).toBeGreaterThan(60);
  expect(passed).toEqual(
    expect.arrayContaining([
      ...["arrangement-id", "request-id", "version-header", "account-category"],
      ...["balance-amounts", "transaction-type", "paging-page", "cancel-error"],
    ]),
  );
});

test.each<[fault: string, change: Change, id: string, words: string]>([
  ["no arrangement", put(TOKEN, "cdr_arrangement_id", undefined), "arrangement-id", "is nothing"],
  ["arrangement as number", put(TOKEN, "cdr_arrangement_id", 7), "arrangement-id", "type number"],
  [
    "another arrangement later",
    put(TOKEN, "cdr_arrangement_id", another),
    "arrangement-id-stable",
    "another one",
  ],
  [
    "no interaction id",
    header(/banking/, "x-fapi-interaction-id", null),
    "request-id",
    "is missing",
  ],
  ["no version", header(ACC, "x-v", null), "version-header", "x-v is missing"],
  ["a version in words", header(ACC, "x-v", "three"), "version-header", "no number"],
  [
    "accounts in no list",
    put(ACC, "data.accounts", {}),
    "accounts-list",
    "data.accounts is no list",
  ],
  ["no account", put(ACC, "data.accounts", []), "accounts-present", "the list is empty"],
  ["no self link", put(ACC, "links.self", undefined), "accounts-links", "links.self"],
  ["no total", put(ACC, "meta", {}), "accounts-links", "totalRecords"],
  [
    "an account without id",
    put(ACC, "data.accounts.*.accountId", undefined),
    "account-id",
    "accountId is nothing",
  ],
  [
    "one id",
    put(ACC, "data.accounts.*.accountId", "a-1"),
    "account-id-unique",
    "2 accounts, 1 ids",
  ],
  [
    "ids that change",
    put(ACC, "data.accounts.*.accountId", another),
    "account-id-stable",
    "another one later",
  ],
  [
    "no display name",
    put(ACC, "data.accounts.*.displayName", ""),
    "account-names",
    "displayName is",
  ],
  [
    "no product name",
    put(ACC, "data.accounts.*.productName", undefined),
    "account-names",
    "productName is nothing",
  ],
  [
    "a whole number",
    put(ACC, "data.accounts.0.maskedNumber", "062000 12345678"),
    "account-masked-number",
    "is whole",
  ],
  [
    "no number",
    put(ACC, "data.accounts.0.maskedNumber", undefined),
    "account-masked-number",
    "is nothing",
  ],
  [
    "an unknown category",
    put(ACC, "data.accounts.0.productCategory", "SAVINGS"),
    "account-category",
    '"SAVINGS"',
  ],
  [
    "an unknown status",
    put(ACC, "data.accounts.0.openStatus", "Active"),
    "account-status",
    '"Active"',
  ],
  ["a null", put(ACC, "data.accounts.0.nickname", null), "data-nulls", "nickname is null"],
  ["no balance", answer(BAL, 404, {}), "balances-readable", "responds 404"],
  [
    "a balance as number",
    put(BAL, "data.currentBalance", 80),
    "balance-amounts",
    "a number and no text",
  ],
  [
    "a balance with a comma",
    put(BAL, "data.availableBalance", "1,000.00"),
    "balance-amounts",
    "a comma",
  ],
  [
    "no available balance",
    put(BAL, "data.availableBalance", undefined),
    "balance-amounts",
    "availableBalance is missing",
  ],
  ["a currency in words", put(BAL, "data.currency", "A$"), "balance-currency", "currency is"],
  ["another account's balance", put(BAL, "data.accountId", "z"), "balance-account", "another one"],
  [
    "rows in no list",
    put(TX, "data.transactions", null),
    "transactions-list",
    "data.transactions is nothing",
  ],
  [
    "a posted row without id",
    put(TX, `${ROWS}.transactionId`, undefined),
    "transaction-id",
    "is nothing",
  ],
  [
    "ids of each delivery",
    put(TX, `${ROWS}.transactionId`, another),
    "transaction-id-stable",
    "another one later",
  ],
  ["one id for all", put(TX, `${ROWS}.transactionId`, "t"), "transaction-id-unique", "1 ids"],
  [
    "another account's rows",
    put(TX, `${ROWS}.accountId`, "z"),
    "transaction-account",
    "another one",
  ],
  ["an unknown state", put(TX, `${ROWS}.status`, "BOOKED"), "transaction-status", '"BOOKED"'],
  ["an unknown type", put(TX, `${ROWS}.type`, "CARD"), "transaction-type", '"CARD"'],
  [
    "amounts as numbers",
    put(TX, `${ROWS}.amount`, Number),
    "transaction-amount",
    "a number and no text",
  ],
  ["no time", put(TX, `${ROWS}.postingDateTime`, undefined), "transaction-time", "is missing"],
  [
    "a time without zone",
    put(TX, `${ROWS}.postingDateTime`, (text: string) => text.slice(0, 19)),
    "transaction-time",
    "no zone",
  ],
  [
    "a currency in small letters",
    put(TX, `${ROWS}.currency`, "aud"),
    "transaction-currency",
    '"aud"',
  ],
  [
    "no reference",
    put(TX, `${ROWS}.reference`, undefined),
    "transaction-text",
    "reference is nothing",
  ],
  [
    "a next page elsewhere",
    put(TX, "links.next", (link?: string) => link && "https://bank.example/x"),
    "paging-link",
    "another address",
  ],
  [
    "pages without an end",
    put(TX, "links.next", (link?: string) => link ?? "?page=1"),
    "paging-ends",
    "leads",
  ],
])("%s is named, with what would be right", async (_, change, id, words) => {
  const wrong = wrongIn(await it.check([change]));
  const named = wrong.find((result) => result.id === id);
  expect([wrong.map((result) => result.id), named?.found]).toEqual([
    expect.arrayContaining([id]),
    expect.stringContaining(words),
  ]);
  expect(named?.fix).not.toBe("");
});
