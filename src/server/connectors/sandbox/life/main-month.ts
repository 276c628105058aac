import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import { billStory, subscriptionStory } from "./bill-story.ts";
import { billIn } from "./bills.ts";
import { paidIn } from "./card-month.ts";
import { abroad, returned } from "./extras.ts";
import type { Float, Household } from "./household.ts";
import { incomeIn } from "./income.ts";
import { investedIn } from "./investments.ts";
import { loanIn } from "./loans.ts";
import { booked, type Movement, story, transfer } from "./movement.ts";
import { purchasesFor, type Till } from "./purchases.ts";
import { potIn } from "./savings-pots.ts";
import type { ShopKind } from "./shops.ts";

/** What an account that money runs through holds when a month ends, in cents. */
export const floatAfter = (household: Household, float: Float, month: number): number =>
  household.draw(float.name, "holds", month).whole(float.least, float.most);

/**
 * Everything that a month brings on the main account, and the other side of what goes between it and
 * the person's other accounts. What is left after all that is due is spent in shops, so that the account
 * ends the month with what `floatAfter` says.
 */
export const mainMonth = (
  household: Household,
  month: number,
  shops: readonly ShopKind[],
): Movement[] => {
  const { main, second, cards } = household;
  const till: Till = { household, account: main.name, month, about: "main" };
  const due = [
    ...incomeIn(household, month),
    ...potTransfers(household, month),
    ...housing(household, month),
    ...(second ? secondMonth(household, second, month) : dues(household, main.name, month)),
    ...cardPayments(household, month),
    ...loanPayments(household, month),
    ...investedIn(household, month),
    ...cash(household, month),
    ...(cards.length === 0
      ? [...subscriptions(household, month), ...abroad(till, household.monthly * 0.05)]
      : []),
  ];
  const left =
    floatAfter(household, main, month - 1) - floatAfter(household, main, month) - leaves(due, main);
  if (left <= 0) throw new Error(`${main.name} has nothing left in the month ${month}`);
  return [...due, ...returned(till), ...purchasesFor(left, shops, till)];
};

/** What movements take from an account in the end. */
function leaves(movements: readonly Movement[], { name }: Float): number {
  return movements.reduce((sum, { account, cents }) => sum + (account === name ? cents : 0), 0);
}

function potTransfers({ pots, main }: Household, month: number): Movement[] {
  const first = firstDayOf(month);
  return pots.flatMap((pot) => {
    const { out, deposit, interest } = potIn(pot, month);
    const put = { from: main.name, to: pot.name, cents: deposit, day: first + 4 };
    const taken = { from: pot.name, to: main.name, cents: out, day: first + 1 };
    const to = { categoryId: "24001001" };
    const back = { categoryId: "24001002" };
    const earned = story({
      name: "Interest earned",
      categoryId: "17001000",
      code: "interest",
      statement: "INTEREST PAID",
    });
    const added = { account: pot.name, cents: -interest, day: lastDayOf(month) };
    return [
      ...(deposit > 0 ? transfer(`${pot.name} deposit ${month}`, put, to) : []),
      ...(out > 0 ? transfer(`${pot.name} emptied ${month}`, taken, back) : []),
      ...(interest > 0 ? [booked(`${pot.name} interest ${month}`, added, earned)] : []),
    ];
  });
}

function housing({ rent, main, isBusiness }: Household, month: number): Movement[] {
  if (rent === 0) return [];
  const payee = isBusiness ? "Foundry Yard Workshops" : "Gable & Gate Lettings";
  return [
    booked(
      `rent ${month}`,
      { account: main.name, cents: rent, day: firstDayOf(month) + 2 },
      { ...billStory({ payee, categoryId: "15001000" }), code: "standing order" },
    ),
  ];
}

