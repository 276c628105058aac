import { firstDayOf } from "../../../domain/calendar.ts";
import { type Movement, postedMovement, story, transfer } from "../transactions/movement.ts";
import { fullName } from "../transactions/people.ts";
import type { Borrower } from "./borrower.ts";

/** Inflows of a month that are not income: presents, refunds of taxes and expenses, cash, own money. */
export const otherInflowsIn = (borrower: Borrower, month: number): Movement[] => {
  const { main, draw, home, monthly, sources, unit } = borrower;
  const random = draw("other inflows", month);
  const first = firstDayOf(month);
  const inflow = (about: string, cents: number, words: string, categoryId: string) =>
    postedMovement(
      `${about} ${month}`,
      { account: main, cents: -Math.round(cents), day: first + random.whole(1, 26) },
      story({ name: words, statement: words, categoryId, code: "transfer" }),
    );
  const share = (percent: number, cents: number) => (random.chance(percent) ? cents : 0);
  const employer = sources.find((source) => source.kind === "SALARY" && source.isActive(month));
  const friend = share(35, random.whole(8, 120) * 100 * unit);
  const expenses = employer ? share(20, random.whole(15, 160) * 100 * unit) : 0;
  const cash = share(10, random.whole(2, 20) * 1000 * unit);
  const own = share(10, random.whole(5, 30) * 1000 * unit);
  const taxes = month % 12 === 2 ? monthly * 0.25 : 0;
  return [
    ...(friend > 0 ? [inflow("friend", friend, "PERSON TO PERSON FROM ROBIN M", "24003000")] : []),
    ...(expenses > 0
      ? [inflow("expenses", expenses, `${employer?.payer.toUpperCase()} EXPENSE REIMB`, "24004000")]
      : []),
    ...(cash > 0 ? [inflow("cash", cash, "CASH DEPOSIT", "11002001")] : []),
    ...(own > 0
      ? [inflow("own", own, `ACH CREDIT ${fullName(home.holder).toUpperCase()}`, "24004000")]
      : []),
    ...(taxes > 0 ? [inflow("taxes", taxes, "TREASURY 310 TAX REF", "23003000")] : []),
  ];
};

/** A wage that is moved to the savings account and back, under words that do not say so. */
export const movedWage = (
  borrower: Borrower,
  wages: readonly Movement[],
  month: number,
): Movement[] => {
  const { traits, pot, main } = borrower;
  const [wage] = wages.toSorted((a, b) => a.cents - b.cents);
  const first = firstDayOf(month);
  if (!traits.movesWages || !pot || !wage || wage.day > first + 20) return [];
  const cents = -wage.cents;
  const sides = [
    ...transfer(`moved ${month}`, { from: main, to: pot.name, cents, day: wage.day + 1 }, WORDS),
    ...transfer(`back ${month}`, { from: pot.name, to: main, cents, day: first + 25 }, WORDS),
  ];
  return sides.map((side) => ({
    ...side,
    story: { ...side.story, meta: {}, name: side.cents < 0 ? "ONLINE CREDIT" : "ONLINE DEBIT" },
  }));
};

const WORDS = { categoryId: "24004000" };
