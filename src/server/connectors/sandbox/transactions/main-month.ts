import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import { billIn, billStory, subscriptionStory } from "./bills.ts";
import { cardPaymentIn } from "./card-month.ts";
import { foreignPurchase, purchaseAndRefund } from "./extras.ts";
import type { Float, Household } from "./household.ts";
import { incomeIn } from "./income.ts";
import { investmentMovements } from "./investments.ts";
import { loanMonthOf } from "./loans.ts";
import { type Movement, postedMovement, story, transfer } from "./movement.ts";
import { purchasesFor, type Till } from "./purchases.ts";
import { potMonthOf } from "./savings-pots.ts";
import type { ShopKind } from "./shops.ts";
import { divideBudget, OWNERS_DRAW, SAVINGS_ELSEWHERE } from "./surplus.ts";

/** The balance of a checking account at the end of a month, in cents. */
export const floatAfter = (household: Household, float: Float, month: number): number =>
  household.draw(float.name, "holds", month).whole(float.min, float.max);

/**
 * The movements of a month on the main account, with the other side of transfers to the person's other
 * accounts. The money left after all fixed payments is spent in shops or put by, so that the balance at the
 * end of the month is that of `floatAfter`.
 */
export const mainMonth = (
  household: Household,
  month: number,
  shops: readonly ShopKind[],
): Movement[] => {
  const { main, second, cards } = household;
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
    ...(cards.length === 0
      ? [...subscriptions(household, month), ...foreignPurchase(till, household.monthly * 0.05)]
      : []),
  ];
  const budget =
    floatAfter(household, main, month - 1) -
    floatAfter(household, main, month) -
    netOutflow(regular, main);
  if (budget <= 0) throw new Error(`${main.name} has nothing left in the month ${month}`);
  const { spending, putBy } = divideBudget(
    budget,
    shops,
    till,
    household.isBusiness ? OWNERS_DRAW : SAVINGS_ELSEWHERE,
  );
  return [...regular, ...purchaseAndRefund(till), ...purchasesFor(spending, shops, till), ...putBy];
};

/** The sum that movements take from an account. */
function netOutflow(movements: readonly Movement[], { name }: Float): number {
  return movements.reduce((sum, { account, cents }) => sum + (account === name ? cents : 0), 0);
}