/** The bills, and a business's wages and taxes, from the account that they are paid from. */
function dues(household: Household, account: string, month: number): Movement[] {
  const { bills, isBusiness } = household;
  const first = firstDayOf(month);
  const paid = bills.map((bill) =>
    booked(
      `bill ${bill.payee} ${month}`,
      { account, cents: billIn(bill, month), day: first + bill.dayOfMonth - 1 },
      billStory(bill),
    ),
  );
  return isBusiness ? [...paid, ...businessDues(household, account, month)] : paid;
}

function businessDues({ monthly, draw }: Household, account: string, month: number): Movement[] {
  const first = firstDayOf(month);
  const random = draw("staff", month);
  const due = (about: string, share: number, day: number, name: string, categoryId: string) =>
    booked(
      `${about} ${month}`,
      { account, cents: Math.round(monthly * share), day: first + day },
      story({ name, categoryId, code: "transfer", channel: "online", meta: { payee: name } }),
    );
  const [half, staff] = [random.whole(150, 170) / 1000, "Wages for staff"];
  return [
    due("staff first half", half, 14, staff, "21003000"),
    due("staff second half", half, 26, staff, "21003000"),
    ...(month % 3 === 0 ? [due("sales tax", 0.07, 18, "Revenue Office", "23002000")] : []),
  ];
}

/** What the second account pays, and the transfer that brings it there before. */
function secondMonth(household: Household, second: Float, month: number): Movement[] {
  const paid = dues(household, second.name, month);
  const change = floatAfter(household, second, month) - floatAfter(household, second, month - 1);
  const cents = leaves(paid, second) + change;
  const day = firstDayOf(month) + 1;
  const [from, to] = [household.main.name, second.name];
  const [key, words] = [`${second.name} filled ${month}`, { categoryId: "24001000" }];
  return [...transfer(key, { from, to, cents, day }, words), ...paid];
}

function cardPayments(household: Household, month: number): Movement[] {
  return household.cards.flatMap((card) =>
    transfer(
      `${card.name} paid ${month}`,
      {
        from: household.main.name,
        to: card.name,
        cents: paidIn(household, card, month),
        day: firstDayOf(month) + 21,
      },
      { categoryId: "18003000", name: `${card.name} payment` },
    ),
  );
}

const LOANS: { [name: string]: string } = { Mortgage: "18002001", "Student Loan": "18002002" };

function loanPayments({ loans, main }: Household, month: number): Movement[] {
  return loans.flatMap((loan) => {
    const { interest, payment } = loanIn(loan, month);
    if (payment === 0) return [];
    const day = firstDayOf(month) + 5;
    const categoryId = LOANS[loan.name] ?? "18002003";
    const charged = story({ name: "Interest charged", categoryId: "18001000", code: "interest" });
    return [
      ...transfer(
        `${loan.name} paid ${month}`,
        { from: main.name, to: loan.name, cents: payment, day },
        { categoryId, name: `${loan.name} payment` },
      ),
      booked(
        `${loan.name} interest ${month}`,
        { account: loan.name, cents: interest, day },
        charged,
      ),
    ];
  });
}

function cash({ draw, main, monthly, unit, isBusiness }: Household, month: number): Movement[] {
  const random = draw("cash", month);
  const step = 1000 * unit;
  const most = Math.max(2, Math.floor((monthly * 0.015) / step));
  const times = isBusiness ? 1 : random.whole(0, 2);
  const taken = Array.from({ length: times }, (_, at) =>
    booked(
      `cash ${month} ${at}`,
      {
        account: main.name,
        cents: random.whole(2, most) * step,
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
  if (!random.chance(15)) return taken;
  const [fee, about] = [
    { account: main.name, cents: 250 * unit, day: firstDayOf(month) + random.whole(4, 27) },
    random.pick([
      ["Cash machine fee", "10003000"],
      ["Account fee", "10001000"],
    ]),
  ];
  const [name = "", categoryId = ""] = about;
  return [...taken, booked(`fee ${month}`, fee, story({ name, categoryId, code: "bank charge" }))];
}

function subscriptions({ subscriptions: all, main }: Household, month: number): Movement[] {
  return all.map((bill) =>
    booked(
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
