import type { Account } from "../../../protocol/account.ts";
import type { AccountHistory, InsightfulTransaction } from "../../../protocol/asset-report.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { dayOf } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import { historicalBalances } from "../transactions/historical-balances.ts";
import type { GatheredItem } from "./asset-report.ts";

/**
 * An account as a report shows it: what it holds, whose it is, and what it held and moved in a period.
 * `transactions` are the account's own, and go at least as far back as the period does.
 */
export const accountInReport = (
  account: Account,
  owners: readonly Owner[],
  transactions: readonly Transaction[],
  period: Period,
): GatheredItem["accounts"][number] => {
  const { account_id, balances, mask, name, official_name, type, subtype } = account;
  const told = transactions
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
      days_available: daysAvailable(told, period),
      owners: [...owners],
    },
    history: {
      historical_balances: historicalBalances(account, transactions, period),
      transactions: told,
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

function insightful(one: Transaction): InsightfulTransaction {
  return {
    account_id: one.account_id,
    amount: one.amount,
    iso_currency_code: one.iso_currency_code,
    unofficial_currency_code: one.unofficial_currency_code,
    original_description: one.original_description ?? null,
    date: one.date,
    pending: one.pending,
    transaction_id: one.transaction_id,
    account_owner: one.account_owner,
    category: one.category,
    category_id: one.category_id,
    date_transacted: one.authorized_date,
    location: one.location,
    merchant_name: one.merchant_name,
    name: one.name,
    payment_meta: one.payment_meta,
    pending_transaction_id: one.pending_transaction_id,
    transaction_type: one.transaction_type,
  };
}

/** By day; of one day as they are stored, which is the same each time. */
function newestFirst(one: InsightfulTransaction, other: InsightfulTransaction): number {
  if (one.date === other.date) return 0;
  return one.date < other.date ? 1 : -1;
}
