import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Account, Balances } from "../../../../protocol/account.ts";
import { AccountNumbers } from "../../../../protocol/numbers.ts";
import { Owner } from "../../../../protocol/owner.ts";
import { Transaction } from "../../../../protocol/transaction.ts";
import { categoryOf } from "../../../domain/transactions/categories.ts";
import { FdxAccount, hasBalances, isOpen, toBankAccount } from "./account.ts";
import { FdxContact, FdxCustomer, ownersFrom, ownersOf } from "./contact.ts";
import { FdxPaymentNetwork, toNumbers } from "./payment-network.ts";
import { FdxTransaction, toBankTransaction } from "./transaction.ts";
import { momentOf } from "./values.ts";

const accountOf = (entry: object) => FdxAccount.parse({ accountId: "a-1", ...entry });
const bankAccountOf = (entry: object) => toBankAccount(accountOf(entry));
const transactionOf = (entry: object, account: object = {}) =>
  toBankTransaction(
    FdxTransaction.parse({
      transactionId: "t-1",
      amount: 4.5,
      debitCreditMemo: "DEBIT",
      postedTimestamp: "2026-02-03T10:00:00.000Z",
      ...entry,
    }),
    accountOf({
      accountCategory: "DEPOSIT_ACCOUNT",
      currency: { currencyCode: "USD" },
      ...account,
    }),
  );

describe("an account", () => {
  const checking = {
    accountType: "CHECKING",
    accountNumberDisplay: "******5820",
    productName: "Everyday",
    nickname: "Mine",
    currency: { currencyCode: "USD" },
    currentBalance: 10.5,
    availableBalance: "9.25",
  };

  test("is the same flat, as in FDX 6, and nested by its category, as in FDX 4.6", () => {
    const flat = bankAccountOf({ accountCategory: "DEPOSIT_ACCOUNT", ...checking });
    expect(flat).toEqual({
      key: "a-1",
      name: "Mine",
      official_name: "Everyday",
      mask: "5820",
      type: "depository",
      subtype: "checking",
      balances: {
        current: 10.5,
        available: 9.25,
        limit: null,
        iso_currency_code: "USD",
        unofficial_currency_code: null,
      },
    });
    const nestedAccount = FdxAccount.parse({ depositAccount: { accountId: "a-1", ...checking } });
    expect(toBankAccount(nestedAccount)).toEqual(flat);
    expect(bankAccountOf(checking)).toEqual(flat);
  });

  test.each([
    ["DEPOSIT_ACCOUNT", "HIGHINTERESTSAVINGSACCOUNT", "depository", "savings"],
    ["DEPOSIT_ACCOUNT", "MONEYMARKET", "depository", "money market"],
    ["DEPOSIT_ACCOUNT", "CD", "depository", "cd"],
    ["DEPOSIT_ACCOUNT", "ESCROW", "depository", null],
    ["LOC_ACCOUNT", "CREDITCARD", "credit", "credit card"],
    ["LOC_ACCOUNT", "HOMELINEOFCREDIT", "credit", null],
    ["LOAN_ACCOUNT", "STUDENTLOAN", "loan", "student"],
    ["INVESTMENT_ACCOUNT", "ROTH401K", "investment", "401k"],
    ["INVESTMENT_ACCOUNT", "ROLLOVER", "investment", "ira"],
    ["INVESTMENT_ACCOUNT", "TAXABLE", "investment", "brokerage"],
    ["INSURANCE_ACCOUNT", "TERMLIFE", "other", null],
  ])("of %s and %s is %s, %s", (accountCategory, accountType, type, subtype) => {
    expect(bankAccountOf({ accountCategory, accountType })).toMatchObject({ type, subtype });
  });

  test("holds what its kind says it does", () => {
    const amounts = {
      currentBalance: 1,
      availableBalance: 2,
      principalBalance: 3,
      availableCredit: 4,
      creditLine: 5,
      currentValue: 6,
      availableCashBalance: 7,
    };
    const balancesOf = (accountCategory: string) => {
      const { balances } = bankAccountOf({ accountCategory, ...amounts });
      return [balances.current, balances.available, balances.limit];
    };
    expect(balancesOf("DEPOSIT_ACCOUNT")).toEqual([1, 2, null]);
    expect(balancesOf("LOC_ACCOUNT")).toEqual([1, 4, 5]);
    expect(balancesOf("LOAN_ACCOUNT")).toEqual([3, null, null]);
    expect(balancesOf("INVESTMENT_ACCOUNT")).toEqual([6, 7, null]);
  });

  test("has amounts in the decimals of its currency", () => {
    const balanceIn = (currencyCode: string, currentBalance: number) =>
      bankAccountOf({ currency: { currencyCode }, currentBalance }).balances;
    expect(balanceIn("USD", 0.1 + 0.2).current).toBe(0.3);
    expect(balanceIn("JPY", 1200.4).current).toBe(1200);
    expect(balanceIn("KWD", 1.2345).current).toBe(1.234);
    expect(Object.is(balanceIn("USD", -0.001).current, 0)).toBe(true);
    expect(balanceIn("DOGE", 0.123456789)).toMatchObject({
      current: 0.12345679,
      iso_currency_code: null,
      unofficial_currency_code: "DOGE",
    });
  });

  test("is not connected to where it is closed, or the institution has an error in its place", () => {
    expect(isOpen(accountOf({ status: "CLOSED" }))).toBe(false);
    expect(isOpen(accountOf({ error: { code: 705 } }))).toBe(false);
    expect(isOpen(accountOf({ status: "RESTRICTED" }))).toBe(true);
  });
});

