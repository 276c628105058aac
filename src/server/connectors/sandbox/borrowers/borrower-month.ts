import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import { purchaseAndRefund } from "../transactions/extras.ts";
import { journeyBookings, journeyIn } from "../transactions/journey.ts";
import {
  cardPaymentNames,
  type Movement,
  postedMovement,
  story,
  transfer,
} from "../transactions/movement.ts";
import { bookingDay } from "../transactions/paydays.ts";
import { fullName } from "../transactions/people.ts";
import { purchasesFor, type Till } from "../transactions/purchases.ts";
import { potMonthOf } from "../transactions/savings-pots.ts";
import { householdShops } from "../transactions/shops.ts";
import { DEBT_TO_A_FRIEND, spendRest } from "../transactions/surplus.ts";
import { bankWords, listNames } from "../transactions/words.ts";
import type { Borrower } from "./borrower.ts";
import { incomeMovements } from "./income-source.ts";
import { obligationsIn } from "./obligations.ts";

/** The maximum number of fees for a lack of money in a month. */
const MAX_FEES = 3;

/** The balance of each account at a month's end, in cents, by name. */
export const borrowerBalancesAfter = (borrower: Borrower, month: number): Map<string, number> => {
  const { main, pot, card } = borrower;
  return new Map([
    [main, mainBalanceAfter(borrower, month)],
    ...(pot ? [[pot.name, potMonthOf(pot, month).balance] as const] : []),
    ...(card ? [[card.name, cardSpendingIn(borrower, month)] as const] : []),
  ]);
};

/**
 * A month's movements on all accounts of a borrower. The remaining money is spent in shops or
 * saved, so that each month ends with the balances of `borrowerBalancesAfter`.
 */
export const borrowerMovementsIn = (borrower: Borrower, month: number): Movement[] => {
  const { main, country, card, unit } = borrower;
  const till: Till = { household: borrower, account: main, month, about: "main" };
  const wages = incomeIn(borrower, month);
  const regular = [
    ...wages,
    ...otherInflowsIn(borrower, month),
    ...movedWage(borrower, wages, month),
    ...obligationsIn(borrower, month),
    ...savingsIn(borrower, month),
    ...purchaseAndRefund(till),
    ...cardPayment(borrower, month),
    ...journeyBookings(borrower, main, month),
  ];
  const start = mainBalanceAfter(borrower, month - 1);
  const budget = start - mainBalanceAfter(borrower, month) - sumOn(main, regular);
  const fee = 3000 * unit;
  const reserve = borrower.traits.cushion[0] < 50 ? fee * MAX_FEES : 0;
  if (budget <= reserve) throw new Error(`${borrower.user} has nothing left in the month ${month}`);
  const shops = householdShops(country);
  const journey = journeyIn(borrower, month);
  const [elsewhere] = listNames("savings elsewhere", country);
  const putBy =
    borrower.traits.savedPercent > 0
      ? ([bankWords(country).to.replace("*", elsewhere), "24001001"] as const)
      : DEBT_TO_A_FRIEND;
  const previous = [...regular, ...spendRest(budget - reserve, shops, till, journey, putBy)];
  const fees = reserve > 0 ? shortfallFees(previous, { borrower, month, start, fee }) : [];
  const rest = reserve - sumOn(main, fees);
  return [
    ...previous,
    ...fees,
    ...(rest > 0 ? [cashOnLastDay(borrower, month, rest)] : []),
    ...(card
      ? purchasesFor(cardSpendingIn(borrower, month), shops, {
          ...till,
          account: card.name,
          about: `card ${card.name}`,
          away: journey,
        })
      : []),
  ];
};

/** The income booked in a month, even if due in another month. */
function incomeIn(borrower: Borrower, month: number): Movement[] {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  return [...incomeDueIn(borrower, month), ...incomeDueIn(borrower, month + 1)].filter(
    ({ day }) => first <= day && day <= last,
  );
}

function incomeDueIn(borrower: Borrower, month: number): Movement[] {
  const { sources, main, draw, country } = borrower;
  const isAmerican = country === "US";
  return sources.flatMap((source) =>
    incomeMovements(source, month, { account: main, draw, isAmerican }),
  );
}

/** The balance of the main account. Early income belongs to the next month, and is not counted. */
function mainBalanceAfter(borrower: Borrower, month: number): number {
  const { draw, monthly, traits, main } = borrower;
  const [from, to] = traits.cushion;
  const early = incomeDueIn(borrower, month + 1).filter(({ day }) => day <= lastDayOf(month));
  const leftover = draw("left", month).whole(from * 10, to * 10);
  return Math.round((monthly * leftover) / 1000) - sumOn(main, early);
}

function sumOn(name: string, movements: readonly Movement[]): number {
  return movements.reduce((sum, { account, cents }) => sum + (account === name ? cents : 0), 0);
}

