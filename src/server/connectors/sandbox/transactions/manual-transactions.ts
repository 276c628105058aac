import { dayOf } from "../../../domain/calendar.ts";
import type { ManualTransaction } from "../../../domain/connectors/bank-transaction.ts";
import { type Movement, story } from "./movement.ts";

/** Manual transactions of a developer, as movements on an account. */
export const manualMovements = (
  account: string,
  transactions: readonly ManualTransaction[],
): Movement[] =>
  transactions.map(({ dateTransacted, datePosted, amount, description }, at) => ({
    key: `written ${at}`,
    account,
    cents: Math.round(amount * 100),
    day: dayOf(datePosted),
    story: story({
      name: description,
      statement: description,
      categoryId: guessCategory(description, amount),
      code: amount < 0 ? "transfer" : "purchase",
    }),
    seenAt: dateTransacted < datePosted ? dayOf(dateTransacted) * 1440 : null,
    isDropped: false,
    authorized: null,
    keepsId: false,
  }));

/** The category that a description suggests; uncategorized transfers otherwise. */
const guessCategory = (description: string, amount: number): string =>
  CATEGORY_PATTERNS.find(
    ([words, isIncome]) => words.test(description) && isIncome === amount < 0,
  )?.[2] ?? "24004000";

const CATEGORY_PATTERNS: [words: RegExp, isIncome: boolean, categoryId: string][] = [
  [/payroll|salary|wages/i, true, "16001001"],
  [/interest/i, true, "17001000"],
  [/dividend/i, true, "17002000"],
  [/pension/i, true, "16003000"],
  [/interest/i, false, "18001000"],
  [/rent\b/i, false, "15001000"],
  [/mortgage/i, false, "18002001"],
  [/student loan/i, false, "18002002"],
  [/car loan|auto loan/i, false, "18002003"],
  [/\bloans?\b|\blending\b|\blenders?\b/i, false, "18002000"],
  [/coffee|café/i, false, "13001003"],
  [/restaurant|bistro/i, false, "13001001"],
  [/grocer|market|supermarket/i, false, "13003001"],
  [/fuel|petrol/i, false, "25006000"],
  [/\batm\b|cash machine/i, false, "11001001"],
  [/\boverdraft (fee|charge)\b/i, false, "10002000"],
  [/\b(fee|charge)\b/i, false, "10001000"],
];
