import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Account } from "../../../../../protocol/account.ts";
import { TransactionFacts } from "../../../../../protocol/transaction.ts";
import { anyText } from "../../../../../testing/any-text.ts";
import { HARMFUL, HOSTILE_TEXT } from "../../../../../testing/hostile-values.ts";
import {
  AccountOwners,
  BerlinAccount,
  isOpenAccount,
  isSumOfCurrencies,
  toBankAccount,
} from "./account.ts";
import { BookedTransaction, PendingTransaction, toBankTransactions } from "./transaction.ts";

const parseAccount = (entry: object = {}) =>
  BerlinAccount.parse({
    resourceId: "a-1",
    iban: "DE40100100103307118608",
    currency: "EUR",
    ...entry,
  });

const balance = (balanceType: string, amount: string, entry: object = {}) => ({
  balanceType,
  balanceAmount: { currency: "EUR", amount },
  ...entry,
});

const row = (entry: object = {}) => ({
  transactionId: "t-1",
  bookingDate: "2026-06-01",
  transactionAmount: { currency: "EUR", amount: "-256.67" },
  ...entry,
});

const booked = (...rows: object[]) =>
  toBankTransactions(
    rows.map((each) => BookedTransaction.parse(row(each))),
    parseAccount(),
  );

describe("accounts", () => {
  test("an account of several currencies has no one balance, and one of a single currency has it", () => {
    const of = (...currencies: string[]) =>
      toBankAccount(
        parseAccount({
          currency: "XXX",
          balances: currencies.map((currency, at) =>
            balance("interimBooked", `${at + 1}0.00`, {
              balanceAmount: { currency, amount: `${at + 1}0.00` },
            }),
          ),
        }),
      ).balances;
    expect(of("EUR", "USD")).toMatchObject({ current: null, iso_currency_code: null });
    expect(of("EUR", "EUR")).toMatchObject({ current: 10, iso_currency_code: "EUR" });
  });

  test("numbers, kinds and balances are read, and what is owed is positive", () => {
    const current = parseAccount({
      cashAccountType: "CACC",
      bic: "AAAADEBBXXX",
      usage: "PRIV",
      balances: [
        balance("closingBooked", "500.00", { referenceDate: "2026-06-01" }),
        balance("closingBooked", "490.00", { referenceDate: "2026-06-02" }),
        balance("expected", "480.00"),
        balance("interimAvailable", "1480.00", { creditLimitIncluded: true }),
      ],
    });
    expect(toBankAccount(current)).toMatchObject({
      ...{ key: "a-1", mask: "8608", type: "depository", subtype: "checking" },
      holder_category: "personal",
      numbers: { international: { iban: "DE40100100103307118608", bic: "AAAADEBBXXX" } },
      balances: { current: 490, available: null, iso_currency_code: "EUR" },
    });
    const card = parseAccount({
      cashAccountType: "CARD",
      balances: [balance("interimBooked", "-120.30"), balance("interimAvailable", "879.70")],
    });
    expect(toBankAccount(card).balances).toMatchObject({ current: 120.3, available: 879.7 });
    expect(isOpenAccount(parseAccount({ status: "blocked" }))).toBe(true);
    expect(isOpenAccount(parseAccount({ status: "deleted" }))).toBe(false);
  });

  test("an account of several currencies has the one of its balance, and nulls are fields left out", () => {
    const entry = { currency: "XXX", product: null, bic: null, balances: null };
    expect(toBankAccount(parseAccount(entry)).balances).toMatchObject({
      ...{ current: null, iso_currency_code: null },
    });
    const balances = [balance("expected", "5.00")];
    expect(toBankAccount(parseAccount({ ...entry, balances })).balances).toMatchObject({
      ...{ current: 5, iso_currency_code: "EUR" },
    });
    expect(BerlinAccount.safeParse({ resourceId: "a", currency: "E" }).success).toBe(false);
  });
});

