import type { Household, Investment } from "./household.ts";
import { ORIGIN } from "./loans.ts";
import { type Movement, postedMovement, story, transfer } from "./movement.ts";
import { bookingDay, paydaysIn } from "./paydays.ts";

/** The movements of a month on investment accounts, with the payments from the main account. */
export const investmentMovements = (household: Household, month: number): Movement[] =>
  household.investments.flatMap((investment) => [
    ...contributions(household, investment, month),
    ...yields(household, investment, month),
  ]);

/** The value of an investment account at the end of a month: all contributions and dividends so far. */
export const investmentValueAfter = (
  household: Household,
  investment: Investment,
  month: number,
): number => {
  let worth = investment.base;
  for (let at = ORIGIN; at <= month; at++) worth += growthIn(household, investment, at);
  return worth;
};

function growthIn(household: Household, investment: Investment, month: number): number {
  const { by, contribution } = investment;
  const times = by === "holder" ? 1 : paydaysOfHousehold(household, month).length;
  const { dividend, fee } = yieldIn(household, investment, month);
  return contribution * times + dividend - fee;
}

function contributions(
  household: Household,
  { name, by, contribution: cents }: Investment,
  month: number,
): Movement[] {
  if (by === "holder") {
    const { country, main } = household;
    const day = bookingDay(month, 9, country === "US");
    return transfer(
      `${name} paid in ${month}`,
      { from: main.name, to: name, cents, day },
      {
        country,
        categoryId: "24001003",
        received: "17003002",
      },
    );
  }
  const { payer } = household.wages;
  const words = story({
    name: `${payer} contribution`,
    categoryId: "17003001",
    code: "transfer",
    meta: { payer },
  });
  return paydaysOfHousehold(household, month).map((day, at) =>
    postedMovement(`${name} paid in ${month} ${at}`, { account: name, cents: -cents, day }, words),
  );
}

function yields(household: Household, investment: Investment, month: number): Movement[] {
  const { name } = investment;
  const { dividend, fee } = yieldIn(household, investment, month);
  const isAmerican = household.country === "US";
  const dividendStory = story({ name: "Dividend", categoryId: "17002000", code: "adjustment" });
  const feeStory = story({ name: "Custody fee", categoryId: "17004000", code: "bank charge" });
  return [
    ...(dividend > 0
      ? [
          postedMovement(
            `${name} dividend ${month}`,
            { account: name, cents: -dividend, day: bookingDay(month, 15, isAmerican) },
            dividendStory,
          ),
        ]
      : []),
    ...(fee > 0
      ? [
          postedMovement(
            `${name} fee ${month}`,
            { account: name, cents: fee, day: bookingDay(month, 11, isAmerican) },
            feeStory,
          ),
        ]
      : []),
  ];
}

const paydaysOfHousehold = ({ wages, country }: Household, month: number): number[] =>
  paydaysIn(wages.rhythm, month, country === "US");

/** A dividend at the end of each quarter, a fee in January. */
function yieldIn({ draw }: Household, { name, base }: Investment, month: number) {
  const rate = month % 3 === 2 ? draw(name, "dividend", month).whole(40, 110) : 0;
  const dividend = Math.round((base * rate) / 10_000);
  return { dividend, fee: month % 12 === 0 ? Math.round(base * 0.001) : 0 };
}
