import { lastDayOf } from "../../../domain/calendar.ts";
import { billIn, billStory, raisedUntil, rentStory, subscriptionsIn } from "./bills.ts";
import { cardPaymentIn } from "./card-month.ts";
import { purchaseAndRefund } from "./extras.ts";
import type { Float, Household } from "./household.ts";
import { incomeIn } from "./income.ts";
import { investmentMovements } from "./investments.ts";
import { foreignOrder, journeyBookings, journeyIn } from "./journey.ts";
import { loanMonthOf } from "./loans.ts";
import { cardPaymentNames, type Movement, postedMovement, story, transfer } from "./movement.ts";
import { bookingDay } from "./paydays.ts";
import type { Till } from "./purchases.ts";
import { potMonthOf } from "./savings-pots.ts";
import type { ShopKind } from "./shops.ts";
import { spendRest } from "./surplus.ts";
import { bankWords, listNames } from "./words.ts";

/** The balance of a checking account at the end of a month, in cents. */
export const floatAfter = (household: Household, float: Float, month: number): number =>
  household.draw(float.name, "holds", month).whole(float.min, float.max);

/**
 * The movements of a month on the main account, and the other side of transfers to the person's
 * other accounts. Money left after fixed payments is spent in shops or saved, so that the month
 * ends with the balance of `floatAfter`.
 */
export const mainMonth = (
  household: Household,
  month: number,
  shops: readonly [ShopKind, ...ShopKind[]],
): Movement[] => {
  const { main, second, cards, country } = household;
  const till: Till = { household, account: main.name, month, about: "main" };
  const regular = [
    ...incomeIn(household, month),
    ...potTransfers(household, month),
    ...housing(household, month),
    ...(second
      ? secondMonth(household, second, month)
      : billMovements(household, main.name, month)),
    ...cardPayments(household, month),
    ...loanPayments(household, month),
    ...investmentMovements(household, month),
    ...cash(household, month),
    ...journeyBookings(household, main.name, month),
    ...purchaseAndRefund(till),
    ...(cards.length === 0
      ? [
          ...subscriptionsIn(household.subscriptions, month, household, {
            account: main.name,
            words: bankWords(country).card,
          }),
          ...foreignOrder(till, household.monthly * 0.05),
        ]
      : []),
  ];
  const budget =
    floatAfter(household, main, month - 1) -
    floatAfter(household, main, month) -
    netOutflow(regular, main);
  if (budget <= 0) throw new Error(`${main.name} has nothing left in the month ${month}`);
  const [elsewhere] = listNames("savings elsewhere", country);
  const putBy = household.isBusiness
    ? (["Owner's draw", "24002000"] as const)
    : ([bankWords(country).to.replace("*", elsewhere), "24001001"] as const);
  return [...regular, ...spendRest(budget, shops, till, journeyIn(household, month), putBy)];
};

/** The sum that movements take from an account. */
function netOutflow(movements: readonly Movement[], { name }: Float): number {
  return movements.reduce((sum, { account, cents }) => sum + (account === name ? cents : 0), 0);
}

function potTransfers({ pots, main, country }: Household, month: number): Movement[] {
  const on = (dayOfMonth: number) => bookingDay(month, dayOfMonth, country === "US");
  return pots.flatMap((pot) => {
    const { out, deposit, interest } = potMonthOf(pot, month);
    const depositTransfer = { from: main.name, to: pot.name, cents: deposit, day: on(5) };
    const withdrawal = { from: pot.name, to: main.name, cents: out, day: on(2) };
    const to = { country, categoryId: "24001001" };
    const back = { country, categoryId: "24001002" };
    const interestStory = story({
      name: bankWords(country).interest,
      categoryId: "17001000",
      code: "interest",
      ...(country === "US" ? { statement: "INTEREST PAYMENT" } : {}),
    });
    const credit = { account: pot.name, cents: -interest, day: lastDayOf(month) };
    return [
      ...(deposit > 0 ? transfer(`${pot.name} deposit ${month}`, depositTransfer, to) : []),
      ...(out > 0 ? transfer(`${pot.name} emptied ${month}`, withdrawal, back) : []),
      ...(interest > 0
        ? [postedMovement(`${pot.name} interest ${month}`, credit, interestStory)]
        : []),
    ];
  });
}

function housing({ rent, main, country }: Household, month: number): Movement[] {
  const { payee, cents, raise, dayOfMonth } = rent;
  if (cents === 0) return [];
  const payment = {
    account: main.name,
    cents: cents + raisedUntil(month, raise),
    day: bookingDay(month, dayOfMonth, country === "US"),
  };
  return [postedMovement(`rent ${month}`, payment, rentStory(payee, country))];
}

/** The bills, and a business's wages and taxes, on the account that pays them. */
function billMovements(household: Household, account: string, month: number): Movement[] {
  const { bills, isBusiness, country, draw } = household;
  const movements = bills.map((bill) =>
    postedMovement(
      `bill ${bill.payee} ${month}`,
      {
        account,
        cents: billIn(bill, month, draw),
        day: bookingDay(month, bill.dayOfMonth, country === "US"),
      },
      billStory(bill, country),
    ),
  );
  return isBusiness ? [...movements, ...businessBills(household, account, month)] : movements;
}

