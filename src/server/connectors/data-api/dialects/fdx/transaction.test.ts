import { describe, expect, test } from "vitest";
import { findCategory } from "../../../../domain/transactions/categories.ts";
import { Timestamp } from "../../values.ts";
import { toTransaction } from "./fdx.fixture.ts";
import { FdxTransaction } from "./transaction.ts";

describe("FDX transactions", () => {
  test("a transaction is read alike flat and nested", () => {
    const fields = { transactionId: "t-1", amount: 1, debitCreditMemo: "CREDIT" };
    const entry = { ...fields, postedTimestamp: "2026-02-03" };
    expect(FdxTransaction.parse({ locTransaction: entry })).toEqual({
      ...FdxTransaction.parse(entry),
      accountCategory: "LOC_ACCOUNT",
    });
  });

  test("a transaction has a key of its own, even if an account's id has a slash", () => {
    const toKey = (accountId: string, transactionId: string) =>
      toTransaction({ transactionId }, { accountId }).key;
    expect(toKey("x", "t-1")).toBe("x/t-1");
    const keys = [toKey("x/y", "z"), toKey("x", "y/z"), toKey("x%2Fy", "z")];
    expect(new Set(keys).size).toBe(3);
  });

  test.each([
    ["DEBIT", 4.5, 4.5],
    ["DEBIT", -4.5, 4.5],
    ["CREDIT", 4.5, -4.5],
    ["CREDIT", -4.5, -4.5],
    [null, -4.5, 4.5],
  ])("a transaction with the memo %s and the amount %d is %d", (debitCreditMemo, amount, sum) => {
    expect(toTransaction({ debitCreditMemo, amount }).amount).toBe(sum);
  });

  test("a transaction is pending by its status, and dated as the institution counts days", () => {
    const times = {
      transactionTimestamp: "2026-02-01T23:30:00.000-05:00",
      postedTimestamp: "2026-02-03T00:00:00.000Z",
    };
    expect(toTransaction({ ...times, status: "PENDING" })).toMatchObject({
      pending: true,
      date: "2026-02-01",
      datetime: "2026-02-02T04:30:00.000Z",
    });
    expect(toTransaction({ ...times, status: "POSTED" })).toMatchObject({
      pending: false,
      date: "2026-02-03",
      datetime: null,
      authorized_date: "2026-02-01",
    });
  });

  test("a card purchase names the authorization that it replaces; other transactions name none", () => {
    const reference = { referenceTransactionId: "t-0", status: "POSTED" };
    const card = { accountCategory: "LOC_ACCOUNT" };
    expect(toTransaction(reference, card).pendingKey).toBe("a-1/t-0");
    expect(toTransaction({ ...reference, status: "PENDING" }, card).pendingKey).toBeNull();
    expect(toTransaction({ ...reference, debitCreditMemo: "CREDIT" }, card).pendingKey).toBeNull();
    expect(toTransaction(reference).pendingKey).toBeNull();
  });

  test("the kind of a payment and its amount in another currency are evidence of it", () => {
    const foreign = { foreignAmount: 40.18, foreignCurrency: "EUR" };
    const toEvidence = (fields: object) => toTransaction(fields).evidence;
    expect(
      toEvidence({ ...foreign, debitCreditMemo: "DEBIT", transactionType: "POSDEBIT" }),
    ).toEqual({ kind: "card", original: { amount: 40.18, currency: "EUR" } });
    expect(toEvidence({ ...foreign, debitCreditMemo: "CREDIT" })).toMatchObject({
      original: { amount: -40.18, currency: "EUR" },
    });
    for (const odd of [{ foreignAmount: 3 }, { ...foreign, foreignCurrency: "EURO!" }])
      expect(toEvidence({ ...odd, transactionType: "constructor" })).toEqual({
        ...{ kind: null, original: null },
      });
  });
});

describe("categories", () => {
  test.each([
    [{ transactionType: "DIRECTDEPOSIT", debitCreditMemo: "CREDIT" }, "16001000", "special"],
    [{ transactionType: "INTEREST", debitCreditMemo: "CREDIT" }, "17001000", "special"],
    [{ transactionType: "INTEREST" }, "18001000", "special"],
    [{ transactionType: "POSDEBIT", category: "5812" }, "13001001", "place"],
    [{ transactionType: "BILLPAYMENT", category: 4814 }, "15002005", "special"],
    [{ transactionType: "POSDEBIT", category: "Groceries" }, null, "unresolved"],
    [{ transactionType: "constructor", category: "0000" }, null, "unresolved"],
  ])("the category of %j is %s", (entry, category_id, transaction_type) => {
    expect(toTransaction(entry)).toMatchObject({ category_id, transaction_type });
  });

  test("the category of a payment on a card or a loan names the debt", () => {
    const payment = { transactionType: "PAYMENT", debitCreditMemo: "CREDIT" };
    const on = (accountCategory: string) => toTransaction(payment, { accountCategory }).category_id;
    expect([on("LOC_ACCOUNT"), on("LOAN_ACCOUNT")]).toEqual(["18003000", "18002000"]);
    expect(on("DEPOSIT_ACCOUNT")).toBeNull();
  });

  test("every category that a transaction is given exists", () => {
    for (let code = 0; code < 10_000; code++) {
      const { category_id } = toTransaction({ category: String(code).padStart(4, "0") });
      expect(category_id === null || findCategory(category_id) !== null).toBe(true);
    }
  });
});

test.each([
  ["2026-02-03", null],
  ["2026-02-03T10:00:00", null],
  ["2026-02-03T10:00:00+0100", "2026-02-03T09:00:00.000Z"],
  ["2026-02-03T00:00:00.000Z", null],
  ["2026-02-03T99:00:00Z", null],
])("the moment of %s is %s", (timestamp, moment) => {
  expect(Timestamp.parse(timestamp)?.moment).toBe(moment);
});

test("a timestamp of the year 1 stands for none", () => {
  const none = "0001-01-01T00:00:00Z";
  expect(toTransaction({ transactionTimestamp: none })).toMatchObject({
    date: "2026-02-03",
    authorized_date: null,
  });
  expect(() => toTransaction({ postedTimestamp: none })).toThrow("there is no timestamp");
});

test("a payment on an account of an odd category has no category", () => {
  const payment = { transactionType: "PAYMENT", debitCreditMemo: "CREDIT" };
  for (const accountCategory of ["constructor", "__proto__", "toString"])
    expect(toTransaction(payment, { accountCategory }).category_id).toBeNull();
});
