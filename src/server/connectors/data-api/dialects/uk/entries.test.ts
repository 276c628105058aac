import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Owner } from "../../../../../protocol/account.ts";
import { AccountNumbers } from "../../../../../protocol/numbers.ts";
import { anyText } from "../../../../../testing/any-text.ts";
import { countTurns } from "../../../../../testing/count-turns.ts";
import { HARMFUL, HOSTILE_TEXT } from "../../../../../testing/hostile-values.ts";
import { isOpenAccount, toBankAccount, UkAccount, UkBalances } from "./account.ts";
import { listOwners, UkParties } from "./party.ts";
import { toBankTransactions, UkTransaction } from "./transaction.ts";

const parseAccount = (entry: object = {}, balances: object[] = []) => ({
  ...UkAccount.parse({ AccountId: "a-1", Currency: "GBP", ...entry }),
  balances: UkBalances.parse({ Data: { Balance: balances } }).Data.Balance,
});

const balance = (Type: string, indicator: string, Amount: string, lines: object[] = []) => ({
  Type,
  CreditDebitIndicator: indicator,
  Amount: { Amount, Currency: "GBP" },
  CreditLine: lines,
});

const line = (Type: string, Amount: string, Included = true) => ({
  ...{ Type, Included },
  Amount: { Amount, Currency: "GBP" },
});

const row = (entry: object = {}) => ({
  TransactionId: "t-1",
  CreditDebitIndicator: "Debit",
  Status: "Booked",
  BookingDateTime: "2026-06-01T00:00:00",
  Amount: { Amount: "4.50", Currency: "GBP" },
  ...entry,
});

const parseTransactions = (...rows: object[]) =>
  toBankTransactions(
    rows.map((each) => UkTransaction.parse(row(each))),
    parseAccount(),
  );

describe("accounts", () => {
  test.each([
    [{ AccountSubType: "CurrentAccount" }, "depository", "checking"],
    [{ AccountTypeCode: "SVGS" }, "depository", "savings"],
    [{ AccountSubType: "CreditCard" }, "credit", "credit card"],
    [{ AccountTypeCode: "MORT" }, "loan", "mortgage"],
    [{ AccountTypeCode: "constructor" }, "other", "other"],
  ])("the kind of %o is %s, %s", (entry, type, subtype) => {
    expect(toBankAccount(parseAccount(entry))).toMatchObject({ type, subtype });
  });

  test.each([
    [[line("Pre-Agreed", "1000.00")], 500],
    [[line("Pre-Agreed", "1000.00"), line("Available", "1000.00")], 500],
    [[line("Available", "1000.00")], 500],
    [[line("Pre-Agreed", "800.00"), line("Temporary", "200.00")], 500],
    [[line("Pre-Agreed", "1000.00", false)], 1500],
  ])("the credit %j in 1,500 available leaves %d of the customer's own", (lines, available) => {
    const account = parseAccount({}, [balance("ITAV", "Credit", "1500.00", lines)]);
    expect(toBankAccount(account).balances.available).toBe(available);
  });

  test("an account without balances or parties may be answered with an empty body", () => {
    expect(UkBalances.parse({}).Data.Balance).toEqual([]);
    expect(listOwners(UkParties.parse({}))).toEqual([]);
  });

  test.each([
    ["Enabled", true],
    ["Disabled", true],
    ["Deleted", false],
    ["Pending", false],
    ["ProForma", false],
    ["PEND", false],
  ])("an account that is %s is open: %s", (Status, isOpen) => {
    expect(isOpenAccount(UkAccount.parse({ AccountId: "a", Currency: "GBP", Status }))).toBe(
      isOpen,
    );
  });

  test("a debt is positive, and an included overdraft is no money of the customer", () => {
    const card = parseAccount({ AccountTypeCode: "CARD" }, [
      balance("ITBD", "Debit", "120.30"),
      balance("ITAV", "Credit", "879.70", [line("Credit", "1000.00")]),
    ]);
    expect(toBankAccount(card).balances).toMatchObject({
      current: 120.3,
      available: 879.7,
      limit: 1000,
    });
    const overdrawn = parseAccount({ AccountSubType: "CurrentAccount" }, [
      balance("InterimBooked", "Debit", "20.00"),
      balance("InterimAvailable", "Credit", "480.00", [line("Pre-Agreed", "500.00")]),
    ]);
    expect(toBankAccount(overdrawn).balances).toMatchObject({
      current: -20,
      available: -20,
      limit: 500,
    });
  });

  test("an account that has moved to another bank or is deleted is closed", () => {
    const isOpen = (entry: object) => isOpenAccount(parseAccount(entry));
    expect(isOpen({ Status: "Enabled", SwitchStatus: "UK.CASS.NotSwitched" })).toBe(true);
    expect(isOpen({ SwitchStatus: "UK.CASS.SwitchCompleted" })).toBe(false);
    expect(isOpen({ Status: "Deleted" })).toBe(false);
  });

  test("numbers are what the API can return, or left out", () => {
    const numbers = (...list: [string, string][]) =>
      toBankAccount(
        parseAccount({
          Account: list.map(([SchemeName, Identification]) => ({ SchemeName, Identification })),
        }),
      ).numbers;
    expect(numbers(["UK.OBIE.SortCodeAccountNumber", "04-00-04 00187210"])).toEqual({
      bacs: { account: "00187210", sort_code: "040004" },
    });
    expect(numbers(["UK.OBIE.SortCodeAccountNumber", "0400040018721"])).toEqual({});
    expect(numbers(["UK.OBIE.PAN", "************7714"])).toEqual({});
    fc.assert(
      fc.property(anyText(), (text) => {
        AccountNumbers.parse(
          numbers(["UK.OBIE.SortCodeAccountNumber", text], ["UK.OBIE.IBAN", text]),
        );
      }),
    );
  });
});

