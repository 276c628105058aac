import type { Account } from "../../../protocol/account.ts";
import type { AccountHistory, AssetReportAccountSummary } from "../../../protocol/asset-report.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import { createAccountWriter } from "./account-writer.ts";
import { byDateDescending } from "./newest-first.ts";

/**
 * Builds an account of a report, with its history in memory: its balances and owners, and its balances and
 * transactions over a period. `transactions` are the account's own, and go at least as far back.
 */
export const accountInReport = (
  account: Account,
  owners: readonly Owner[],
  transactions: readonly Transaction[],
  period: Period,
): { summary: AssetReportAccountSummary; history: AccountHistory } => {
  const history: AccountHistory = { historical_balances: [], transactions: [] };
  const writer = createAccountWriter(account, period, ({ part, json }) => {
    if (part === "balances") history.historical_balances.push(...JSON.parse(json));
    if (part === "insights") history.transactions.push(...JSON.parse(json));
  });
  for (const transaction of transactions.toSorted(byDateDescending)) writer.add(transaction);
  return { summary: writer.end(owners), history };
};
