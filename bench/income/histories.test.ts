import { expect, test } from "vitest";
import { toDate, toDay } from "../../src/server/domain/calendar.ts";
import {
  sourcesIn,
  TODAY,
} from "../../src/server/domain/consumer-reports/income/income-insights.fixture.ts";
import {
  toAccount,
  transaction,
} from "../../src/server/domain/consumer-reports/income/transactions.fixture.ts";
import { categoryShape } from "../../src/server/domain/enrichment/category-shape.ts";
import { enrich } from "../../src/server/domain/enrichment/enrich.ts";
import { loadKnowledge } from "../../src/server/domain/enrichment/knowledge.ts";
import { recurringStreamsIn } from "../../src/server/domain/transactions/recurring/recurring-streams.ts";

// Histories in the words of banks, labelled before the rules met them. Only the description
// determines a category, as at an institution without categories.

const knowledge = await loadKnowledge();

/** A description and a country; then days with amounts, positive if money leaves. */
type Part = [description: string, country: string, payments: [day: number, amount: number][]];

const listTransactions = (parts: readonly Part[]) =>
  parts.flatMap(([description, country, payments]) =>
    payments.map(([day, amount]) => {
      const { category, confidence, counterparties, merchant } = enrich(knowledge, {
        description,
        amount,
        country,
      });
      return transaction(description, amount, day, {
        category: null,
        category_id: null,
        merchant_name: merchant?.name ?? null,
        personal_finance_category: categoryShape(category, confidence),
        counterparties,
      });
    }),
  );

/** Payments some days apart, up to three days ago. */
const every = (gap: number, count: number, amount: number, last = TODAY - 3) =>
  Array.from({ length: count }, (_, at): [number, number] => [
    last - (count - 1 - at) * gap,
    amount,
  ]);

/** Payments on a day of each month, or on the last day, moved back to a workday. */
const monthly = (date: number, count: number, amounts: readonly number[], ago = 1) =>
  Array.from({ length: count }, (_, at): [number, number] => {
    const last = new Date(Date.UTC(2026, 5 - ago - (count - 1 - at), 0));
    last.setUTCDate(Math.min(date, last.getUTCDate()));
    const day = last.getTime() / 86_400_000;
    const weekday = last.getUTCDay();
    return [
      day - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0),
      amounts[at % amounts.length] ?? amounts[0] ?? 0,
    ];
  });

const on = (amount: number, ...dates: string[]) =>
  dates.map((date): [number, number] => [toDay(date), amount]);

const SHOPPING = [3, 4, 9, 17, 18, 26, 31, 33, 45, 52].map((ago, at): [number, number] => [
  TODAY - ago,
  12 + ((at * 37) % 60),
]);

test.each<[label: string, streams: string[], parts: Part[]]>([
  ["a gym each four weeks", ["MONTHLY on"], [["ANYTIME GYM DD", "GB", every(28, 13, 29.9)]]],
  ["a rent at the end", ["MONTHLY on"], [["RENT LANDSCAPE LLC", "US", monthly(31, 9, [1850])]]],
  [
    "an insurance each quarter",
    ["UNKNOWN on"],
    [
      [
        "ALLIANZ VERSICHERUNG BEITRAG",
        "DE",
        on(88.4, "2025-04-15", "2025-07-15", "2025-10-15", "2026-01-15", "2026-04-15"),
      ],
    ],
  ],
  [
    "two subscriptions of one seller",
    ["MONTHLY on", "MONTHLY on"],
    [
      ["APPLE.COM/BILL 866-712-7753 CA", "US", monthly(4, 7, [2.99], 0)],
      ["APPLE.COM/BILL 866-712-7753 CA", "US", monthly(19, 7, [10.99], 0)],
    ],
  ],
  ["groceries", [], [["TESCO STORES 2231", "GB", SHOPPING]]],
  [
    "a service that was ended",
    ["MONTHLY off"],
    [["HULU 877-824", "US", monthly(11, 6, [7.99], 5)]],
  ],
  [
    "a price that rose",
    ["MONTHLY on"],
    [["NETFLIX.COM", "US", monthly(2, 4, [9.99, 9.99, 9.99, 12.99], 0)]],
  ],
  ["an insurance each half year", ["UNKNOWN on"], [["STATE FARM", "US", every(182, 4, 412.5)]]],
  ["an allowance", ["WEEKLY on"], [["FROM GRANDMA ALLOWANCE", "US", every(7, 15, -20)]]],
  [
    "a fee each year",
    ["ANNUALLY on"],
    [["COSTCO ANNUAL RENEWAL", "US", on(60, "2023-11-20", "2024-11-20", "2025-11-21")]],
  ],
  [
    "power by the season",
    ["MONTHLY on"],
    [["CON EDISON BILL PMT", "US", monthly(21, 10, [62, 71, 88, 110, 97, 75])]],
  ],
  [
    "a refund next to a subscription",
    ["MONTHLY on"],
    [
      ["SPOTIFY USA", "US", monthly(7, 7, [10.99], 0)],
      ["SPOTIFY USA REFUND", "US", [[TODAY - 60, -10.99]]],
    ],
  ],
])("%s has the streams %j", async (_, streams, parts) => {
  const { inflow, outflow } = await recurringStreamsIn(listTransactions(parts), TODAY);
  const found = [...inflow, ...outflow];
  expect(found.map((each) => `${each.frequency} ${each.is_active ? "on" : "off"}`)).toEqual(
    streams,
  );
  for (const { is_active, predicted_next_date } of found)
    expect(predicted_next_date !== null && predicted_next_date >= toDate(TODAY)).toBe(is_active);
});

