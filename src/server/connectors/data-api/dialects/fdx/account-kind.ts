import type {
  ACCOUNT_SUBTYPES,
  AccountSubtype,
  AccountType,
} from "../../../../../protocol/vocabulary.ts";

/** The type of an account, and one of the type's subtypes. */
export type AccountKind = { type: AccountType; subtype: AccountSubtype };

/**
 * A category of FDX: its accounts' type, and their subtypes by FDX's account type, with "other" for
 * the rest.
 */
type Category = {
  [T in AccountType]: {
    type: T;
    subtypes: Readonly<Record<string, (typeof ACCOUNT_SUBTYPES)[T][number]>>;
  };
}[AccountType];

/** FDX 4.6 to 6.4. */
const CATEGORIES: ReadonlyMap<string, Category> = new Map(
  Object.entries<Category>({
    DEPOSIT_ACCOUNT: {
      type: "depository",
      subtypes: {
        CHECKING: "checking",
        COMMERCIALDEPOSIT: "checking",
        SAVINGS: "savings",
        HIGHINTERESTSAVINGSACCOUNT: "savings",
        FIRSTHOMESAVINGSACCOUNT: "savings",
        CD: "cd",
        MONEYMARKET: "money market",
      },
    },
    LOC_ACCOUNT: { type: "credit", subtypes: { CREDITCARD: "credit card", CHARGE: "credit card" } },
    LOAN_ACCOUNT: {
      type: "loan",
      subtypes: { MORTGAGE: "mortgage", STUDENTLOAN: "student", AUTOLOAN: "auto" },
    },
    INVESTMENT_ACCOUNT: {
      type: "investment",
      subtypes: {
        "401K": "401k",
        ROTH401K: "401k",
        IRA: "ira",
        ROTH: "ira",
        ROLLOVER: "ira",
        SARSEP: "ira",
        BROKERAGEPRODUCT: "brokerage",
        INVESTMENTACCOUNT: "brokerage",
        TAXABLE: "brokerage",
        COMMERCIALINVESTMENT: "brokerage",
      },
    },
    ANNUITY_ACCOUNT: { type: "other", subtypes: {} },
    INSURANCE_ACCOUNT: { type: "other", subtypes: {} },
    DIGITAL_WALLET: { type: "other", subtypes: {} },
  }),
);

/** The category of commercial accounts, which FDX 5.3 and later separate. */
const COMMERCIAL: ReadonlyMap<string, string> = new Map([
  ["COMMERCIALDEPOSIT", "DEPOSIT_ACCOUNT"],
  ["COMMERCIALINVESTMENT", "INVESTMENT_ACCOUNT"],
  ["COMMERCIALLOAN", "LOAN_ACCOUNT"],
  ["COMMERCIALLINEOFCREDIT", "LOC_ACCOUNT"],
]);

/** The type and subtype of an FDX account, by category; for an unknown category by account type. */
export const accountKind = ({
  accountCategory,
  accountType,
}: {
  accountCategory?: string | null | undefined;
  accountType?: string | null | undefined;
}): AccountKind => {
  const name = (accountType ?? "").toUpperCase();
  const category =
    CATEGORIES.get(accountCategory ?? "") ??
    CATEGORIES.get(COMMERCIAL.get(name) ?? "") ??
    [...CATEGORIES.values()].find(({ subtypes }) => Object.hasOwn(subtypes, name));
  if (!category) return { type: "other", subtype: "other" };
  const subtypes: Readonly<Record<string, AccountSubtype>> = category.subtypes;
  const subtype = Object.hasOwn(subtypes, name) ? subtypes[name] : undefined;
  return { type: category.type, subtype: subtype ?? "other" };
};
