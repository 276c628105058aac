import { expect, test } from "vitest";
import { linkedBy, listing, plainRow } from "./scripted-aggregator.fixture.ts";

const NONE = { added: [], modified: [], removed: [] };
const shown = (list: readonly Record<string, unknown>[]) =>
  list.map(({ date, amount, name }) => [date, amount, name]);

const ROW = plainRow("2026-01-10", "-12.40", "Cafe");
test.each([
  ["a plus sign", { transaction_amount: { currency: "EUR", amount: "+12.40" } }],
  ["a minus sign", { transaction_amount: { currency: "EUR", amount: "-12.40" } }],
  ["a number", { transaction_amount: { currency: "EUR", amount: 12.4 } }],
  ["a comma", { transaction_amount: { currency: "EUR", amount: "12,40" } }],
  ["spaces", { transaction_amount: { currency: "EUR", amount: " 12.40 " } }],
  ["no currency", { transaction_amount: { amount: "12.40" } }],
  ["null currency", { transaction_amount: { currency: null, amount: "12.40" } }],
  ["lower currency", { transaction_amount: { currency: "eur", amount: "12.40" } }],
  ["a word side", { credit_debit_indicator: "DEBIT" }],
  ["lower side", { credit_debit_indicator: "dbit" }],
  [
    "negative without a side",
    { credit_debit_indicator: null, transaction_amount: { currency: "EUR", amount: "-12.40" } },
  ],
  ["a moment", { booking_date: "2026-01-10T00:00:00" }],
  ["a moment with zone", { booking_date: "2026-01-10T00:00:00+02:00" }],
  ["a compact day", { booking_date: "20260110", value_date: "20260110" }],
  ["text instead of list", { remittance_information: "Cafe" }],
  ["number in text", { remittance_information: ["Cafe", null] }],
  ["creditor as text", { creditor: "Cafe", bank_transaction_code: "PMNT" }],
  ["no status", { status: null }],
  ["lower status", { status: "book" }],
  ["value date only", { booking_date: null, value_date: "2026-01-10" }],
  ["number as reference", { entry_reference: 12345, transaction_id: 999 }],
  ["empty reference", { entry_reference: "", transaction_id: "" }],
])("a row with %s is read, and stays as it is", async (_, more) => {
  const { first, sync, pull } = await linkedBy(listing([{ ...ROW, ...more }]));
  expect(shown(first.added)).toEqual([["2026-01-10", 12.4, "Cafe"]]);
  await pull(2);
  expect(await sync()).toEqual(NONE);
});

test("a payment in is one by the word for it, too", async () => {
  const { first } = await linkedBy(listing([{ ...ROW, credit_debit_indicator: "CREDIT" }]));
  expect(shown(first.added)).toEqual([["2026-01-10", -12.4, "Cafe"]]);
});

test.each([
  ["a null amount", { ...ROW, transaction_amount: { currency: "EUR", amount: null } }],
  ["nothing in it", null],
  ["null for its amount and currency", { ...ROW, transaction_amount: null }],
])("an entry with %s is no payment", async (_, entry) => {
  const { first } = await linkedBy(listing([entry, ROW]));
  expect(shown(first.added)).toEqual([["2026-01-10", 12.4, "Cafe"]]);
});

test("a reference that all rows have loses none", async () => {
  const rows = [
    plainRow("2026-01-10", "-12.40", "Cafe", { entry_reference: "NOTPROVIDED" }),
    plainRow("2026-01-11", "-7.00", "Kiosk", { entry_reference: "NOTPROVIDED" }),
    plainRow("2026-01-11", "-7.00", "Kiosk", { entry_reference: "NOTPROVIDED" }),
  ];
  const { first, pull, sync } = await linkedBy(listing(rows));
  expect(first.added).toHaveLength(3);
  rows.push(plainRow("2026-01-12", "-3.00", "Baker", { entry_reference: "NOTPROVIDED" }));
  await pull(2);
  const { added, removed } = await sync();
  expect([shown(added), removed]).toEqual([[["2026-01-12", 3, "Baker"]], []]);
});

test("payments that share a transaction_id are two", async () => {
  const rows = [
    plainRow("2026-01-10", "-12.40", "Cafe", { entry_reference: null, transaction_id: "X" }),
    plainRow("2026-01-11", "-7.00", "Kiosk", { entry_reference: null, transaction_id: "X" }),
  ];
  const { first } = await linkedBy(listing(rows));
  expect(first.added).toHaveLength(2);
});

test.each(["BOOK", "PDNG"])("a %s row without days stays", async (status) => {
  const row = { ...ROW, status, booking_date: null, value_date: null };
  const { first, pull, sync } = await linkedBy(listing([row]));
  expect(first.added).toHaveLength(1);
  await pull(3);
  expect(await sync()).toEqual(NONE);
  await pull(20);
  expect(await sync()).toEqual(NONE);
});
