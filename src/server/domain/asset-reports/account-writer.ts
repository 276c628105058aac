import type { Account, Owner } from "../../../protocol/account.ts";
import type {
  AccountHistory,
  AssetReportAccountSummary,
  InsightfulTransaction,
} from "../../../protocol/reports/asset-report.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { toDay } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import { mapInTurns, sortInTurns } from "../jobs/in-turns.ts";
import { historicalBalances } from "../transactions/historical-balances.ts";
import { createPieceWriter } from "./account-pieces.ts";
import type { AccountPiece } from "./asset-report.ts";

/** Amounts are summed in ten-thousandths of a unit, as balances are. */
const PARTS = 10_000;

/**
 * Writes an account of a report from a stream of transactions. Memory holds one piece of each part.
 */
export type AccountWriter = {
  /** Takes the account's transactions, newest first. Transactions before the period are ignored. */
  add(transaction: Transaction): void;
  /** Writes the remaining entries, and returns the account without its history. */
  end(owners: readonly Owner[]): AssetReportAccountSummary;
};

/** A writer for an account's balances and transactions over a period. */
export const createAccountWriter = (
  account: Account,
  period: Period,
  receive: (piece: AccountPiece) => void,
): AccountWriter => {
  const { account_id } = account;
  const createWriter = (part: AccountPiece["part"]) =>
    createPieceWriter({ accountId: account_id, part }, receive);
  const parts = {
    balances: createWriter("balances"),
    transactions: createWriter("transactions"),
    insights: createWriter("insights"),
  };
  const sumsByDate = new Map<string, number>();
  let oldest: string | null = null;
  return {
    add: (transaction) => {
      const { date, amount, pending } = transaction;
      if (!pending) sumsByDate.set(date, (sumsByDate.get(date) ?? 0) + Math.round(amount * PARTS));
      if (date < period.from || date > period.to) return;
      oldest = date;
      const shape = insightful(transaction);
      parts.transactions.add(withoutInsights(shape));
      parts.insights.add(shape);
    },
    end: (owners) => {
      const bookings = Array.from(sumsByDate, ([date, sum]) => ({
        date,
        amount: sum / PARTS,
        pending: false,
      }));
      for (const balance of historicalBalances(account, bookings, period))
        parts.balances.add(balance);
      for (const part of Object.values(parts)) part.end();
      return toSummary(account, owners, oldest, period);
    },
  };
};

/** An account without its history, with the day of its oldest transaction. */
function toSummary(
  { account_id, balances, mask, name, official_name, type, subtype }: Account,
  owners: readonly Owner[],
  oldest: string | null,
  { to }: Period,
): AssetReportAccountSummary {
  return {
    account_id,
    balances: { ...balances, margin_loan_amount: null },
    mask,
    name,
    official_name,
    type,
    subtype,
    days_available: oldest === null ? 0 : toDay(to) - toDay(oldest) + 1,
    owners: [...owners],
  };
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

const withoutInsights = (transaction: InsightfulTransaction) => ({
  account_id: transaction.account_id,
  amount: transaction.amount,
  iso_currency_code: transaction.iso_currency_code,
  unofficial_currency_code: transaction.unofficial_currency_code,
  original_description: transaction.original_description,
  date: transaction.date,
  pending: transaction.pending,
  transaction_id: transaction.transaction_id,
});

/**
 * Builds an account of a report in memory: its owners, and its balances and transactions over a
 * period. `transactions` are the account's own, and must cover the period. Other requests are
 * served in between.
 */
export const accountInReport = async (
  account: Account,
  owners: readonly Owner[],
  transactions: readonly Transaction[],
  period: Period,
): Promise<{ summary: AssetReportAccountSummary; history: AccountHistory }> => {
  const shown = await sortInTurns(
    transactions.filter(({ date }) => period.from <= date && date <= period.to),
    byDateDescending,
  );
  return {
    summary: toSummary(account, owners, shown.at(-1)?.date ?? null, period),
    history: {
      historical_balances: historicalBalances(account, transactions, period),
      transactions: await mapInTurns(shown, insightful),
    },
  };
};

function byDateDescending(a: Transaction, b: Transaction): number {
  if (a.date === b.date) return 0;
  return a.date < b.date ? 1 : -1;
}
