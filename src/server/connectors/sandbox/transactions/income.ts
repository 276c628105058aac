import { firstDayOf } from "../../../domain/calendar.ts";
import { raisedUntil } from "./bills.ts";
import type { Household } from "./household.ts";
import { type Movement, postedMovement, story } from "./movement.ts";
import { bookedAfter, bookingDay, paydaysIn } from "./paydays.ts";
import { fullName } from "./people.ts";
import { bankWords, listNames, writeStatement } from "./words.ts";

/** The income of a month, on the main account. */
export const incomeIn = (household: Household, month: number): Movement[] =>
  household.isBusiness ? takings(household, month) : wages(household, month);

function wages(household: Household, month: number): Movement[] {
  const { main, wages: wage, home, country } = household;
  const { payer, rhythm, side, raise } = wage;
  const isAmerican = country === "US";
  const each = wage.each + raisedUntil(month, raise);
  const paydays = paydaysIn(rhythm, month, isAmerican);
  const wageMovement = (key: string, cents: number, day: number, from: string) =>
    postedMovement(
      key,
      { account: main.name, cents: -cents, day },
      story({
        name: from,
        statement: `${writeStatement(bankWords(country).wages, from)} ${fullName(home.holder).toUpperCase()}`,
        categoryId: "16001001",
        code: "transfer",
        meta: {
          payer: from,
          payment_method: "direct deposit",
          ppd_id: household.draw("payer", from).digits(10),
          reason: "salary",
        },
      }),
    );
  const sideDay = bookingDay(month, 14, isAmerican);
  const [sidePayer] = listNames("second employer", country);
  return [
    ...paydays.map((day, at) => wageMovement(`wages ${month} ${at}`, each, day, payer)),
    ...(side > 0 ? [wageMovement(`side ${month}`, side, sideDay, sidePayer)] : []),
    ...(rhythm.every === "week" ? advances(household, month, paydays) : []),
  ];
}

/** Wage advances, which are repaid on payday. */
function advances(
  { main, draw, unit, country }: Household,
  month: number,
  paydays: number[],
): Movement[] {
  const random = draw("advances", month);
  return paydays.flatMap((payday, at) => {
    const day = bookedAfter(payday - 4, 1, country === "US");
    if (day < firstDayOf(month) || !random.chance(45)) return [];
    const cents = random.whole(2, 8) * 1000 * unit;
    const key = `advance ${month} ${at}`;
    const words = (name: string) =>
      story({ name, merchant: "Earlypenny", categoryId: "16001003", code: "transfer" });
    return [
      postedMovement(key, { account: main.name, cents: -cents, day }, words("Wage advance")),
      postedMovement(
        `${key} repaid`,
        { account: main.name, cents, day: payday },
        words("Wage advance repaid"),
      ),
    ];
  });
}

/** The income of a business: card takings each week, and paid invoices. */
function takings(household: Household, month: number): Movement[] {
  const { main, wages: wage, monthly, draw, country } = household;
  const isAmerican = country === "US";
  const random = draw("takings", month);
  const weekly = paydaysIn(wage.rhythm, month, isAmerican).map((day, at) =>
    postedMovement(
      `takings ${month} ${at}`,
      { account: main.name, cents: -Math.round((wage.each * random.whole(44, 50)) / 100), day },
      story({ name: "Cardclerk settlement", categoryId: "16004002", code: "transfer" }),
    ),
  );
  const count = random.whole(3, 6);
  const invoiceTotal = Math.round((monthly * random.whole(55, 68)) / 100);
  const invoices = Array.from({ length: count }, (_, at) => {
    const payer = random.pick(CUSTOMERS);
    const number = `${(month % 1200) + 100}${at}`;
    return postedMovement(
      `invoice ${month} ${at}`,
      {
        account: main.name,
        cents: -Math.floor(invoiceTotal / count) - (at === 0 ? invoiceTotal % count : at * 1301),
        day: bookingDay(month, random.whole(2, 28), isAmerican),
      },
      story({
        name: payer,
        statement: `${payer.toUpperCase()} INVOICE ${number}`,
        categoryId: "16004001",
        code: "transfer",
        meta: { payer, reference_number: number, reason: `invoice ${number}` },
      }),
    );
  });
  return [...weekly, ...invoices];
}

const CUSTOMERS = [
  "Meadowlark Interiors",
  "Quarry Lane Builders",
  "The Lighthouse School",
  "Osprey Events",
  "Stonebridge Parish",
] as const;
