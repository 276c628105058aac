import { firstDayOf } from "../../../domain/calendar.ts";
import type { Household, Investment } from "./household.ts";
import { ORIGIN } from "./loans.ts";
import { booked, type Movement, story, transfer } from "./movement.ts";
import { paydaysIn } from "./paydays.ts";

/** What a month brings on the accounts that are invested, with the side that the main account pays. */
export const investedIn = (household: Household, month: number): Movement[] =>
  household.investments.flatMap((investment) => [
    ...contributions(household, investment, month),
    ...yields(household, investment, month),
  ]);

/** What an invested account is worth when a month ends: all that was ever paid in, and its dividends. */
export const investedAfter = (
  household: Household,
  investment: Investment,
  month: number,
): number => {
  let worth = investment.base;
  for (let at = ORIGIN; at <= month; at++) worth += addedIn(household, investment, at);
  return worth;
};

function addedIn(household: Household, investment: Investment, month: number): number {
  const { by, contribution } = investment;
  const times = by === "holder" ? 1 : paydaysIn(household.wages.rhythm, month).length;
  const { dividend, fee } = yieldIn(household, investment, month);
  return contribution * times + dividend - fee;
}

function contributions(
  household: Household,
  { name, by, contribution: cents }: Investment,
  month: number,
): Movement[] {
  if (by === "holder") {
    const paid = { from: household.main.name, to: name, cents, day: firstDayOf(month) + 8 };
    return transfer(`${name} paid in ${month}`, paid, {
      categoryId: "24001003",
      received: "17003002",
    });
  }
  const { payer, rhythm } = household.wages;
  const words = story({
    name: `${payer} contribution`,
    categoryId: "17003001",
    code: "transfer",
    meta: { payer },
  });
  return paydaysIn(rhythm, month).map((day, at) =>
    booked(`${name} paid in ${month} ${at}`, { account: name, cents: -cents, day }, words),
  );
}

function yields(household: Household, investment: Investment, month: number): Movement[] {
  const { name } = investment;
  const { dividend, fee } = yieldIn(household, investment, month);
  const paid = story({ name: "Dividend", categoryId: "17002000", code: "adjustment" });
  const charged = story({ name: "Custody fee", categoryId: "17004000", code: "bank charge" });
  const first = firstDayOf(month);
  return [
    ...(dividend > 0
      ? [
          booked(
            `${name} dividend ${month}`,
            { account: name, cents: -dividend, day: first + 14 },
            paid,
          ),
        ]
      : []),
    ...(fee > 0
      ? [booked(`${name} fee ${month}`, { account: name, cents: fee, day: first + 10 }, charged)]
      : []),
  ];
}

/** A dividend at the end of each quarter, a fee in January. */
function yieldIn({ draw }: Household, { name, base }: Investment, month: number) {
  const rate = month % 3 === 2 ? draw(name, "dividend", month).whole(40, 110) : 0;
  const dividend = Math.round((base * rate) / 10_000);
  return { dividend, fee: month % 12 === 0 ? Math.round(base * 0.001) : 0 };
}