function potTransfers({ pots, main }: Household, month: number): Movement[] {
  const first = firstDayOf(month);
  return pots.flatMap((pot) => {
    const { out, deposit, interest } = potMonthOf(pot, month);
    const depositTransfer = { from: main.name, to: pot.name, cents: deposit, day: first + 4 };
    const withdrawal = { from: pot.name, to: main.name, cents: out, day: first + 1 };
    const to = { categoryId: "24001001" };
    const back = { categoryId: "24001002" };
    const interestStory = story({
      name: "Interest earned",
      categoryId: "17001000",
      code: "interest",
      statement: "INTEREST PAID",
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

function housing({ rent, main, isBusiness }: Household, month: number): Movement[] {
  if (rent === 0) return [];
  const payee = isBusiness ? "Foundry Yard Workshops" : "Gable & Gate Lettings";
  return [
    postedMovement(
      `rent ${month}`,
      { account: main.name, cents: rent, day: firstDayOf(month) + 2 },
      { ...billStory({ payee, categoryId: "15001000" }), code: "standing order" },
    ),
  ];
}

/** The bills, and a business's wages and taxes, on the account that pays them. */
function billMovements(household: Household, account: string, month: number): Movement[] {
  const { bills, isBusiness } = household;
  const first = firstDayOf(month);
  const movements = bills.map((bill) =>
    postedMovement(
      `bill ${bill.payee} ${month}`,
      { account, cents: billIn(bill, month), day: first + bill.dayOfMonth - 1 },
      billStory(bill),
    ),
  );
  return isBusiness ? [...movements, ...businessBills(household, account, month)] : movements;
}

function businessBills({ monthly, draw }: Household, account: string, month: number): Movement[] {
  const first = firstDayOf(month);
  const random = draw("staff", month);
  const payment = (about: string, share: number, day: number, name: string, categoryId: string) =>
    postedMovement(
      `${about} ${month}`,
      { account, cents: Math.round(monthly * share), day: first + day },
      story({ name, categoryId, code: "transfer", channel: "online", meta: { payee: name } }),
    );
  const [half, staff] = [random.whole(150, 170) / 1000, "Wages for staff"];
  return [
    payment("staff first half", half, 14, staff, "21003000"),
    payment("staff second half", half, 26, staff, "21003000"),
    ...(month % 3 === 0 ? [payment("sales tax", 0.07, 18, "Revenue Office", "23002000")] : []),
  ];
}

/** The payments of the second account, and the transfer that covers them. */
function secondMonth(household: Household, second: Float, month: number): Movement[] {
  const payments = billMovements(household, second.name, month);
  const change = floatAfter(household, second, month) - floatAfter(household, second, month - 1);
  const cents = netOutflow(payments, second) + change;
  const day = firstDayOf(month) + 1;
  const [from, to] = [household.main.name, second.name];
  const [key, words] = [`${second.name} filled ${month}`, { categoryId: "24001000" }];
  return [...transfer(key, { from, to, cents, day }, words), ...payments];
}

function cardPayments(household: Household, month: number): Movement[] {
  return household.cards.flatMap((card) =>
    transfer(
      `${card.name} paid ${month}`,
      {
        from: household.main.name,
        to: card.name,
        cents: cardPaymentIn(household, card, month),
        day: firstDayOf(month) + 21,
      },
      { categoryId: "18003000", name: `${card.name} payment` },
    ),
  );
}

const LOANS: { [name: string]: string } = { Mortgage: "18002001", "Student Loan": "18002002" };

function loanPayments({ loans, main }: Household, month: number): Movement[] {
  return loans.flatMap((loan) => {
    const { interest, payment } = loanMonthOf(loan, month);
    if (payment === 0) return [];
    const day = firstDayOf(month) + 5;
    const categoryId = LOANS[loan.name] ?? "18002003";
    const interestStory = story({
      name: "Interest charged",
      categoryId: "18001000",
      code: "interest",
    });
    return [
      ...transfer(
        `${loan.name} paid ${month}`,
        { from: main.name, to: loan.name, cents: payment, day },
        { categoryId, name: `${loan.name} payment` },
      ),
      postedMovement(
        `${loan.name} interest ${month}`,
        { account: loan.name, cents: interest, day },
        interestStory,
      ),
    ];
  });
}

function cash({ draw, main, monthly, unit, isBusiness }: Household, month: number): Movement[] {
  const random = draw("cash", month);
  const step = 1000 * unit;
  const max = Math.max(2, Math.floor((monthly * 0.015) / step));
  const times = isBusiness ? 1 : random.whole(0, 2);
  const withdrawals = Array.from({ length: times }, (_, at) =>
    postedMovement(
      `cash ${month} ${at}`,
      {
        account: main.name,
        cents: random.whole(2, max) * step,
        day: firstDayOf(month) + random.whole(0, 27),
      },
      story({
        name: "Cash machine",
        categoryId: "11001001",
        code: "atm",
        channel: "in store",
        statement: `ATM WITHDRAWAL ${random.digits(4)}`,
      }),
    ),
  );
  if (!random.chance(15)) return withdrawals;
  const [fee, about] = [
    { account: main.name, cents: 250 * unit, day: firstDayOf(month) + random.whole(4, 27) },
    random.pick([
      ["Cash machine fee", "10003000"],
      ["Account fee", "10001000"],
    ]),
  ];
  const [name = "", categoryId = ""] = about;
  return [
    ...withdrawals,
    postedMovement(`fee ${month}`, fee, story({ name, categoryId, code: "bank charge" })),
  ];
}

function subscriptions({ subscriptions: all, main }: Household, month: number): Movement[] {
  return all.map((bill) =>
    postedMovement(
      `subscription ${bill.payee} ${month}`,
      {
        account: main.name,
        cents: billIn(bill, month),
        day: firstDayOf(month) + bill.dayOfMonth - 1,
      },
      subscriptionStory(bill),
    ),
  );
}
