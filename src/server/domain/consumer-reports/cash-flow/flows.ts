import { dateOf, dayOf, firstDayOf, lastDayOf, monthOf } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { sumOf } from "./amounts.ts";
import { groupBy } from "./group-by.ts";
import { type CashTransaction, isOwnTransfer } from "./transaction-kinds.ts";

/** The sums of what came in and went out; transfers between own accounts are neither. */
export const flowsOf = (transactions: readonly CashTransaction[]) => {
  const amounts = transactions.filter((one) => !isOwnTransfer(one)).map(({ amount }) => amount);
  const [inflows, outflows] = [
    amounts.filter((amount) => amount < 0).map((amount) => -amount),
    amounts.filter((amount) => amount > 0),
  ];
  const [total_inflow, total_outflow] = [sumOf(inflows), sumOf(outflows)];
  return {
    sums: { total_inflow, total_outflow, net_cash_flow: sumOf([total_inflow, -total_outflow]) },
    counts: { inflow_count: inflows.length, outflow_count: outflows.length },
  };
};

/** The flows of each calendar month that a period touches, oldest first. */
export const monthlyFlows = (transactions: readonly CashTransaction[], { from, to }: Period) => {
  const [first, last] = [dayOf(from), dayOf(to)];
  const byMonth = groupBy(transactions, ({ date }) => monthOf(dayOf(date)));
  return Array.from({ length: monthOf(last) - monthOf(first) + 1 }, (_, at) => {
    const month = monthOf(first) + at;
    const start = Math.max(first, firstDayOf(month));
    const end = Math.min(last, lastDayOf(month));
    return {
      month: dateOf(firstDayOf(month)),
      days: end - start + 1,
      ...flowsOf(byMonth.get(month) ?? []).sums,
    };
  });
};
