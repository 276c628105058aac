import type { Account } from "../../../protocol/account.ts";
import type { AccountHistory, InsightfulTransaction } from "../../../protocol/asset-report.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { dayOf } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import { historicalBalances } from "../transactions/historical-balances.ts";
import type { GatheredItem } from "./asset-report.ts";

/**
 * An account as a report shows it: its balances and owners, and its balances and transactions over a period.
 * `transactions` are the account's own, and go at least as far back as the period does.
 */
export const accountInReport = (
  account: Account,
  owners: readonly Owner[],
  transactions: readonly Transaction[],
  period: Period,
): GatheredItem["accounts"][number] => {
  const { account_id, balances, mask, name, official_name, type, subtype } = account;
  const reported = transactions
    .filter(({ date }) => period.from <= date && date <= period.to)
    .map(insightful)
    .sort(newestFirst);
  return {
    summary: {
      account_id,
      balances: { ...balances, margin_loan_amount: null },
      mask,
      name,
      official_name,
      type,
      subtype,
      days_available: daysAvailable(reported, period),
      owners: [...owners],
    },
    history: {
      historical_balances: historicalBalances(account, transactions, period),
      transactions: reported,
    },
  };
};

/** An account's history with no more than the days of a period in it. */
export const historyWithin = (history: AccountHistory, from: string): AccountHistory => ({
  historical_balances: history.historical_balances.filter(({ date }) => date >= from),
  transactions: history.transactions.filter(({ date }) => date >= from),
});

function daysAvailable(newestFirst: readonly { date: string }[], { to }: Period): number {
  const oldest = newestFirst.at(-1);
  return oldest ? dayOf(to) - dayOf(oldest.date) + 1 : 0;
}

function insightful(transaction: Transaction): InsightfulTransaction {
  return {
    account_id: transaction.account_id,
    amount: transaction.amount,
    iso_currency_code: transaction.iso_currency_code,
    unofficial_currency_code: transaction.unofficial_currency_code,
    original_description: transaction.original_description ?? null,
    date: transaction.date,
    pending: transaction.pending,
    transaction_id: transaction.transaction_id,
    account_owner: transaction.account_owner,
    category: transaction.category,
    category_id: transaction.category_id,
    date_transacted: transaction.authorized_date,
    location: transaction.location,
    merchant_name: transaction.merchant_name,
    name: transaction.name,
    payment_meta: transaction.payment_meta,
    pending_transaction_id: transaction.pending_transaction_id,
    transaction_type: transaction.transaction_type,
  };
}

/** By day; within a day in the order of the store, which is stable. */
function newestFirst(a: InsightfulTransaction, b: InsightfulTransaction): number {
  if (a.date === b.date) return 0;
  return a.date < b.date ? 1 : -1;
}
