import type { BaseReport } from "../../../../protocol/reports/base-report.ts";
import type { CashFlowAttributes, CashFlowWindow } from "../../../../protocol/reports/cash-flow.ts";
import type { CashFlowInsights } from "../../../../protocol/reports/cash-flow-insights.ts";
import { sumAmounts } from "./amounts.ts";

type Attributes = CashFlowInsights["attributes"];

/** Computes the cash flow insights of a Base Report: the figures of its cash flow, as a map. */
export const cashFlowInsights = ({
  report_id,
  client_report_id,
  date_generated,
  cash_flow: { totals },
}: BaseReport): CashFlowInsights => {
  const main = totals.reduce<CashFlowAttributes | null>(
    (most, each) => (most && most.account_ids.length >= each.account_ids.length ? most : each),
    null,
  );
  return {
    report_id,
    client_report_id,
    generated_time: date_generated,
    attributes: main
      ? makeAttributes(main, totals.length)
      : { currency_count: 0, account_count: 0 },
  };
};

function makeAttributes(cashFlow: CashFlowAttributes, currencyCount: number): Attributes {
  const { last_30_days, last_60_days, last_90_days, all_days } = cashFlow;
  const { large_deposits, loan_payments, regular_bills, months } = cashFlow;
  const activeBills = regular_bills.filter(({ is_active }) => is_active);
  const negativeMonths = months.filter(({ net_cash_flow }) => net_cash_flow < 0);
  return known({
    iso_currency_code: cashFlow.iso_currency_code,
    unofficial_currency_code: cashFlow.unofficial_currency_code,
    currency_count: currencyCount,
    account_count: cashFlow.account_ids.length,
    start_date: cashFlow.start_date,
    end_date: cashFlow.end_date,
    ...windowAttributes(last_30_days, "_30d"),
    ...windowAttributes(last_60_days, "_60d"),
    ...windowAttributes(last_90_days, "_90d"),
    ...windowAttributes(all_days, ""),
    month_count: months.length,
    negative_month_count: negativeMonths.length,
    days_since_last_overdraft: cashFlow.days_since_last_overdraft,
    has_overdraft: cashFlow.days_since_last_overdraft !== null,
    large_deposit_count: large_deposits.length,
    large_deposit_amount: sumAmounts(large_deposits.map(({ amount }) => amount)),
    lender_count: loan_payments.length,
    loan_payment_count: sumAmounts(loan_payments.map(({ payment_count }) => payment_count)),
    loan_payment_amount: sumAmounts(loan_payments.map(({ total_amount }) => total_amount)),
    regular_bill_count: regular_bills.length,
    active_regular_bill_count: activeBills.length,
    active_regular_bill_amount: sumAmounts(activeBills.map(({ average_amount }) => average_amount)),
  });
}

/** The figures of a window, with the window's name as suffix. */
const windowAttributes = (window: CashFlowWindow, suffix: string) =>
  Object.fromEntries(Object.entries(window).map(([name, value]) => [`${name}${suffix}`, value]));

const known = (attributes: Record<string, Attributes[string] | null>): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
