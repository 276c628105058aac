import { z } from "zod";
import type { Account, Balances } from "../../../../protocol/account.ts";
import {
  CASH_FLOW_INSIGHTS,
  type CashFlowInsight,
} from "../../../../protocol/reports/cash-flow.ts";
import { toDate, toDay } from "../../calendar.ts";
import type { NewJob } from "../../jobs/job.ts";
import { payeeOf } from "../../transactions/payee.ts";
import {
  type CashTransaction,
  isLargeDeposit,
  isLoanPayment,
  shortfallFee,
} from "../cash-flow/transaction-kinds.ts";

/** The state of an Item at its last update. */
const MonitoredItem = z.strictObject({
  /** The cursor: the last processed change of the Item's transactions. */
  lastChange: z.int(),
  /** Whether each account's balance is low; null if the institution reported no balance. */
  lowAccounts: z.record(z.string(), z.boolean().nullable()),
  /** The recent transactions that led to an insight: their dates by id. */
  insightTransactions: z.record(z.string(), z.string()),
});
type MonitoredItem = z.infer<typeof MonitoredItem>;

/**
 * The state of a user's accounts at their last updates. The next update is compared with this
 * state.
 */
export const MonitorState = z.strictObject({
  items: z.record(z.string(), MonitoredItem),
  /** The keys (`payeeOf`) of lenders that were paid before. */
  lenders: z.array(z.string()),
});
export type MonitorState = z.infer<typeof MonitorState>;

/**
 * The monitor of a user's cash flow; `revision` is an optimistic lock, 0 before the first update.
 */
export type CashFlowMonitor = { userId: string; revision: number; state: MonitorState };

/** The monitor of a user before the first update. */
export const newMonitor = (userId: string): CashFlowMonitor => ({
  userId,
  revision: 0,
  state: { items: {}, lenders: [] },
});

/** The port for the monitors of users. */
export type CashFlowMonitorStore = {
  ofUser(userId: string): Promise<CashFlowMonitor>;
  /**
   * Compare-and-set of the state; false without changes if another update wrote first, or the user
   * was removed.
   */
  record(monitor: CashFlowMonitor, state: MonitorState, jobs?: readonly NewJob[]): Promise<boolean>;
};

/** A balance below this many units of the account's currency is low. */
const LOW_BALANCE = 100;

/** Whether a balance is low; undefined without a balance. */
export const isLowBalance = ({
  current,
  available,
}: Pick<Balances, "current" | "available">): boolean | undefined => {
  const balance = current ?? available;
  return balance === null ? undefined : balance < LOW_BALANCE;
};

/**
 * How many days a transaction is remembered. Institutions change no transaction older than two
 * weeks.
 */
const MEMORY_DAYS = 60;

/** The current data of an Item at its institution. */
export type Observation = {
  itemId: string;
  accounts: readonly Pick<Account, "account_id" | "type" | "balances">[];
  /** Transactions added or modified since the last update; all of them at first. */
  transactions: readonly CashTransaction[];
  lastChange: number;
  /** The day of the pull: YYYY-MM-DD. */
  date: string;
};

/** An update of a user's accounts: the new state, whether anything is new, and the insights. */
export type Update = { state: MonitorState; isNew: boolean; insights: readonly CashFlowInsight[] };

/**
 * Compares an Item's new data with the previous state, and returns the new state. Each transaction
 * leads to one insight, once booked: a pending transaction may still change or vanish. The first
 * observation of an Item or account is the baseline, without insights.
 */
export const detectInsights = (state: MonitorState, observation: Observation): Update => {
  const { itemId, accounts, lastChange } = observation;
  const previous = state.items[itemId];
  const cash = accounts.filter(({ type }) => type === "depository");
  const cashIds = new Set(cash.map(({ account_id }) => account_id));
  const bookings = observation.transactions.filter(
    ({ transaction_id, account_id, pending }) =>
      !pending && cashIds.has(account_id) && !previous?.insightTransactions[transaction_id],
  );
  const lenders = new Set(state.lenders);
  const insights = new Set<CashFlowInsight>();
  const insightTransactions = { ...previous?.insightTransactions };
  for (const transaction of bookings) {
    const insight = insightOf(transaction, lenders);
    if (!insight) continue;
    // Transactions booked before the first observation of their account are history.
    if (previous && Object.hasOwn(previous.lowAccounts, transaction.account_id))
      insights.add(insight);
    insightTransactions[transaction.transaction_id] = transaction.date;
  }
  const lowAccounts = lowAccountsOf(cash, previous);
  const hasBecomeLow = Object.entries(lowAccounts).some(
    ([accountId, isLow]) => isLow && previous?.lowAccounts[accountId] === false,
  );
  if (hasBecomeLow) insights.add("LOW_BALANCE_DETECTED");
  const item = {
    lastChange,
    lowAccounts,
    insightTransactions: recentOf(insightTransactions, observation.date),
  };
  return {
    state: { items: { ...state.items, [itemId]: item }, lenders: [...lenders].toSorted() },
    isNew: previous !== undefined && (bookings.length > 0 || hasBecomeLow),
    insights: CASH_FLOW_INSIGHTS.filter((insight) => insights.has(insight)),
  };
};

/** Returns the insight of a transaction. A paid lender is added to `lenders`. */
function insightOf(transaction: CashTransaction, lenders: Set<string>): CashFlowInsight | null {
  if (isLargeDeposit(transaction)) return "LARGE_DEPOSIT_DETECTED";
  if (shortfallFee(transaction)) return "NSF_OVERDRAFT_DETECTED";
  if (!isLoanPayment(transaction)) return null;
  const { key } = payeeOf(transaction);
  if (lenders.has(key)) return null;
  lenders.add(key);
  return "NEW_LOAN_PAYMENT_DETECTED";
}

/** Whether each account is low. Without a balance the previous value stays. */
function lowAccountsOf(
  accounts: Observation["accounts"],
  previous: MonitoredItem | undefined,
): MonitoredItem["lowAccounts"] {
  return Object.fromEntries(
    accounts.map(({ account_id, balances }) => [
      account_id,
      isLowBalance(balances) ?? previous?.lowAccounts[account_id] ?? null,
    ]),
  );
}

/** The transactions that an institution may still change. */
function recentOf(
  transactions: MonitoredItem["insightTransactions"],
  date: string,
): MonitoredItem["insightTransactions"] {
  const oldest = toDate(toDay(date) - MEMORY_DAYS);
  return Object.fromEntries(
    Object.entries(transactions).filter(([, bookingDate]) => bookingDate >= oldest),
  );
}
