import type { BaseReportAccount } from "../../../../protocol/base-report.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { accountInReport } from "../../asset-reports/account-in-report.ts";
import type { Period } from "../../connectors/bank-transaction.ts";
import type { LinkedAccount } from "../linked-item.ts";
import { accountInsights } from "./account-insights.ts";
import { balanceAverages } from "./balance-averages.ts";
import { flowsOf, isSameCurrency } from "./flows.ts";
import { ownershipType } from "./ownership-type.ts";

/** The period that a report was requested for, and the period of its averages; null without transactions. */
type Periods = { period: Period; history: Period | null };

/** An account as a Base Report shows it over a period; `updatedAt` is when its balances were read. */
export const accountInBaseReport = (
  { account, owners, transactions }: LinkedAccount,
  { period, history: averaged }: Periods,
  updatedAt: number,
): BaseReportAccount => {
  const { summary, history } = accountInReport(account, owners, transactions, period);
  const { margin_loan_amount: _, ...balances } = summary.balances;
  const flows = bookedFlows({ account, transactions }, period);
  const insights = accountInsights(flows, averaged ?? period);
  const from = history.transactions.at(-1)?.date ?? null;
  const balancesInPeriod = history.historical_balances.filter(
    ({ date }) => averaged !== null && date >= averaged.from,
  );
  const { days_available, account_id, mask, name, official_name, type, subtype } = summary;
  return {
    account_id,
    balances: {
      ...balances,
      last_updated_datetime: new Date(updatedAt).toISOString(),
      ...balanceAverages(balancesInPeriod),
    },
    consumer_disputes: [],
    mask,
    metadata: { start_date: from, end_date: from === null ? null : period.to },
    name,
    official_name,
    type,
    subtype,
    days_available,
    transactions: history.transactions,
    owners: summary.owners,
    ownership_type: ownershipType(owners),
    historical_balances: history.historical_balances,
    account_insights: insights,
    attributes: flowsOf(flows, period.to),
  };
};

/** The booked transactions of an account in a period, in the account's own currency. */
export const bookedFlows = (
  { account, transactions }: Pick<LinkedAccount, "account" | "transactions">,
  { from, to }: Period,
): Transaction[] =>
  transactions.filter(
    (transaction) =>
      !transaction.pending &&
      from <= transaction.date &&
      transaction.date <= to &&
      isSameCurrency(transaction, account.balances),
  );
