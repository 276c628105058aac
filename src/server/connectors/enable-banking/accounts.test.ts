import { expect, test } from "vitest";
import { recognizeAccounts, toBalances, toBankAccount } from "./accounts.ts";
import { findAuthMethod } from "./authorization.ts";
import { toAggregatedBank } from "./banks.ts";
import type { KnownAccount } from "./session-state.ts";
import { AccountResource, Aspsp, BalanceList } from "./values.ts";

const resource = (fields: object) =>
  AccountResource.parse({
    ...{ uid: "u1", account_id: { iban: "FI2112345600000785" }, currency: "EUR" },
    ...{
      identification_hash: "h1",
      identification_hashes: ["h1", "f1"],
      cash_account_type: "CACC",
    },
    ...fields,
  });
const recognize = (before: readonly KnownAccount[], ...fields: object[]) =>
  recognizeAccounts(
    fields.map((each) => resource(each)),
    before,
  ).map(({ known }) => known);
const toKeys = (before: readonly KnownAccount[], ...fields: object[]) =>
  recognize(before, ...fields).map(({ key }) => key);

const OTHER = { iban: "FI5810171000000122" };

test.each([
  ["the same hash", { account_id: OTHER }],
  [
    "a further hash in common",
    { identification_hash: "h2", identification_hashes: ["h2", "f1"], account_id: OTHER },
  ],
  ["the same IBAN and currency", { identification_hash: "h2", identification_hashes: ["h2"] }],
])("an account of a new consent with %s keeps its key", (_, fields) => {
  const before = recognize([], {});
  expect(toKeys(before, fields)).toEqual(["h1"]);
});

test("an account that has nothing in common, or another currency, is a new one", () => {
  const before = recognize([], {});
  const stranger = { identification_hash: "h2", identification_hashes: ["h2"] };
  expect(toKeys(before, { ...stranger, account_id: OTHER })).toEqual(["h2"]);
  expect(toKeys(before, { ...stranger, currency: "SEK" })).toEqual(["h2"]);
});

test("a further hash that several accounts have recognizes none of them", () => {
  const shared = { identification_hashes: ["shared"], account_id: null };
  const before = recognize(
    [],
    { ...shared, identification_hash: "a" },
    { ...shared, identification_hash: "b" },
  );
  expect(
    toKeys(
      before,
      { ...shared, identification_hash: "c" },
      { ...shared, identification_hash: "d" },
    ),
  ).toEqual(["c", "d"]);
});

test("accounts of one hash in several currencies have a key each, in any order", () => {
  const [euro, krona] = [{ currency: "EUR" }, { currency: "SEK" }];
  expect(toKeys([], euro, krona)).toEqual(["h1/EUR", "h1/SEK"]);
  expect(toKeys(recognize([], euro, krona), krona, euro)).toEqual(["h1/SEK", "h1/EUR"]);
});

test.each([{ uid: null }, { currency: "XXX" }, { currency: null }, { uid: "" }])(
  "an account with %o is listed, and cannot be asked for",
  (fields) => {
    expect(recognize([], fields)).toMatchObject([{ key: "h1", uid: null }]);
  },
);

const balances = (account: Partial<KnownAccount>, ...list: [string, string, object?][]) =>
  toBalances(
    { currency: "EUR", isCard: false, limit: null, ...account },
    BalanceList.parse({
      balances: list.map(([balance_type, amount, more]) => ({
        ...{ name: "x", balance_type, balance_amount: { currency: "EUR", amount } },
        ...more,
      })),
    }).balances ?? [],
  );

test("the current balance is a booked one, and one to spend may have an overdraft in it", () => {
  expect(balances({ limit: 1000 }, ["ITAV", "1500.00"], ["CLBD", "500.00"])).toMatchObject({
    ...{ current: 500, available: 1500, limit: 1000 },
  });
  expect(balances({ limit: 1000 }, ["ITAV", "1500.00"])).toMatchObject({ current: null });
  expect(balances({}, ["ITAV", "80.10"])).toMatchObject({ current: 80.1, available: 80.1 });
  const newer = { reference_date: "2026-01-15" };
  expect(
    balances({}, ["ITBD", "1.00", { reference_date: "2026-01-14" }], ["CLBD", "2.00", newer]),
  ).toMatchObject({ current: 2 });
  const krona = { balance_amount: { currency: "SEK", amount: "9" } };
  expect(balances({}, ["CLBD", "9", krona], ["CLBD", "3.50"])).toMatchObject({ current: 3.5 });
});

test("the current balance of a card is its debt, and credit left is none", () => {
  const card = { isCard: true, limit: 1000 };
  expect(balances(card, ["CLBD", "-120.40"], ["ITAV", "879.60"])).toMatchObject({
    ...{ current: 120.4, available: 879.6, limit: 1000 },
  });
  expect(balances(card, ["ITAV", "879.60"])).toMatchObject({ current: 120.4 });
  expect(balances({ isCard: true }, ["ITAV", "879.60"])).toMatchObject({ current: null });
});

test.each([
  [
    "an IBAN of the UK",
    { account_id: { iban: "GB29NWBK60161331926819" } },
    { account: "31926819", sort_code: "601613" },
  ],
  [
    "a sort code and a number",
    {
      account_id: {
        iban: null,
        other: { identification: "60161331926819", scheme_name: "SortCodeAccountNumber" },
      },
    },
    { account: "31926819", sort_code: "601613" },
  ],
  ["an IBAN of elsewhere", {}, undefined],
])("%s has the numbers of the UK, or none", (_, fields, bacs) => {
  const account = resource(fields);
  const [known] = recognize([], fields);
  if (!known) throw new Error("the account is recognized");
  expect(toBankAccount(account, known, null).numbers.bacs).toEqual(bacs);
});

const method = (approach: string, more: object = {}) => ({
  ...{ name: approach.toLowerCase(), psu_type: "personal", approach, hidden_method: false },
  ...more,
});
const toBank = (...auth_methods: object[]) =>
  toAggregatedBank(
    { aggregatorId: "a" },
    Aspsp.parse({ name: "Bank", country: "DK", psu_types: ["personal"], auth_methods }),
  );

test("a method is named only if there is a visible redirect among other ways", () => {
  expect(findAuthMethod(toBank(method("REDIRECT")), "personal")).toBeUndefined();
  expect(findAuthMethod(toBank(method("DECOUPLED")), "personal")).toBeUndefined();
  expect(findAuthMethod(toBank(method("DECOUPLED"), method("REDIRECT")), "personal")).toBe(
    "redirect",
  );
  const hidden = method("REDIRECT", { hidden_method: true });
  expect(findAuthMethod(toBank(method("DECOUPLED"), hidden), "personal")).toBeUndefined();
  const business = method("REDIRECT", { psu_type: "business" });
  expect(findAuthMethod(toBank(method("DECOUPLED"), business), "personal")).toBeUndefined();
});