describe("transactions", () => {
  test("the indicator gives the sign, the status what is pending, and plans are left out", async () => {
    const list = await parseTransactions(
      {},
      { TransactionId: "t-2", CreditDebitIndicator: "Credit", Status: "BOOK" },
      { TransactionId: "t-3", Status: "PDNG", TransactionMutability: "Mutable" },
      { TransactionId: "t-4", Status: "FUTR" },
      { TransactionId: "t-5", Status: "RJCT" },
    );
    expect(list.map(({ key, amount, pending }) => [key, amount, pending])).toEqual([
      ["a-1/t-1", 4.5, false],
      ["a-1/t-2", -4.5, false],
      ["a-1/t-3", 4.5, true],
    ]);
    expect(list[0]).toMatchObject({ date: "2026-06-01", datetime: null });
    expect(UkTransaction.safeParse(row({ CreditDebitIndicator: "Both" })).success).toBe(false);
  });

  test("equal rows without an id are as many payments, with the same keys each time", async () => {
    const keys = async () =>
      (
        await parseTransactions(
          { TransactionId: undefined },
          { TransactionId: undefined },
          { TransactionId: undefined, Amount: { Amount: "5.00", Currency: "GBP" } },
        )
      ).map(({ key }) => key);
    expect(new Set(await keys()).size).toBe(3);
    expect(await keys()).toEqual(await keys());
  });

  test("many rows are converted in turns of the event loop", async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => ({ TransactionId: `t-${at}` }));
    const turns = await countTurns(async () =>
      expect(await parseTransactions(...rows)).toHaveLength(3000),
    );
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  test("texts of a transaction and of owners are on one line", async () => {
    const [transaction] = await parseTransactions({
      TransactionInformation: HOSTILE_TEXT,
      MerchantDetails: { MerchantName: HOSTILE_TEXT, MerchantCategoryCode: HOSTILE_TEXT },
      CreditorAccount: { Name: HOSTILE_TEXT },
    });
    const owners = listOwners(
      UkParties.parse({
        Data: {
          Party: [
            { Name: HOSTILE_TEXT, EmailAddress: "a\u202e@b.example", Mobile: HOSTILE_TEXT },
            {
              Name: "Ada",
              AccountRole: "UK.OBIE.Principal",
              Address: [{ AddressLine: [HOSTILE_TEXT], TownName: HOSTILE_TEXT, Country: "gb" }],
            },
          ],
        },
      }),
    );
    expect(owners[0]).toMatchObject({
      names: ["Ada"],
      addresses: [{ primary: true, data: { country: "GB" } }],
    });
    for (const owner of owners) Owner.parse(owner);
    expect(JSON.stringify([transaction, owners])).not.toMatch(HARMFUL);
    expect(transaction?.codes?.merchantCode).toBe(null);
  });
});