describe("a transaction", () => {
  test("is the same flat and nested", () => {
    const fields = { transactionId: "t-1", amount: 1, debitCreditMemo: "CREDIT" };
    const entry = { ...fields, postedTimestamp: "2026-02-03" };
    expect(FdxTransaction.parse({ locTransaction: entry })).toEqual({
      ...FdxTransaction.parse(entry),
      accountCategory: "LOC_ACCOUNT",
    });
  });

  test.each([
    ["DEBIT", 4.5, 4.5],
    ["DEBIT", -4.5, 4.5],
    ["CREDIT", 4.5, -4.5],
    ["CREDIT", -4.5, -4.5],
    [null, -4.5, 4.5],
  ])("of memo %s and amount %d is %d", (debitCreditMemo, amount, expected) => {
    expect(transactionOf({ debitCreditMemo, amount }).amount).toBe(expected);
  });

  test("is pending by its status, and dated as the institution counts days", () => {
    const times = {
      transactionTimestamp: "2026-02-01T23:30:00.000-05:00",
      postedTimestamp: "2026-02-03T00:00:00.000Z",
    };
    expect(transactionOf({ ...times, status: "PENDING" })).toMatchObject({
      pending: true,
      date: "2026-02-01",
      datetime: "2026-02-02T04:30:00.000Z",
    });
    expect(transactionOf({ ...times, status: "POSTED" })).toMatchObject({
      pending: false,
      date: "2026-02-03",
      datetime: null,
      authorized_date: "2026-02-01",
    });
  });

  test("names the authorization that it replaces, on cards and for purchases only", () => {
    const reference = { referenceTransactionId: "t-0", status: "POSTED" };
    const card = { accountCategory: "LOC_ACCOUNT" };
    expect(transactionOf(reference, card).pendingKey).toBe("a-1/t-0");
    expect(transactionOf({ ...reference, status: "PENDING" }, card).pendingKey).toBeNull();
    expect(transactionOf({ ...reference, debitCreditMemo: "CREDIT" }, card).pendingKey).toBeNull();
    expect(transactionOf(reference).pendingKey).toBeNull();
  });
});

