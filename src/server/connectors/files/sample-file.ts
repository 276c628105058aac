import type { Day } from "../../domain/bank-values.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import { amountFrom } from "../../formats/decimal.ts";
import type { WritableTransaction } from "../../formats/statement.ts";
import { WRITERS } from "../../formats/writers.ts";

/** How many days the sample file covers. */
const DAYS = 60;

/** The transaction on a day of each month: amount, other party, and bank's words. */
const MONTH: Record<number, [amount: number, payee: string, memo: string]> = {
  1: [-950, "Lindenhof Property", "RENT"],
  3: [-4.14, "Moonbean Coffee", "CARD 4279"],
  5: [-62.8, "Greenway Market", "CARD 4279"],
  8: [-45, "City Power", "DIRECT DEBIT"],
  12: [-18.5, "Papaya Cinema", "CARD 4279"],
  15: [1890.5, "Juniper Labs", "SALARY"],
  19: [-71.35, "Greenway Market", "CARD 4279"],
  24: [-29.9, "Northline Mobile", "DIRECT DEBIT"],
  28: [1890.5, "Juniper Labs", "SALARY"],
};

/** Writes the sandbox's sample file: a checking account over the last days. */
export const writeSampleFile = (now: number): AsyncIterable<string> => {
  const today = dayAt(now);
  const days = Array.from({ length: DAYS }, (_, at) => toDate(today - DAYS + 1 + at));
  return WRITERS.ofx.write(
    [
      {
        account: {
          id: "SAMPLE-9606",
          iban: null,
          bankId: "011401533",
          name: null,
          type: "checking",
          currency: "USD",
        },
        from: days[0] ?? null,
        to: days.at(-1) ?? null,
        balances: [{ kind: "closing", amount: amountFrom(2746.31), date: days.at(-1) ?? null }],
        transactions: days.flatMap(listTransactions),
      },
    ],
    { day: toDate(today) },
  );
};

function listTransactions(date: Day): WritableTransaction[] {
  const entry = MONTH[Number(date.slice(8))];
  if (!entry) return [];
  const [amount, payee, memo] = entry;
  return [
    {
      ...{ date, amount: amountFrom(amount), payee, memo, pending: false },
      ...{ id: `SAMPLE${date.replaceAll("-", "")}`, reference: null, checkNumber: null },
      ...{ valueDate: null, madeDate: null, currency: null, code: null, description: null },
      ...{ counterpartyAccount: null, category: null },
    },
  ];
}