describe("transactions", () => {
  test("money that leaves is positive, and the other side is its counterparty", async () => {
    const [out, salary] = await booked(
      {
        creditorName: "John Miles",
        debtorName: "Ada",
        remittanceInformationUnstructured: "Example 1",
        bankTransactionCode: "PMNT-ICDT-ESCT",
        endToEndId: "E-1",
        valueDate: "2026-05-31",
        balanceAfterTransaction: balance("interimBooked", "12.00"),
      },
      {
        transactionId: "t-2",
        transactionAmount: { currency: "EUR", amount: "343.01" },
        debtorName: "Paul Simpson",
        bankTransactionCode: "PMNT-RCDT-SALA",
        remittanceInformationUnstructuredArray: ["Pay", "June"],
      },
    );
    expect(out).toMatchObject({
      ...{ amount: 256.67, name: "John Miles", original_description: "Example 1" },
      ...{ date: "2026-06-01", authorized_date: "2026-05-31", pending: false },
      payment_meta: { payee: "John Miles", payer: "Ada", reference_number: "E-1" },
      evidence: { kind: "transfer", balanceAfter: 12 },
    });
    expect(salary).toMatchObject({
      ...{ amount: -343.01, name: "Paul Simpson", original_description: "Pay June" },
      codes: { transactionType: "DIRECTDEPOSIT" },
    });
  });

  test("a row is known by its id, or by its content if it has none or shares it", async () => {
    const keys = async (...rows: object[]) =>
      (await booked(...rows)).map(({ key }) => key.split("/").slice(1));
    expect(await keys({}, { transactionId: null, internalTransactionId: "i-1" })).toEqual([
      ["t-1"],
      ["i-1"],
    ]);
    const without = { transactionId: undefined };
    const other = { transactionAmount: { currency: "EUR", amount: "-1.00" } };
    const anonymous = (await keys(without, without, { ...without, ...other })).map(String);
    expect(new Set(anonymous).size).toBe(3);
    expect((await keys(without, without, { ...without, ...other })).map(String)).toEqual(anonymous);
    const shared = (await keys({}, other)).map(String);
    expect(new Set(shared).size).toBe(2);
    expect((await keys(other, {})).map(String)).toEqual(shared.toReversed());
    expect(await keys({}, {})).toEqual([["t-1"], ["t-1"]]);
  });

  test("a new resource id leaves the keys of an account with an IBAN", async () => {
    const keyAt = async (resourceId: string) =>
      (await toBankTransactions([BookedTransaction.parse(row())], parseAccount({ resourceId })))[0]
        ?.key;
    expect(await keyAt("a-1")).toBe(await keyAt("a-2"));
  });

  test("a pending row without a day is left out, and a booked one is refused", async () => {
    const undated = { bookingDate: null };
    const pending = [undated, { bookingDate: null, valueDate: "2026-06-02" }].map((entry) =>
      PendingTransaction.parse(row(entry)),
    );
    expect(await toBankTransactions(pending, parseAccount())).toMatchObject([
      { date: "2026-06-02", pending: true },
    ]);
    expect(BookedTransaction.safeParse(row(undated)).success).toBe(false);
  });

  test("texts are on one line, and a structured remittance is a text or an object", async () => {
    const list = await booked(
      { remittanceInformationUnstructured: HOSTILE_TEXT, creditorName: HOSTILE_TEXT },
      { remittanceInformationStructured: { reference: "RF18" } },
      { remittanceInformationStructured: "RF18", merchantCategoryCode: HOSTILE_TEXT },
    );
    const owners = AccountOwners.parse({ account: { ownerName: HOSTILE_TEXT } });
    expect(JSON.stringify([list, owners])).not.toMatch(HARMFUL);
    expect(list.slice(1).map((each) => each.original_description)).toEqual(["RF18", "RF18"]);
    expect(list[2]?.codes?.merchantCode).toBe(null);
  });
});

test("any entry yields an account and transactions that the API can return, or is refused", async () => {
  const leaf = fc.oneof(
    fc.constantFrom("-1.50", "2026-02-03", "XXX", "CARD", "interimBooked", "PMNT-CCRD-POSD"),
    ...[anyText(), fc.double(), fc.boolean(), fc.constant(null), fc.constant({ amount: "1" })],
  );
  const entry = (names: string[]) => fc.dictionary(fc.constantFrom(...names), leaf);
  const rowNames = Object.keys(BookedTransaction.parse(row())).concat("creditorName", "endToEndId");
  const accountNames = Object.keys(parseAccount()).concat(
    "iban",
    "name",
    "cashAccountType",
    "usage",
  );
  await fc.assert(
    fc.asyncProperty(entry(rowNames), entry(accountNames), leaf, async (fields, account, value) => {
      const balances = [{ balanceType: "expected", balanceAmount: { amount: value } }];
      const owner = BerlinAccount.safeParse({ resourceId: "a-1", ...account, balances: [] });
      const withBalance = BerlinAccount.safeParse({ resourceId: "a-1", balances });
      for (const { data } of [owner, withBalance]) {
        if (!data) continue;
        const { key, numbers: _, ...rest } = toBankAccount(data);
        Account.parse({ account_id: key, ...rest });
      }
      const read = PendingTransaction.safeParse(row(fields));
      if (!read.success || !owner.success) return;
      for (const transaction of await toBankTransactions([read.data, read.data], owner.data)) {
        const {
          key,
          accountKey,
          pendingKey,
          codes: _codes,
          evidence: _evidence,
          ...facts
        } = transaction;
        TransactionFacts.parse({
          ...{ transaction_id: key, account_id: accountKey, pending_transaction_id: pendingKey },
          ...{ persistent_transaction_id: null, category: null },
          ...facts,
        });
      }
    }),
    { numRuns: 400 },
  );
});

test("an account that sums up those of its currencies is left out, and one without them stays", () => {
  const iban = "DE40100100103307118608";
  const account = (fields: object) =>
    BerlinAccount.parse({ resourceId: "r", iban, currency: "XXX", ...fields });
  const euros = account({ resourceId: "e", iban: "DE40 1001 0010 3307 1186 08", currency: "EUR" });
  const sum = account({});
  expect(isSumOfCurrencies(sum, [sum, euros])).toBe(true);
  expect(isSumOfCurrencies(euros, [sum, euros])).toBe(false);
  expect(isSumOfCurrencies(sum, [sum])).toBe(false);
  expect(isSumOfCurrencies(sum, [sum, account({ iban: null, currency: "EUR" })])).toBe(false);
  const nameless = account({ iban: null });
  expect(isSumOfCurrencies(nameless, [nameless, account({ iban: null, currency: "EUR" })])).toBe(
    false,
  );
});
