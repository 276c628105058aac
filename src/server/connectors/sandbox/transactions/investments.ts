import { lastDayOf } from "../../../domain/calendar.ts";
import {
  type PortfolioEvent,
  portfolioAfter,
  portfolioEventsIn,
  portfolioValue,
} from "../investments/portfolio.ts";
import type { Household, Investment } from "./household.ts";
import { type Movement, postedMovement, story, transfer } from "./movement.ts";
import { bookingDay, paydaysIn } from "./paydays.ts";

/** A month's movements on investment accounts, with the payments from the main account. */
export const investmentMovements = (household: Household, month: number): Movement[] =>
  household.investments.flatMap((investment) => [
    ...contributions(household, investment, month),
    ...yields(household, investment, month),
  ]);

/** An investment account's value at a month's end: cash, and securities at the day's prices. */
export const investmentValueAfter = (
  household: Household,
  investment: Investment,
  month: number,
): number => investmentValueOn(household, investment, lastDayOf(month));

/** The value of an investment account at the end of a day. */
export const investmentValueOn = (
  household: Household,
  investment: Investment,
  day: number,
): number => portfolioValue(portfolioAfter(household, investment, day), day);

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

/** A month's combined dividends, and its fee. */
function yieldIn(household: Household, investment: Investment, month: number) {
  const events = portfolioEventsIn(household, investment, month);
  const sum = (kind: PortfolioEvent["kind"]) =>
    events.reduce((all, event) => all + (event.kind === kind ? event.cash : 0), 0);
  return { dividend: sum("dividend"), fee: -sum("fee") };
}