function savingsIn({ pot, main, country }: Borrower, month: number): Movement[] {
  if (!pot) return [];
  const { out, deposit, interest } = potMonthOf(pot, month);
  const on = (dayOfMonth: number) => bookingDay(month, dayOfMonth, country === "US");
  const put = { from: main, to: pot.name, cents: deposit, day: on(5) };
  const withdrawal = { from: pot.name, to: main, cents: out, day: on(2) };
  const interestPayment = { account: pot.name, cents: -interest, day: lastDayOf(month) };
  const words = story({
    name: "Interest paid",
    statement: "INTEREST PAID",
    categoryId: "17001000",
    code: "interest",
  });
  return [
    ...(deposit > 0 ? transfer(`saved ${month}`, put, { country, categoryId: "24001001" }) : []),
    ...(out > 0 ? transfer(`taken ${month}`, withdrawal, { country, categoryId: "24001002" }) : []),
    ...(interest > 0 ? [postedMovement(`income interest ${month} 0`, interestPayment, words)] : []),
  ];
}

function cardSpendingIn({ card, draw }: Borrower, month: number): number {
  return card ? Math.round((card.spending * draw("card", month).whole(70, 115)) / 100) : 0;
}

function cardPayment(borrower: Borrower, month: number): Movement[] {
  const { card, main, country } = borrower;
  if (!card) return [];
  const cents = cardSpendingIn(borrower, month - 1);
  const payment = {
    from: main,
    to: card.name,
    cents,
    day: bookingDay(month, 22, country === "US"),
  };
  const names = cardPaymentNames(card.name, country);
  const words = { country, categoryId: "18003000", names };
  return transfer(`card paid ${month}`, payment, words);
}

/** A fee on the day after each of a month's first days with the main account below zero. */
function shortfallFees(
  movements: readonly Movement[],
  {
    borrower,
    month,
    start,
    fee,
  }: { borrower: Borrower; month: number; start: number; fee: number },
): Movement[] {
  const { main, draw } = borrower;
  const fees: Movement[] = [];
  let balance = start;
  for (let day = firstDayOf(month); day < lastDayOf(month); day++) {
    const previous = balance;
    balance -= sumOn(
      main,
      movements.filter((movement) => movement.day === day && !movement.isDropped),
    );
    if (previous < 0 || balance >= 0 || fees.length === MAX_FEES) continue;
    const [name, statement] = draw("fee", day).chance(35)
      ? ["NSF fee", "NSF FEE RETURNED ITEM"]
      : ["Overdraft fee", "OVERDRAFT ITEM FEE"];
    fees.push(
      postedMovement(
        `fee ${month} ${day}`,
        { account: main, cents: fee, day: day + 1 },
        story({ name, statement, categoryId: "10002000", code: "bank charge" }),
      ),
    );
  }
  return fees;
}

function cashOnLastDay({ main, draw, country }: Borrower, month: number, cents: number): Movement {
  const statement = `ATM WITHDRAWAL ${draw("cash", month).digits(4)}`;
  return postedMovement(
    `cash at month end ${month}`,
    { account: main, cents, day: lastDayOf(month) },
    story({
      name: bankWords(country).cash,
      statement,
      categoryId: "11001001",
      code: "atm",
      channel: "in store",
    }),
  );
}

/**
 * A month's inflows that are no income: presents, refunds of taxes and expenses, cash, own money.
 */
const otherInflowsIn = (borrower: Borrower, month: number): Movement[] => {
  const { main, draw, home, monthly, sources, unit } = borrower;
  const random = draw("other inflows", month);
  const inflow = (about: string, cents: number, words: string, categoryId: string) =>
    postedMovement(
      `${about} ${month}`,
      {
        account: main,
        cents: -Math.round(cents),
        day: bookingDay(month, random.whole(2, 27), borrower.country === "US"),
      },
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

/** A wage that is moved to the savings account and back, under words that hide it. */
const movedWage = (borrower: Borrower, wages: readonly Movement[], month: number): Movement[] => {
  const { traits, pot, main, country } = borrower;
  const [wage] = wages.toSorted((a, b) => a.cents - b.cents);
  const first = firstDayOf(month);
  if (!traits.movesWages || !pot || !wage || wage.day > first + 20) return [];
  const cents = -wage.cents;
  const words = { country, categoryId: "24004000" };
  const sides = [
    ...transfer(`moved ${month}`, { from: main, to: pot.name, cents, day: wage.day + 1 }, words),
    ...transfer(`back ${month}`, { from: pot.name, to: main, cents, day: first + 25 }, words),
  ];
  return sides.map((side) => ({
    ...side,
    story: { ...side.story, meta: {}, name: side.cents < 0 ? "ONLINE CREDIT" : "ONLINE DEBIT" },
  }));
};
