import { firstDayOf } from "../../../domain/calendar.ts";
import type { Random } from "../random.ts";
import { type Movement, postedMovement, story } from "../transactions/movement.ts";
import { bookedAfter, listPaydays, type PayRule } from "../transactions/paydays.ts";

/** A source of a borrower's income. Its id starts the keys of its movements: `income <id> …`. */
export type IncomeSource = {
  id: string;
  payer: string;
  /** The kind of income, in the API's words. */
  kind:
    | "SALARY"
    | "GIG_ECONOMY"
    | "SELF_EMPLOYMENT"
    | "BENEFITS"
    | "RETIREMENT"
    | "BANK_INTEREST"
    | "RENTAL";
  /** On given days, or from `min` to `max` times a month on any days. */
  rule: PayRule | { every: "now and then"; min: number; max: number };
  /**
   * The amount of a payment in cents, its variation in percent, and its yearly raise in percent.
   */
  cents: number;
  swing: number;
  raise: number;
  /** Extra payments by month of the year, from 0, in percent of a usual payment. */
  bonuses: { [month: number]: number };
  /** Whether the source pays in a month, counted from the year 0. */
  isActive(month: number): boolean;
  /** The payee. */
  payee: string;
  /** The institution's wording and category of the payments. */
  wording: "payroll" | "ach fields" | "direct deposit" | "bare" | "own";
  /** The payer's own description; # is a changing number. */
  ownWords: string;
  categoryId: string;
};

/** Years of raises are counted from here: January 2022. */
const FIRST_YEAR = 2022;

/** A source's movements due in a month, into an account; some may arrive earlier. */
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
  const days = listDays(source, month, isAmerican, random);
  const payments = days.map((day, at) => {
    const share = random.whole(100 - source.swing, 100 + source.swing) / 100;
    return payment(String(at), day, usual * share, wordsFor(source, day, draw, random));
  });
  const percent = source.bonuses[month % 12];
  const [bonusDay] = days;
  if (percent === undefined || bonusDay === undefined) return payments;
  const bonusWords = wordsFor(source, bonusDay, draw, random);
  return [
    ...payments,
    payment("bonus", bookedAfter(bonusDay, 2, isAmerican), (usual * percent) / 100, bonusWords),
  ];
};

type Draw = (...about: (string | number)[]) => Random;

function listDays(
  { rule }: IncomeSource,
  month: number,
  isAmerican: boolean,
  random: Random,
): number[] {
  if (rule.every !== "now and then") return listPaydays(rule, month, isAmerican);
  const days = Array.from(
    { length: random.whole(rule.min, rule.max) },
    () => firstDayOf(month) + random.whole(0, 27),
  );
  return days.toSorted((a, b) => a - b);
}

/** The description of a payment. Its codes differ per payment, except for the company's id. */
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
