import type { CashFlowAttributes } from "../../../../protocol/cash-flow.ts";
import { meanOf, sumOf } from "./amounts.ts";
import { groupBy } from "./group-by.ts";
import { type CashTransaction, isLoanPayment, payeeOf } from "./transaction-kinds.ts";

/** The payments of loans among transactions that are in order of their dates, by lender. */
export const loanPaymentsIn = (
  transactions: readonly CashTransaction[],
): CashFlowAttributes["loan_payments"] => {
  const byLender = groupBy(transactions.filter(isLoanPayment), (one) => payeeOf(one).key);
  return [...byLender].toSorted(byKey).flatMap(([, payments]) => {
    const [first, last] = [payments[0], payments.at(-1)];
    if (!first || !last) return [];
    const amounts = payments.map(({ amount }) => amount);
    return {
      lender: payeeOf(last).name,
      payment_count: payments.length,
      total_amount: sumOf(amounts),
      average_amount: meanOf(amounts) ?? 0,
      first_date: first.date,
      last_date: last.date,
    };
  });
};

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : Number(a > b);