const ACME = every(14, 14, -1500);
const TAKEN = ACME[6]?.[0] ?? 0;

const reversedBy = (name: string, reversal: string, country: string): Part[] => [
  [name, country, [...ACME, [TAKEN + 2, -1500]]],
  [reversal, country, [[TAKEN + 1, 1500]]],
];

test.each<[label: string, sources: string[], parts: Part[]]>([
  [
    "pay of a platform",
    ["GIG_ECONOMY WEEKLY 1600"],
    [["UBER USA 6787 EDI PAYMNT", "US", every(7, 16, -100)]],
  ],
  ["a shopper's pay", ["GIG_ECONOMY WEEKLY 960"], [["SHIPT SHOPPER PAY", "US", every(7, 12, -80)]]],
  ["RTN", ["SALARY BIWEEKLY 21000"], reversedBy("ACME PAYROLL", "ACH RTN ACME PAYROLL", "US")],
  ["RVSL", ["SALARY BIWEEKLY 21000"], reversedBy("ACME PAYROLL", "RVSL ACME PAYROLL", "US")],
  [
    "Rückruf",
    ["SALARY BIWEEKLY 21000"],
    reversedBy("GEHALT BRANDT", "RÜCKRUF GEHALT BRANDT", "DE"),
  ],
  [
    "devolución",
    ["SALARY BIWEEKLY 21000"],
    reversedBy("NOMINA SOL", "DEVOLUCION NOMINA SOL", "ES"),
  ],
  ["terugboeking", ["SALARY BIWEEKLY 21000"], reversedBy("LOON BAKKER", "TERUGBOEKING LOON", "NL")],
  [
    "a pension",
    ["BENEFIT_OTHER MONTHLY 20880"],
    [["SSA TREAS 310 XXSOC SEC", "US", monthly(3, 12, [-1740], 0)]],
  ],
  [
    "unemployment",
    ["UNEMPLOYMENT WEEKLY 7248"],
    [["STATE OF NJ UI BENEFIT", "US", every(7, 12, -604)]],
  ],
  [
    "no income",
    [],
    [
      ["PAYMENT THANK YOU-MOBILE", "US", monthly(6, 8, [-500])],
      ["VENMO CASHOUT", "US", every(21, 5, -45)],
      ["SOFI LOAN DISBURSEMENT", "US", [[TODAY - 90, -8000]]],
      ["ONLINE TRANSFER FROM SAV ...1234", "US", monthly(15, 8, [-400])],
    ],
  ],
  [
    "extra pay at Christmas",
    ["SALARY MONTHLY 37400"],
    [
      ["LOHN/GEHALT BRANDT AG", "DE", monthly(27, 12, [-2900])],
      ["LOHN/GEHALT BRANDT AG WEIHNACHTSGELD", "DE", on(-2600, "2025-11-26")],
    ],
  ],
  [
    "payouts of a market",
    ["OTHER UNKNOWN 1200"],
    [["AIRBNB PAYMENTS AIRBNB 4977", "US", [4, 13, 41, 66].map((ago) => [TODAY - ago, -300])]],
  ],
])("%s has the sources %j", async (_, sources, parts) => {
  const found = await sourcesIn(toAccount(listTransactions(parts)));
  expect(
    found.map((each) => `${each.income_category} ${each.pay_frequency} ${each.total_amount}`),
  ).toEqual(sources);
});
