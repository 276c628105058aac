import { describe, expect, test } from "vitest";
import { FdxAccount, FdxPaymentNetwork, isOpen, toBankAccount, toNumbers } from "./account.ts";
import { FdxContact, FdxCustomer, ownersFrom, toOwners } from "./contact.ts";
import { bankAccountOf, parseAccount } from "./fdx.fixture.ts";

describe("FDX accounts", () => {
  const checking = {
    accountType: "CHECKING",
    accountNumberDisplay: "******5820",
    productName: "Everyday",
    nickname: "Mine",
    currency: { currencyCode: "USD" },
    currentBalance: 10.5,
    availableBalance: "9.25",
  };

  test("an account is read alike flat, as in FDX 6, and nested by its category, as in FDX 4.6", () => {
    const flat = bankAccountOf({ accountCategory: "DEPOSIT_ACCOUNT", ...checking });
    expect(flat).toEqual({
      key: "a-1",
      name: "Mine",
      official_name: "Everyday",
      mask: "5820",
      type: "depository",
      subtype: "checking",
      holder_category: "unrecognized",
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
    ["a commercial type", { accountType: "COMMERCIALDEPOSIT" }, "business"],
    ["a commercial category", { accountCategory: "COMMERCIAL_ACCOUNT" }, "business"],
    ["the line of business", { lineOfBusiness: "Small Business" }, "business"],
    ["the line of consumers", { lineOfBusiness: "consumer joint" }, "personal"],
    ["neither", {}, "unrecognized"],
  ])("an account with %s has its holder_category", (_, changes, category) => {
    expect(bankAccountOf({ ...checking, ...changes }).holder_category).toBe(category);
  });

  test.each([
    ["DEPOSIT_ACCOUNT", "HIGHINTERESTSAVINGSACCOUNT", "depository", "savings"],
    ["DEPOSIT_ACCOUNT", "MONEYMARKET", "depository", "money market"],
    ["DEPOSIT_ACCOUNT", "CD", "depository", "cd"],
    ["DEPOSIT_ACCOUNT", "ESCROW", "depository", "other"],
    ["LOC_ACCOUNT", "CREDITCARD", "credit", "credit card"],
    ["LOC_ACCOUNT", "HOMELINEOFCREDIT", "credit", "other"],
    ["LOAN_ACCOUNT", "STUDENTLOAN", "loan", "student"],
    ["INVESTMENT_ACCOUNT", "ROTH401K", "investment", "401k"],
    ["INVESTMENT_ACCOUNT", "ROLLOVER", "investment", "ira"],
    ["INVESTMENT_ACCOUNT", "TAXABLE", "investment", "brokerage"],
    ["INSURANCE_ACCOUNT", "TERMLIFE", "other", "other"],
  ])(
    "an account of the category %s and type %s is %s, %s",
    (accountCategory, accountType, type, subtype) => {
      expect(bankAccountOf({ accountCategory, accountType })).toMatchObject({ type, subtype });
    },
  );

  test("the kind of an account decides the meaning of its balance", () => {
    const amounts = {
      currentBalance: 1,
      availableBalance: 2,
      principalBalance: 3,
      availableCredit: 4,
      creditLine: 5,
      currentValue: 6,
      availableCashBalance: 7,
    };
    const toBalances = (accountCategory: string) => {
      const { balances } = bankAccountOf({ accountCategory, ...amounts });
      return [balances.current, balances.available, balances.limit];
    };
    expect(toBalances("DEPOSIT_ACCOUNT")).toEqual([1, 2, null]);
    expect(toBalances("LOC_ACCOUNT")).toEqual([1, 4, 5]);
    expect(toBalances("LOAN_ACCOUNT")).toEqual([3, null, null]);
    expect(toBalances("INVESTMENT_ACCOUNT")).toEqual([6, 7, null]);
  });

  test("balances have the decimals of their currency", () => {
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

  test("an account that is closed, or has an error in its place, is not shared", () => {
    expect(isOpen(parseAccount({ status: "CLOSED" }))).toBe(false);
    expect(isOpen(parseAccount({ error: { code: 705 } }))).toBe(false);
    expect(isOpen(parseAccount({ status: "RESTRICTED" }))).toBe(true);
  });
});

describe("account numbers", () => {
  const parseNumbers = (...networks: object[]) =>
    toNumbers(networks.map((network) => FdxPaymentNetwork.parse(network)));
  const ach = { type: "US_ACH", bankId: "011401533", identifier: "1111222233335820" };

  test("account numbers are those of ACH, with the routing number of wires, and of EFT", () => {
    expect(parseNumbers(ach, { ...ach, type: "US_FEDWIRE", bankId: "091000022" })).toEqual({
      ach: { account: "1111222233335820", routing: "011401533", wire_routing: "091000022" },
    });
    expect(parseNumbers({ ...ach, type: "CA_ACSS", bankId: "002101140" })).toEqual({
      eft: { account: "1111222233335820", institution: "021", branch: "01140" },
    });
  });

  test("account numbers of an unknown network, or with a bank id that cannot be one, are left out", () => {
    expect(parseNumbers({ ...ach, type: "US_RTP" }, { ...ach, bankId: "011401534" })).toEqual({});
    expect(parseNumbers({ ...ach, identifier: "<b>" }, { ...ach, bankId: null })).toEqual({});
  });
});

describe("owners", () => {
  test("owners are the primary holder with the contacts, and the others by name", () => {
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
    expect(toOwners(contact)).toEqual([
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

  test("the customer is the owner if no holder is named", () => {
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
