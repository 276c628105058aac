import { describe, expect, test } from "vitest";
import { toDay } from "../../calendar.ts";
import { categoryShape } from "../../enrichment/category-shape.ts";
import { enrich } from "../../enrichment/enrich.ts";
import { loadKnowledge } from "../../enrichment/knowledge.ts";
import { every, sourcesIn, TODAY, wages } from "./income-insights.fixture.ts";
import { toAccount, transaction } from "./transactions.fixture.ts";

describe("the evidence of income", () => {
  test("wages that are taken back and paid again count once, as do wages that are taken back for good", async () => {
    const [, , third] = wages();
    const day = toDay(third?.date ?? "");
    const back = transaction("IRONLEAF LOGISTICS PAYROLL REVERSAL", 1500, day + 1);
    const again = transaction("IRONLEAF LOGISTICS PAYROLL", -1500, day + 2);
    expect(await sourcesIn(toAccount([...wages(), back, again]))).toMatchObject([
      { transaction_count: 20, total_amount: 30_000, pay_frequency: "BIWEEKLY" },
    ]);
    expect(await sourcesIn(toAccount([...wages(), back]))).toMatchObject([
      { transaction_count: 19, total_amount: 28_500 },
    ]);
  });

  test.each([
    "RVSL IRONLEAF LOGISTICS",
    "ACH RTN IRONLEAF LOGISTICS",
    "PAYROLL CORRECTION IRONLEAF LOGISTICS",
    "IRONLEAF LOGISTICS PAYROLL TAKSINKUTSU",
  ])("wages are taken back by %s, and a purchase of the same amount takes none", async (name) => {
    const day = toDay(wages()[2]?.date ?? "");
    const again = transaction("IRONLEAF LOGISTICS PAYROLL", -1500, day + 2);
    const sumWith = async (outflow: string) => {
      const back = transaction(outflow, 1500, day + 1);
      return (await sourcesIn(toAccount([...wages(), back, again])))[0]?.total_amount;
    };
    expect(await sumWith(name)).toBe(30_000);
    expect(await sumWith("LOGISTICS MUSEUM SHOP")).toBe(31_500);
  });

  test("extra pay of a season is the employer's, as a bonus", async () => {
    const extra = transaction("GEHALT BRANDT MASCHINENBAU WEIHNACHTSGELD", -900, TODAY - 60);
    expect(
      await sourcesIn(toAccount([...wages("GEHALT BRANDT MASCHINENBAU"), extra])),
    ).toMatchObject([{ transaction_count: 21, bonus_count: 1, pay_frequency: "BIWEEKLY" }]);
  });

  test.each([
    ["AIRBNB PAYMENTS AIRBNB 4977", ["OTHER"]],
    ["EBAY COM SALES 88", ["OTHER"]],
    ["AXA INDEMNITE SINISTRE", []],
    ["PAYMENT THANK YOU-MOBILE", []],
  ])("now and then %s is income of the kinds %j", async (description, kinds) => {
    const knowledge = await loadKnowledge();
    const { category, confidence, counterparties } = enrich(knowledge, { description, amount: -1 });
    const personal_finance_category = categoryShape(category, confidence);
    const paid = [4, 13, 29, 41, 66].map((ago) =>
      transaction(description, -200 - ago, TODAY - ago, {
        personal_finance_category,
        counterparties,
      }),
    );
    expect((await sourcesIn(toAccount(paid))).map(({ income_kind }) => income_kind)).toEqual(kinds);
  });

  test.each([
    ["UBER USA 6787 EDI PAYMNT", (at: number) => `UBER USA ${6787 + at} EDI PAYMNT`],
    ["DOORDASH, INC. DES:DASHER PAY", (at: number) => `DOORDASH, INC. DES:DASHER PAY ID:${at}X`],
    ["INSTACART SHOPPER PAY", () => "INSTACART SHOPPER PAY"],
  ])("pay of a platform in the words of %s is income of the gig economy", async (_, words) => {
    const knowledge = await loadKnowledge();
    const payouts = every(7, 20, (day, at) => {
      const description = words(at);
      const { category, confidence, counterparties } = enrich(knowledge, {
        description,
        amount: -1,
      });
      const personal_finance_category = categoryShape(category, confidence);
      const enriched = { personal_finance_category, counterparties };
      return transaction(description, -(90 + ((at * 37) % 160)), day, enriched);
    });
    expect(await sourcesIn(toAccount(payouts))).toMatchObject([
      { income_category: "GIG_ECONOMY", transaction_count: 20, pay_frequency: "WEEKLY" },
    ]);
  });
});
