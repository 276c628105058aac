import { expect, test } from "vitest";
import { categoryShape } from "./category-shape.ts";
import { enrich } from "./enrich.ts";
import { loadKnowledge } from "./knowledge.ts";
import { inSecondVersion } from "./second-version.ts";
import { FINANCE_CATEGORIES } from "./taxonomy.ts";

const knowledge = await loadKnowledge();

const second = (description: string, amount: number) => {
  const { category, confidence, counterparties } = enrich(knowledge, {
    description,
    amount,
    country: "US",
  });
  return inSecondVersion(knowledge, {
    text: description,
    category: categoryShape(category, confidence),
    parties: counterparties,
  });
};

test.each([
  ["ACME CORP PAYROLL PPD", -1, "INCOME_SALARY"],
  ["UBER USA 6787 EDI PAYMNT", -1, "INCOME_GIG_ECONOMY"],
  ["EARNIN TRANSFER", -1, "LOAN_DISBURSEMENTS_EWA"],
  ["VENMO CASHOUT PPD ID: 5264681992", -1, "TRANSFER_IN_TRANSFER_IN_FROM_APPS"],
  ["COINBASE INC. 8889087930", 1, "TRANSFER_OUT_CRYPTO"],
  ["LATE PAYMENT FEE", 1, "BANK_FEES_LATE_FEES"],
  ["STARBUCKS STORE 1234", 1, "FOOD_AND_DRINK_COFFEE"],
  ["XQZV 123", 1, "OTHER_OTHER"],
])("%s is %s %s in the second version", (description, amount, detailed) => {
  const category = second(description, amount);
  expect(category).toMatchObject({ detailed, version: "v2" });
  expect(detailed.startsWith(`${category.primary}_`)).toBe(true);
});

test("each category of the first version has one in the second, which begins with its primary", () => {
  for (const { detailed } of FINANCE_CATEGORIES) {
    const category = inSecondVersion(knowledge, {
      text: "",
      category: categoryShape(detailed, "HIGH"),
      parties: [],
    });
    expect(category.detailed.startsWith(`${category.primary}_`)).toBe(true);
  }
});

test("each seller of the list has its name in the lists of merchants or payment services", () => {
  const unknown = [...knowledge.sellers.keys()].filter((name) => {
    const found = enrich(knowledge, { description: `${name} `, amount: 1 });
    return !found.counterparties.some((party) => party.name === name);
  });
  expect(unknown).toEqual([]);
});
