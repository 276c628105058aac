import { expect, test } from "vitest";
import {
  categoryOfMerchantCode,
  categoryOfTransactionType,
  MERCHANT_CODE_RANGES,
} from "./institution-codes.ts";
import { FINANCE_CATEGORIES } from "./taxonomy.ts";

const DETAILED = new Set<string>(FINANCE_CATEGORIES.map(({ detailed }) => detailed));

test("each merchant category code has one category, which the taxonomy has", () => {
  expect(MERCHANT_CODE_RANGES.length).toBeGreaterThan(200);
  for (const [index, { from, to, category }] of MERCHANT_CODE_RANGES.entries()) {
    expect(DETAILED).toContain(category);
    expect(to).toBeGreaterThanOrEqual(from);
    expect(from).toBeGreaterThan(MERCHANT_CODE_RANGES[index - 1]?.to ?? 0);
  }
});

test.each([
  ["0742", "MEDICAL_VETERINARY_SERVICES"],
  ["3000", "TRAVEL_FLIGHTS"],
  ["3357", "TRAVEL_RENTAL_CARS"],
  ["3999", "TRAVEL_LODGING"],
  ["4121", "TRANSPORTATION_TAXIS_AND_RIDE_SHARES"],
  ["5411", "FOOD_AND_DRINK_GROCERIES"],
  ["5541", "TRANSPORTATION_GAS"],
  ["5912", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS"],
  ["6011", "TRANSFER_OUT_WITHDRAWAL"],
  ["7995", "ENTERTAINMENT_CASINOS_AND_GAMBLING"],
  ["9311", "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT"],
])("the merchant category code %s is %s", (code, category) => {
  expect(categoryOfMerchantCode(code)).toBe(category);
});

test("an unassigned code, and one of other than four digits, has no category", () => {
  for (const code of ["0001", "9999", "742", "05411", "541a", ""])
    expect(categoryOfMerchantCode(code)).toBeNull();
});

test("a transaction type of FDX has a category by the way the money goes", () => {
  expect(categoryOfTransactionType("INTEREST", "in")).toBe("INCOME_INTEREST_EARNED");
  expect(categoryOfTransactionType("INTEREST", "out")).toBe("BANK_FEES_INTEREST_CHARGE");
  expect(categoryOfTransactionType("ATMWITHDRAWAL", "in")).toBeNull();
  expect(categoryOfTransactionType("POSDEBIT", "out")).toBeNull();
  expect(categoryOfTransactionType("constructor", "out")).toBeNull();
});
