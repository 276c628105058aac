import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCOUNT_SUBTYPES } from "../../../../../protocol/vocabulary.ts";
import { FdxAccount, toBankAccount } from "./account.ts";
import { accountKind } from "./account-kind.ts";
import { FDX_ACCOUNT_TYPES } from "./account-types.fixture.ts";
import { bankAccountOf } from "./fdx.fixture.ts";

const ALL = Object.entries(FDX_ACCOUNT_TYPES).flatMap(([accountCategory, types]) =>
  types.map((accountType) => ({ accountCategory, accountType })),
);

/** The name under which FDX 4.6 nests an account, by category. */
const NESTED: Readonly<Record<string, string>> = {
  DEPOSIT_ACCOUNT: "depositAccount",
  LOAN_ACCOUNT: "loanAccount",
  LOC_ACCOUNT: "locAccount",
  INVESTMENT_ACCOUNT: "investmentAccount",
  ANNUITY_ACCOUNT: "annuityAccount",
  INSURANCE_ACCOUNT: "insuranceAccount",
  COMMERCIAL_ACCOUNT: "commercialAccount",
  DIGITAL_WALLET: "digitalWallet",
};

const TYPES: Readonly<Record<string, string>> = {
  DEPOSIT_ACCOUNT: "depository",
  LOAN_ACCOUNT: "loan",
  LOC_ACCOUNT: "credit",
  INVESTMENT_ACCOUNT: "investment",
  ANNUITY_ACCOUNT: "other",
  INSURANCE_ACCOUNT: "other",
  DIGITAL_WALLET: "other",
};

describe("the kind of an FDX account", () => {
  test.each(ALL)(
    "an account of the category $accountCategory and type $accountType has a subtype of its type",
    ({ accountCategory, accountType }) => {
      const { type, subtype } = bankAccountOf({ accountCategory, accountType });
      expect(ACCOUNT_SUBTYPES[type]).toContain(subtype);
      if (TYPES[accountCategory]) expect(type).toBe(TYPES[accountCategory]);
      const nested = { [NESTED[accountCategory] ?? ""]: { accountId: "a-1", accountType } };
      expect(toBankAccount(FdxAccount.parse(nested))).toMatchObject({ type, subtype });
    },
  );

  test("a commercial account is of the kind of its type", () => {
    const kinds = FDX_ACCOUNT_TYPES.COMMERCIAL_ACCOUNT?.map((accountType) =>
      accountKind({ accountCategory: "COMMERCIAL_ACCOUNT", accountType }),
    );
    expect(kinds).toEqual([
      { type: "depository", subtype: "checking" },
      { type: "investment", subtype: "brokerage" },
      { type: "loan", subtype: "other" },
      { type: "credit", subtype: "other" },
    ]);
  });

  test("any category and account type has a subtype of its type", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        ...ALL.flatMap(({ accountCategory, accountType }) => [accountCategory, accountType]),
        "constructor",
        "__proto__",
      ),
    );
    const maybe = fc.option(text, { nil: null });
    fc.assert(
      fc.property(maybe, maybe, (accountCategory, accountType) => {
        const { type, subtype } = accountKind({ accountCategory, accountType });
        expect(ACCOUNT_SUBTYPES[type]).toContain(subtype);
      }),
    );
  });
});
