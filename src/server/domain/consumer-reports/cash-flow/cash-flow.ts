import type { Account } from "../../../../protocol/account.ts";
import type {
  CashFlow,
  CashFlowAttributes,
  CashFlowWindow,
} from "../../../../protocol/reports/cash-flow.ts";
import { firstDayOf, lastDayOf, monthOfDate, toDate, toDay, toMonth } from "../../calendar.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import { groupBy } from "../../group-by.ts";
import { filterInTurns, groupInTurns, mapInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import { yieldToEventLoop } from "../../jobs/yield-to-event-loop.ts";
import { byKey } from "../../order.ts";
import { historicalBalances } from "../../transactions/historical-balances.ts";
import { payeeOf } from "../../transactions/payee.ts";
import { meanOf, sumAmounts } from "./amounts.ts";
import { regularBillsIn } from "./regular-bills.ts";
import {
  type CashTransaction,
  isLargeDeposit,
  isLoanPayment,
  isOwnTransfer,
  shortfallFee,
} from "./transaction-kinds.ts";

/**
 * An account with its transactions. Later transactions than the period's are needed for its
 * balances.
 */
export type AccountWithTransactions = {
  account: Pick<Account, "account_id" | "type" | "balances">;
  transactions: readonly CashTransaction[];
};

/**
 * Computes the cash flow of a user's accounts in a period. Only current and savings accounts count:
 * card purchases count when the card is paid. Pending transactions do not count yet.
 */
export const makeCashFlow = async (
  accounts: readonly AccountWithTransactions[],
  period: Period,
): Promise<CashFlow> => {
  const cash = accounts.filter(({ account }) => account.type === "depository");
  const byCurrency = groupBy(cash, ({ account: { balances } }) =>
    JSON.stringify([balances.iso_currency_code, balances.unofficial_currency_code]),
  );
  const byAccount = new Map<AccountWithTransactions, CashFlowAttributes>();
  for (const account of cash) byAccount.set(account, await makeAttributes([account], period));
  const totals: CashFlowAttributes[] = [];
  for (const [, accounts] of [...byCurrency].toSorted(byKey)) {
    const [first, second] = accounts;
    const only = first && !second ? byAccount.get(first) : undefined;
    totals.push(only ?? (await makeAttributes(accounts, period)));
  }
  return { accounts: [...byAccount.values()], totals };
};

async function makeAttributes(
  accounts: readonly AccountWithTransactions[],
  period: Period,
): Promise<CashFlowAttributes> {
  const { from, to } = period;
  const [firstDay, lastDay] = [toDay(from), toDay(to)];
  const transactions = await sortInTurns(
    accounts
      .flatMap((account) => account.transactions)
      .filter(({ date, pending }) => !pending && from <= date && date <= to),
    byDateAndId,
  );
  const balances = await dailyBalances(accounts, period);
  const window = async (days: number): Promise<CashFlowWindow> => {
    const start = toDate(Math.max(firstDay, lastDay - days + 1));
    return makeWindow(
      transactions.filter(({ date }) => start <= date),
      balances.filter(({ date }) => start <= date),
      lastDay - toDay(start) + 1,
    );
  };
  const fees = await filterInTurns(
    transactions,
    (transaction) => shortfallFee(transaction) !== null,
  );
  const lastFee = fees.at(-1);
  const currency = accounts[0]?.account.balances;
  return {
    account_ids: accounts.map(({ account }) => account.account_id).toSorted(),
    iso_currency_code: currency?.iso_currency_code ?? null,
    unofficial_currency_code: currency?.unofficial_currency_code ?? null,
    start_date: from,
    end_date: to,
    last_30_days: await window(30),
    last_60_days: await window(60),
    last_90_days: await window(90),
    all_days: await window(lastDay - firstDay + 1),
    months: await monthlyFlows(transactions, period),
    days_since_last_overdraft: lastFee ? lastDay - toDay(lastFee.date) : null,
    large_deposits: transactions
      .filter(isLargeDeposit)
      .map(({ transaction_id, account_id, date, amount, name }) => ({
        transaction_id,
        account_id,
        date,
        amount: -amount,
        name,
      }))
      .toReversed(),
    loan_payments: await loanPaymentsIn(transactions),
    regular_bills: await regularBillsIn(transactions, lastDay),
  };
}

/** The balances of a day: the sum over all accounts, and whether an account is below zero. */
type DayBalance = { date: string; sum: number; isNegative: boolean };

/** Returns the balances at the end of each day; none if no account reports a balance. */
async function dailyBalances(
  accounts: readonly AccountWithTransactions[],
  period: Period,
): Promise<DayBalance[]> {
  const byDate = new Map<string, number[]>();
  for (const { account, transactions } of accounts) {
    for (const { date, current } of historicalBalances(account, transactions, period)) {
      const amounts = byDate.get(date);
      if (amounts) amounts.push(current);
      else byDate.set(date, [current]);
    }
    await yieldToEventLoop();
  }
  return mapInTurns(byDate, ([date, amounts]) => ({
    date,
    sum: sumAmounts(amounts),
    isNegative: amounts.some((amount) => amount < 0),
  }));
}

async function makeWindow(
  transactions: readonly CashTransaction[],
  balances: readonly DayBalance[],
  days: number,
): Promise<CashFlowWindow> {
  const { sums, counts } = flowsOf(transactions);
  const fees = await mapInTurns(transactions, shortfallFee);
  const dailySums = balances.map(({ sum }) => sum);
  return {
    days,
    ...sums,
    ...counts,
    nsf_fee_count: fees.filter((fee) => fee === "nsf").length,
    overdraft_fee_count: fees.filter((fee) => fee === "overdraft").length,
    negative_balance_days:
      dailySums.length === 0 ? null : balances.filter(({ isNegative }) => isNegative).length,
    lowest_balance: dailySums.length === 0 ? null : dailySums.reduce((a, b) => Math.min(a, b)),
    average_balance: meanOf(dailySums),
  };
}

function byDateAndId(a: CashTransaction, b: CashTransaction): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.transaction_id < b.transaction_id ? -1 : Number(a.transaction_id > b.transaction_id);
}