function businessBills(
  { monthly, draw, country }: Household,
  account: string,
  month: number,
): Movement[] {
  const random = draw("staff", month);
  const payment = (about: string, share: number, day: number, name: string, categoryId: string) =>
    postedMovement(
      `${about} ${month}`,
      {
        account,
        cents: Math.round(monthly * share),
        day: bookingDay(month, day, country === "US"),
      },
      story({ name, categoryId, code: "transfer", channel: "online", meta: { payee: name } }),
    );
  const [half, staff] = [random.whole(150, 170) / 1000, "Wages for staff"];
  return [
    payment("staff first half", half, 15, staff, "21003000"),
    payment("staff second half", half, 27, staff, "21003000"),
    ...(month % 3 === 0 ? [payment("sales tax", 0.07, 19, "Revenue Office", "23002000")] : []),
  ];
}

/** The payments of the second account, and the transfer that covers them. */
function secondMonth(household: Household, second: Float, month: number): Movement[] {
  const payments = billMovements(household, second.name, month);
  const change = floatAfter(household, second, month) - floatAfter(household, second, month - 1);
  const cents = netOutflow(payments, second) + change;
  const { country } = household;
  const day = bookingDay(month, 2, country === "US");
  const [from, to] = [household.main.name, second.name];
  const [key, words] = [`${second.name} filled ${month}`, { country, categoryId: "24001000" }];
  return [...transfer(key, { from, to, cents, day }, words), ...payments];
}

function cardPayments(household: Household, month: number): Movement[] {
  const { country } = household;
  return household.cards.flatMap((card) =>
    transfer(
      `${card.name} paid ${month}`,
      {
        from: household.main.name,
        to: card.name,
        cents: cardPaymentIn(household, card, month),
        day: bookingDay(month, 22, country === "US"),
      },
      { country, categoryId: "18003000", names: cardPaymentNames(card.name, country) },
    ),
  );
}

const LOANS: { [name: string]: string } = { Mortgage: "18002001", "Student Loan": "18002002" };

function loanPayments({ loans, main, country }: Household, month: number): Movement[] {
  return loans.flatMap((loan) => {
    const { interest, payment } = loanMonthOf(loan, month);
    if (payment === 0) return [];
    const day = bookingDay(month, 6, country === "US");
    const categoryId = LOANS[loan.name] ?? "18002003";
    const interestStory = story({
      name: bankWords(country)["interest charged"],
      categoryId: "18001000",
      code: "interest",
    });
    const name = `${loan.name} payment`;
    return [
      ...transfer(
        `${loan.name} paid ${month}`,
        { from: main.name, to: loan.name, cents: payment, day },
        { country, categoryId, names: [name, name] },
      ),
      postedMovement(
        `${loan.name} interest ${month}`,
        { account: loan.name, cents: interest, day },
        interestStory,
      ),
    ];
  });
}

/** Amounts that cash machines pay out, in units of a big currency. */
const CASH = [20, 40, 60, 80, 100, 120, 160, 200] as const;

/** The smallest note of a cash machine, in the currency's units. */
const noteOf = (unit: number): number => (unit === 1 ? 20 : unit < 5 ? 50 : 100);

function cash(
  { draw, main, monthly, unit, isBusiness, country }: Household,
  month: number,
): Movement[] {
  const random = draw("cash", month);
  const name = bankWords(country).cash;
  const note = noteOf(unit) * 100;
  const max = Math.max(note, monthly * 0.04);
  const times = isBusiness ? 1 : random.whole(0, 2);
  return Array.from({ length: times }, (_, at) => at).flatMap((at) => {
    const wanted = Math.min(random.pick(CASH) * 100 * unit, max);
    const cents = Math.max(note, Math.floor(wanted / note) * note);
    const day = bookingDay(month, random.whole(1, 27), country === "US");
    const withdrawal = story({
      name,
      categoryId: "11001001",
      code: "atm",
      channel: "in store",
      statement: `${name} ${random.digits(4)}`.toUpperCase(),
    });
    const fee = story({
      name: country === "CA" ? "ABM fee" : "ATM fee",
      statement: "NON-NETWORK WITHDRAWAL FEE",
      categoryId: "10003000",
      code: "bank charge",
    });
    const hasFee = TAKES_FEES.has(country) && random.chance(15);
    const movement = { account: main.name, cents, day };
    return [
      postedMovement(`cash ${month} ${at}`, movement, withdrawal),
      ...(hasFee ? [postedMovement(`fee ${month} ${at}`, { ...movement, cents: 300 }, fee)] : []),
    ];
  });
}

/** The countries in which other banks' machines charge a fee. */
const TAKES_FEES: ReadonlySet<Household["country"]> = new Set(["US", "CA"]);
