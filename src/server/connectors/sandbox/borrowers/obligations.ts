import { billIn, billStory, rentStory } from "../transactions/bills.ts";
import { type Movement, postedMovement, story } from "../transactions/movement.ts";
import { bookingDay } from "../transactions/paydays.ts";
import type { Borrower } from "./borrower.ts";

/** A month's rent, bills, debts and lent money, all on the main account. */
export const obligationsIn = (borrower: Borrower, month: number): Movement[] => {
  const { main, bills, landlord, rent, monthly, traits, draw, country } = borrower;
  const on = (dayOfMonth: number) => bookingDay(month, dayOfMonth, country === "US");
  const payment = (about: string, cents: number, day: number, words: string, categoryId: string) =>
    postedMovement(
      `${about} ${month}`,
      { account: main, cents: Math.round(cents), day: on(day) },
      story({ name: words, statement: words, categoryId, code: "direct debit" }),
    );
  return [
    postedMovement(
      `rent ${month}`,
      { account: main, cents: rent, day: on(3) },
      rentStory(landlord, country),
    ),
    ...bills.map((bill) =>
      postedMovement(
        `bill ${bill.payee} ${month}`,
        { account: main, cents: billIn(bill, month, draw), day: on(bill.dayOfMonth) },
        billStory(bill, country),
      ),
    ),
    ...(traits.carLoanPercent > 0
      ? [
          payment(
            "car loan",
            (monthly * traits.carLoanPercent) / 100,
            12,
            "HARBORLINE AUTO FINANCE",
            "18002003",
          ),
        ]
      : []),
    ...(traits.hasPersonalLoans ? personalLoan() : []),
    ...(traits.buysInInstalments && draw("instalments", Math.floor(month / 3)).chance(60)
      ? [6, 20].map((day) =>
          payment(`instalment ${day}`, monthly * 0.012, day, "PAYSLICE INSTALMENT", "18002000"),
        )
      : []),
    ...(traits.takesAdvances ? advances() : []),
  ];

  /** A loan every 16 months, repaid in the following twelve. */
  function personalLoan(): Movement[] {
    const turn = draw("loan").whole(0, 15);
    const place = (month + turn) % 16;
    const principal = Math.round((monthly * 1.2) / 10_000) * 10_000;
    if (place === 0)
      return [payment("loan", -principal, 9, "NORTHLAMP LENDING LOAN PROCEEDS", "24004000")];
    return place <= 12
      ? [payment("loan", (principal * 1.09) / 12, 10, "NORTHLAMP LENDING LOAN PAYMENT", "18002000")]
      : [];
  }

  /** Money lent until payday, for a fee. */
  function advances(): Movement[] {
    const random = draw("advances", month);
    const categoryId = random.chance(50) ? "16001003" : "24004000";
    return [4, 14].flatMap((day) => {
      if (!random.chance(60)) return [];
      const cents = random.whole(4, 12) * Math.round(monthly / 15_000) * 100;
      return [
        payment(`advance ${day}`, -cents, day, "EARLYPENNY ADVANCE", categoryId),
        payment(`advance ${day} repaid`, cents * 1.05, day + 8, "EARLYPENNY REPAYMENT", "18002000"),
      ];
    });
  }
};