describe("the category of a transaction", () => {
  test.each([
    [{ transactionType: "DIRECTDEPOSIT", debitCreditMemo: "CREDIT" }, "16001000", "special"],
    [{ transactionType: "INTEREST", debitCreditMemo: "CREDIT" }, "17001000", "special"],
    [{ transactionType: "INTEREST" }, "18001000", "special"],
    [{ transactionType: "POSDEBIT", category: "5812" }, "13001001", "place"],
    [{ transactionType: "BILLPAYMENT", category: 4814 }, "15002005", "special"],
    [{ transactionType: "POSDEBIT", category: "Groceries" }, null, "unresolved"],
    [{ transactionType: "constructor", category: "0000" }, null, "unresolved"],
  ])("of %j is %s", (entry, category_id, transaction_type) => {
    expect(transactionOf(entry)).toMatchObject({ category_id, transaction_type });
  });

  test("of a payment on a card or a loan is what it pays", () => {
    const payment = { transactionType: "PAYMENT", debitCreditMemo: "CREDIT" };
    const on = (accountCategory: string) => transactionOf(payment, { accountCategory }).category_id;
    expect([on("LOC_ACCOUNT"), on("LOAN_ACCOUNT")]).toEqual(["18003000", "18002000"]);
    expect(on("DEPOSIT_ACCOUNT")).toBeNull();
  });

  test("is one that there is", () => {
    for (let code = 0; code < 10_000; code++) {
      const { category_id } = transactionOf({ category: String(code).padStart(4, "0") });
      expect(category_id === null || categoryOf(category_id) !== null).toBe(true);
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
  expect(momentOf(timestamp)).toBe(moment);
});

describe("the numbers of an account", () => {
  const numbersOf = (...networks: object[]) =>
    toNumbers(networks.map((network) => FdxPaymentNetwork.parse(network)));
  const ach = { type: "US_ACH", bankId: "011401533", identifier: "1111222233335820" };

  test("are those of ACH with the routing number of wires, and of EFT", () => {
    expect(numbersOf(ach, { ...ach, type: "US_FEDWIRE", bankId: "091000022" })).toEqual({
      ach: { account: "1111222233335820", routing: "011401533", wire_routing: "091000022" },
    });
    expect(numbersOf({ ...ach, type: "CA_ACSS", bankId: "002101140" })).toEqual({
      eft: { account: "1111222233335820", institution: "021", branch: "01140" },
    });
  });

  test("are none of a network that is not known, or whose bank id cannot be", () => {
    expect(numbersOf({ ...ach, type: "US_RTP" }, { ...ach, bankId: "011401534" })).toEqual({});
    expect(numbersOf({ ...ach, identifier: "<b>" }, { ...ach, bankId: null })).toEqual({});
  });
});

describe("the owners of an account", () => {
  test("are its primary holder with the contacts, and the others by name", () => {
    const contact = FdxContact.parse({
      holders: [
        { relationship: "SECONDARY", name: { first: "Ernest", last: "Hemingway", suffix: "IV" } },
        {
          relationship: "PRIMARY_JOINT",
          name: { first: "Maya", middle: "Annie", last: "Angelou" },
        },
      ],
      emails: ["m.angelou@mail.example", "no mail", 7],
      addresses: [
        { line1: "1850 N Clark St", line2: "103", city: "Chicago", state: "IL", country: "us" },
      ],
      telephones: [{ type: "PERSONAL", network: "CELLULAR", country: 1, number: 3_129_876_543 }],
    });
    expect(ownersOf(contact)).toEqual([
      {
        names: ["Maya Annie Angelou"],
        emails: [{ data: "m.angelou@mail.example", primary: true, type: "primary" }],
        phone_numbers: [{ data: "+13129876543", primary: true, type: "mobile" }],
        addresses: [
          {
            primary: true,
            data: {
              street: "1850 N Clark St, 103",
              city: "Chicago",
              region: "IL",
              postal_code: null,
              country: "US",
            },
          },
        ],
      },
      { names: ["Ernest Hemingway IV"], emails: [], phone_numbers: [], addresses: [] },
    ]);
  });

  test("are the customer where nothing else says", () => {
    const customer = FdxCustomer.parse({
      name: { company: "Corner Shop" },
      email: ["a@b.example"],
    });
    expect(ownersFrom(customer)).toMatchObject([
      { names: ["Corner Shop"], emails: [{ data: "a@b.example" }] },
    ]);
    expect(ownersFrom(FdxCustomer.parse({}))).toEqual([]);
  });
});

describe("whatever an institution answers", () => {
  const NAMES = [
    ...Object.keys(FdxAccount.parse({ accountId: "a" })),
    "accountCategory",
    "accountType",
    "currency",
    "currencyCode",
    "currentBalance",
    "depositAccount",
    "locTransaction",
    "transactionId",
    "postedTimestamp",
    "transactionTimestamp",
    "debitCreditMemo",
    "amount",
    "status",
    "bankId",
    "identifier",
    "type",
    "holders",
    "emails",
    "addresses",
    "telephones",
    "name",
    "first",
    "line1",
    "country",
    "number",
    "__proto__",
  ];
  const leaf = fc.oneof(
    fc.constantFrom("DEBIT", "LOC_ACCOUNT", "US_ACH", "011401533", "1234", "2026-02-03T10:00:00Z"),
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie("any"), { maxKeys: 12 }),
    ),
  }));
  const like = (base: object) =>
    fc.tuple(any, fc.boolean()).map(([value, isLike]): unknown => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      return isLike && typeof json === "object" ? { ...json, ...base } : json;
    });

  test("an account is refused, or one that the API can show", () => {
    fc.assert(
      fc.property(like({ accountId: "a-1" }), (entry) => {
        const result = FdxAccount.safeParse(entry);
        if (!result.success) return;
        hasBalances(result.data);
        const { key, ...account } = toBankAccount(result.data);
        Account.parse({ account_id: key, ...account });
        Balances.parse(account.balances);
      }),
      { numRuns: 1500 },
    );
  });

  test("a transaction is refused, or one that the API can show", () => {
    const base = { transactionId: "t-1", amount: 1.5, debitCreditMemo: "DEBIT" };
    fc.assert(
      fc.property(like(base), like({ accountId: "a-1" }), (entry, account) => {
        const [parsed, parsedAccount] = [
          FdxTransaction.safeParse(entry),
          FdxAccount.safeParse(account),
        ];
        if (!parsed.success || !parsedAccount.success) return;
        const { key, accountKey, pendingKey, ...transaction } = toBankTransaction(
          parsed.data,
          parsedAccount.data,
        );
        Transaction.parse({
          transaction_id: key,
          account_id: accountKey,
          pending_transaction_id: pendingKey,
          category: null,
          ...transaction,
        });
      }),
      { numRuns: 1500 },
    );
  });

  test("owners and numbers are those that the API can show", () => {
    fc.assert(
      fc.property(any, (entry) => {
        const [contact, customer] = [FdxContact.safeParse(entry), FdxCustomer.safeParse(entry)];
        if (contact.success) Owner.array().parse(ownersOf(contact.data));
        if (customer.success) Owner.array().parse(ownersFrom(customer.data));
        const networks = FdxPaymentNetwork.array().safeParse([entry]);
        if (networks.success) AccountNumbers.parse(toNumbers(networks.data));
      }),
      { numRuns: 1500 },
    );
  });
});
