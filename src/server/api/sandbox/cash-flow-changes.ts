import type { CashFlowInsight } from "../../../protocol/reports/cash-flow.ts";
import { type Day, ownCurrency, ownLine } from "../../domain/bank-values.ts";
import type { ManualTransaction } from "../../domain/connectors/bank-transaction.ts";
import type { ItemAccount } from "../../domain/items/item.ts";
import { payeeKey } from "../../domain/transactions/payee.ts";

/** The balance after a withdrawal that makes an account low. */
const LOW_BALANCE_LEFT = 50;

/** The balance after the deposits into a low account, and the largest deposit. */
const TOP_UP_TO = 200;
const MAX_AMOUNT = 4000;

const DEPOSIT = 7500;
const FEE = 35;
const LOAN_PAYMENT = 245.5;

type Movement = [amount: number, description: string];

/** The transactions that cause an account's insights, in booking order. */
export const cashFlowChanges = (
  target: ItemAccount,
  codes: ReadonlySet<CashFlowInsight>,
  { today, lender }: { today: Day; lender: string },
): ManualTransaction[] => {
  const movements: Movement[] = [];
  if (codes.has("LARGE_DEPOSIT_DETECTED")) movements.push([-DEPOSIT, "Deposit at the counter"]);
  if (codes.has("NSF_OVERDRAFT_DETECTED")) movements.push([FEE, "Overdraft fee"]);
  if (codes.has("NEW_LOAN_PAYMENT_DETECTED")) movements.push([LOAN_PAYMENT, loanPayment(lender)]);
  if (codes.has("LOW_BALANCE_DETECTED")) {
    const balance = target.account.balances.current ?? 0;
    const newBalance = movements.reduce((rest, [amount]) => rest - amount, balance);
    movements.push([newBalance - LOW_BALANCE_LEFT, "Withdrawal at the counter"]);
  }
  return book(target, today, movements);
};

/** The deposits that end a low balance; none counts as a large deposit. */
export const topUp = (target: ItemAccount, today: Day): ManualTransaction[] => {
  const lack = TOP_UP_TO - (target.account.balances.current ?? 0);
  const amounts = Array.from({ length: Math.ceil(lack / MAX_AMOUNT) }, (_, at) =>
    Math.min(MAX_AMOUNT, lack - at * MAX_AMOUNT),
  );
  return book(
    target,
    today,
    amounts.map((amount) => [-amount, "Deposit at the counter"]),
  );
};

/** A fictional lender that was not paid before. */
export const newLender = (lenders: readonly string[]): string => {
  for (let number = 0; ; number++) {
    const name = lenderName(number);
    if (!lenders.includes(payeeKey(loanPayment(name)))) return name;
  }
};

const loanPayment = (lender: string): string => `Loan payment ${lender}`;

const book = (
  { account }: ItemAccount,
  today: Day,
  movements: readonly Movement[],
): ManualTransaction[] =>
  movements.map(([amount, description]) => ({
    dateTransacted: today,
    datePosted: today,
    amount: Math.round(amount * 100) / 100,
    description: ownLine(description),
    currency: ownCurrency(account.balances.iso_currency_code ?? "USD"),
  }));

const FIRST = ["Harbor", "Juniper", "Larkspur", "Meadow", "Orchard", "Quarry", "Thistle", "Willow"];
const SECOND = ["Bay", "Bridge", "Creek", "Field", "Gate", "Hill", "Mill", "Stone"];

/** Returns a different name for every number from 0. */
function lenderName(number: number): string {
  const [first, second] = [FIRST[number % 8], SECOND[Math.floor(number / 8) % 8]];
  const rest = Math.floor(number / 64);
  return `${first} ${second}${rest === 0 ? "" : ` & ${lenderName(rest - 1)}`}`;
}
