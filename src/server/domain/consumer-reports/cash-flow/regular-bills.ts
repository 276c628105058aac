import type { BillFrequency, CashFlowAttributes } from "../../../../protocol/reports/cash-flow.ts";
import { toDay } from "../../calendar.ts";
import { createPace, groupInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import { byKey } from "../../order.ts";
import { payeeOf } from "../../transactions/payee.ts";
import { meanOf, medianOf } from "./amounts.ts";
import type { CashTransaction } from "./transaction-kinds.ts";

type RegularBill = CashFlowAttributes["regular_bills"][number];

/** The minimum number of payments of a regular bill. */
const MIN_PAYMENTS = 3;

/** The minimum and maximum days between two payments. */
const GAPS: { [Frequency in BillFrequency]: [min: number, max: number] } = {
  WEEKLY: [6, 8],
  BIWEEKLY: [12, 16],
  MONTHLY: [26, 35],
  QUARTERLY: [84, 98],
  ANNUALLY: [355, 375],
};

/** The percentage of gaps that must fit, since holidays and weekends move some payments. */
const FITTING_PERCENT = 75;

/** Fees, cash, payments of loans and cards, and transfers are not bills. */
const NO_BILLS = ["10", "11", "18", "24"];

/** Finds the regular bills among transactions sorted by date, up to and including a day. */
export const regularBillsIn = async (
  transactions: readonly CashTransaction[],
  lastDay: number,
): Promise<RegularBill[]> => {
  const payments = transactions.filter(
    ({ amount, category_id }) =>
      amount > 0 && !NO_BILLS.some((category) => category_id?.startsWith(category)),
  );
  const byPayee = await groupInTurns(
    payments,
    (payment) => `${payment.account_id} ${payeeOf(payment).key}`,
  );
  const bills: RegularBill[] = [];
  const pace = createPace();
  for (const [, group] of await sortInTurns([...byPayee], byKey)) {
    const bill = findBill(group, lastDay);
    if (bill) bills.push(bill);
    await pace(group.length);
  }
  return bills;
};

function findBill(payments: readonly CashTransaction[], lastDay: number): RegularBill | null {
  if (payments.length < MIN_PAYMENTS) return null;
  const last = payments.at(-1);
  const amounts = payments.map(({ amount }) => amount);
  const frequency = frequencyOf(payments.map(({ date }) => toDay(date)));
  if (!last || frequency === null || !isSteady(amounts)) return null;
  return {
    payee: payeeOf(last).name,
    account_id: last.account_id,
    category: last.category ?? null,
    frequency,
    payment_count: payments.length,
    average_amount: meanOf(amounts) ?? 0,
    last_amount: last.amount,
    last_date: last.date,
    is_active: lastDay - toDay(last.date) <= GAPS[frequency][1],
  };
}

function frequencyOf(days: readonly number[]): BillFrequency | null {
  const gaps = days.slice(1).map((day, at) => day - (days[at] ?? day));
  const fits = (gap: number, [min, max]: readonly [number, number]) => min <= gap && gap <= max;
  const frequencies = Object.keys(GAPS) as BillFrequency[];
  const frequency = frequencies.find((candidate) => fits(medianOf(gaps), GAPS[candidate]));
  if (!frequency) return null;
  const fitting = gaps.filter((gap) => fits(gap, GAPS[frequency])).length;
  return fitting * 100 >= gaps.length * FITTING_PERCENT ? frequency : null;
}

/** Whether every amount is between half and twice the usual amount, as with seasonal utilities. */
function isSteady(amounts: readonly number[]): boolean {
  const usual = medianOf(amounts);
  return amounts.every((amount) => usual / 2 <= amount && amount <= usual * 2);
}
