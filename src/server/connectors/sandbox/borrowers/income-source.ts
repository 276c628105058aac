import { firstDayOf, lastDayOf, monthOf } from "../../../domain/calendar.ts";
import type { Random } from "../random.ts";
import { type Movement, postedMovement, story } from "../transactions/movement.ts";

/** A source of a borrower's income. Its id begins the keys of its movements: `income <id> …`. */
export type IncomeSource = {
  id: string;
  payer: string;
  /** Its kind, in the words of the API. */
  kind:
    | "SALARY"
    | "GIG_ECONOMY"
    | "SELF_EMPLOYMENT"
    | "BENEFITS"
    | "RETIREMENT"
    | "BANK_INTEREST"
    | "RENTAL";
  /** On given days, or about so many times a month on any. */
  rule: PayRule | { every: "now and then"; min: number; max: number };
  /** The amount of a payment, in cents; by how many percent payments differ; how many percent a year brings. */
  cents: number;
  swing: number;
  raise: number;
  /** Extra payments of a month of the year, from 0, in percent of a usual one. */
  bonuses: { [month: number]: number };
  /** Whether it pays in a month, counted from the year 0. */
  isActive(month: number): boolean;
  /** The payee. */
  payee: string;
  /** How the institution describes and categorizes it. */
  wording: "payroll" | "ach fields" | "direct deposit" | "bare" | "own";
  /** The description, if the payer words it; # is a number that changes. */
  ownWords: string;
  categoryId: string;
};

/** Years of raises are counted from here: January 2022. */
const FIRST_YEAR = 2022;

/** The movements of a source that are due in a month, into an account; some may come before it. */
export const incomeMovements = (
  source: IncomeSource,
  month: number,
  { account, draw, isAmerican }: { account: string; draw: Draw; isAmerican: boolean },
): Movement[] => {
  if (!source.isActive(month)) return [];
  const random = draw("income", source.id, month);
  const usual = source.cents * (1 + (source.raise / 100) * (Math.floor(month / 12) - FIRST_YEAR));
  const payment = (at: string, day: number, cents: number, words: string) =>
    postedMovement(
      `income ${source.id} ${month} ${at}`,
      { account, cents: -Math.round(cents), day },
      story({ name: words, statement: words, categoryId: source.categoryId, code: "transfer" }),
    );
  const days = daysOf(source, month, isAmerican, random);
  const payments = days.map((day, at) => {
    const share = random.whole(100 - source.swing, 100 + source.swing) / 100;
    return payment(String(at), day, usual * share, wordsFor(source, day, draw, random));
  });
  const percent = source.bonuses[month % 12];
  const [bonusDay] = days;
  if (percent === undefined || bonusDay === undefined) return payments;
  const bonusWords = wordsFor(source, bonusDay, draw, random);
  return [...payments, payment("bonus", bonusDay + 2, (usual * percent) / 100, bonusWords)];
};

type Draw = (...about: (string | number)[]) => Random;

function daysOf(
  { rule }: IncomeSource,
  month: number,
  isAmerican: boolean,
  random: Random,
): number[] {
  if (rule.every !== "now and then") return paydaysOf(rule, month, isAmerican);
  const days = Array.from(
    { length: random.whole(rule.min, rule.max) },
    () => firstDayOf(month) + random.whole(0, 27),
  );
  return days.toSorted((a, b) => a - b);
}

/** The description of a payment; codes differ from payment to payment, the company's stays. */
function wordsFor(source: IncomeSource, day: number, draw: Draw, random: Random): string {
  const { payer, payee, wording, id, ownWords } = source;
  const [name, person] = [payer.toUpperCase(), payee.toUpperCase()];
  const company = draw("company", id).digits(10);
  const date = new Date(day * 86_400_000).toISOString().slice(2, 10).replaceAll("-", "");
  switch (wording) {
    case "payroll":
      return `${name} PAYROLL ${date} ${person}`;
    case "ach fields":
      return `${name} DES:PAYROLL ID:${random.digits(7)} INDN:${person} CO ID:${company} PPD`;
    case "direct deposit":
      return `ACH CREDIT ${name} DIRECT DEP ${random.digits(8)} ${person}`;
    case "bare":
      return `${name} PPD ID: ${company}`;
    case "own":
      return ownWords.replace("#", random.digits(5));
  }
}

/** When a borrower's income arrives. */
export type PayRule =
  | { every: "week" | "two weeks"; weekday: number; isOdd: boolean }
  | { every: "half month"; days: readonly [number, number] }
  | { every: "month"; day: number }
  | { every: "month"; nth: number; weekday: number };

/**
 * The paydays due in a month. One that falls on a weekend or a holiday moves to the workday before, which may
 * be in the previous month.
 */
export const paydaysOf = (rule: PayRule, month: number, hasFederalHolidays: boolean): number[] =>
  daysDue(rule, month).map((day) => workdayUpTo(day, hasFederalHolidays));

function daysDue(rule: PayRule, month: number): number[] {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const onDay = (day: number) => Math.min(first + day - 1, last);
  switch (rule.every) {
    case "half month":
      return rule.days.map(onDay);
    case "month":
      return "day" in rule ? [onDay(rule.day)] : [nthWeekday(month, rule.weekday, rule.nth)];
    default: {
      const step = rule.every === "week" ? 7 : 14;
      // Day 4 of 1970 was a Monday.
      const like = 4 + rule.weekday + (rule.isOdd ? 7 : 0);
      const days: number[] = [];
      for (let day = first + ((((like - first) % step) + step) % step); day <= last; day += step)
        days.push(day);
      return days;
    }
  }
}

/** The nth weekday of a month, from 1; 0 is Monday. */
function nthWeekday(month: number, weekday: number, nth: number): number {
  const first = firstDayOf(month);
  return first + ((((weekday - weekdayOf(first)) % 7) + 7) % 7) + (nth - 1) * 7;
}

const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

function workdayUpTo(day: number, hasFederalHolidays: boolean): number {
  let workday = day;
  while (weekdayOf(workday) > 4 || isHoliday(workday, hasFederalHolidays)) workday--;
  return workday;
}

/** Days on which no bank is open: New Year and Christmas, and other holidays of the United States. */
function isHoliday(day: number, hasFederalHolidays: boolean): boolean {
  const month = monthOf(day);
  const [ofYear, date] = [month % 12, day - firstDayOf(month) + 1];
  if ((ofYear === 0 && date === 1) || (ofYear === 11 && date === 25)) return true;
  if (!hasFederalHolidays) return false;
  if ((ofYear === 5 && date === 19) || (ofYear === 6 && date === 4)) return true;
  if (ofYear === 10 && date === 11) return true;
  if (ofYear === 4) return weekdayOf(day) === 0 && day + 7 > lastDayOf(month);
  return MOVABLE.some(
    ([at, weekday, nth]) => at === ofYear && nthWeekday(month, weekday, nth) === day,
  );
}

/** Holidays by month of the year, weekday, and which one it is. */
const MOVABLE: readonly [month: number, weekday: number, nth: number][] = [
  [0, 0, 3],
  [1, 0, 3],
  [8, 0, 1],
  [9, 0, 2],
  [10, 3, 4],
];
