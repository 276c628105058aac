import type { Transaction } from "../../../../protocol/transaction.ts";
import { dayAt } from "../../calendar.ts";
import type { LinkedAccount, LinkedItem } from "../linked-item.ts";
import { makeIncomeInsights } from "./make-income-insights.ts";
import { transaction } from "./transactions.fixture.ts";

/** The time at which the reports are made. */
export const NOW = Date.UTC(2026, 4, 20, 12);
/** The day of the report. */
export const TODAY = dayAt(NOW);

/** An Item with these accounts. */
export const toItem = (accounts: LinkedAccount[], itemId = "item"): LinkedItem => ({
  itemId,
  institutionId: "ins_1",
  institutionName: "One Bank",
  updatedAt: NOW,
  accounts,
});

/** The insights of Items. */
export const insightsOf = (items: LinkedItem[], daysRequested = 731) =>
  makeIncomeInsights(items, { reportId: "r", clientReportId: null, daysRequested, now: NOW });

/** The income sources found in accounts of one Item. */
export const sourcesIn = async (...accounts: LinkedAccount[]) =>
  (await insightsOf([toItem(accounts)])).items.flatMap((item) => item.bank_income_sources);

/** Creates transactions at a fixed interval in days, back from today. */
export const every = (
  step: number,
  count: number,
  make: (day: number, at: number) => Transaction,
) => Array.from({ length: count }, (_, at) => make(TODAY - 5 - at * step, at));

/** Wages every two weeks. */
export const wages = (name = "IRONLEAF LOGISTICS PAYROLL", cents = 150_000, more = {}) =>
  every(14, 20, (day) => transaction(name, -cents / 100, day, more));