/** Computes the sums of inflows and outflows; transfers between own accounts count in neither. */
const flowsOf = (transactions: readonly CashTransaction[]) => {
  const amounts = transactions
    .filter((transaction) => !isOwnTransfer(transaction))
    .map(({ amount }) => amount);
  const [inflows, outflows] = [
    amounts.filter((amount) => amount < 0).map((amount) => -amount),
    amounts.filter((amount) => amount > 0),
  ];
  const [total_inflow, total_outflow] = [sumAmounts(inflows), sumAmounts(outflows)];
  return {
    sums: {
      total_inflow,
      total_outflow,
      net_cash_flow: sumAmounts([total_inflow, -total_outflow]),
    },
    counts: { inflow_count: inflows.length, outflow_count: outflows.length },
  };
};

/** The flows of each calendar month in a period, oldest first. */
const monthlyFlows = async (transactions: readonly CashTransaction[], { from, to }: Period) => {
  const [first, last] = [toDay(from), toDay(to)];
  const byMonth = await groupInTurns(transactions, ({ date }) => monthOfDate(date));
  return Array.from({ length: toMonth(last) - toMonth(first) + 1 }, (_, at) => {
    const month = toMonth(first) + at;
    const start = Math.max(first, firstDayOf(month));
    const end = Math.min(last, lastDayOf(month));
    return {
      month: toDate(firstDayOf(month)),
      days: end - start + 1,
      ...flowsOf(byMonth.get(month) ?? []).sums,
    };
  });
};

/** The loan payments by lender, among transactions sorted by date. */
const loanPaymentsIn = async (
  transactions: readonly CashTransaction[],
): Promise<CashFlowAttributes["loan_payments"]> => {
  const byLender = await groupInTurns(
    transactions.filter(isLoanPayment),
    (payment) => payeeOf(payment).key,
  );
  return [...byLender].toSorted(byKey).flatMap(([, payments]) => {
    const [first, last] = [payments[0], payments.at(-1)];
    if (!first || !last) return [];
    const amounts = payments.map(({ amount }) => amount);
    return {
      lender: payeeOf(last).name,
      payment_count: payments.length,
      total_amount: sumAmounts(amounts),
      average_amount: meanOf(amounts) ?? 0,
      first_date: first.date,
      last_date: last.date,
    };
  });
};
