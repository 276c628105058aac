import type { WebhookName } from "../domain/webhooks/webhook.ts";
import { institutionStatusAlert } from "./alert.ts";
import {
  cashFlowInsightsUpdated,
  insightsUpdated,
  largeDepositDetected,
  lowBalanceDetected,
  newLoanPaymentDetected,
  nsfOverdraftDetected,
} from "./cash-flow-updates.ts";
import {
  checkReportFailed,
  checkReportReady,
  userCheckReportFailed,
  userCheckReportReady,
} from "./check-report.ts";
import {
  holdingsUpdate,
  investmentsDefaultUpdate,
  investmentsHistoricalUpdate,
} from "./investments.ts";
import {
  itemError,
  loginRepaired,
  newAccountsAvailable,
  pendingDisconnect,
  pendingExpiration,
  userAccountRevoked,
  userPermissionRevoked,
  webhookUpdateAcknowledged,
} from "./item.ts";
import { institutionAvailable, itemAddResult, linkEvents, sessionFinished } from "./link.ts";
import {
  assetReportError,
  assetReportReady,
  authDefaultUpdate,
  automaticallyVerified,
  identityDefaultUpdate,
  incomeReady,
  liabilitiesDefaultUpdate,
  statementsRefreshComplete,
  verificationExpired,
} from "./products.ts";
import {
  defaultUpdate,
  historicalUpdate,
  initialUpdate,
  recurringTransactionsUpdate,
  syncUpdatesAvailable,
  transactionsRemoved,
} from "./transactions.ts";
import type { WebhookDefinition } from "./webhook.ts";

/** The registry of webhooks. The compiler reports a missing webhook. */
export const webhooks: { readonly [Name in WebhookName]: WebhookDefinition<Name> } = {
  "ITEM:ERROR": itemError,
  "ITEM:LOGIN_REPAIRED": loginRepaired,
  "ITEM:NEW_ACCOUNTS_AVAILABLE": newAccountsAvailable,
  "ITEM:PENDING_EXPIRATION": pendingExpiration,
  "ITEM:PENDING_DISCONNECT": pendingDisconnect,
  "ITEM:USER_PERMISSION_REVOKED": userPermissionRevoked,
  "ITEM:USER_ACCOUNT_REVOKED": userAccountRevoked,
  "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED": webhookUpdateAcknowledged,
  "TRANSACTIONS:INITIAL_UPDATE": initialUpdate,
  "TRANSACTIONS:HISTORICAL_UPDATE": historicalUpdate,
  "TRANSACTIONS:DEFAULT_UPDATE": defaultUpdate,
  "TRANSACTIONS:TRANSACTIONS_REMOVED": transactionsRemoved,
  "TRANSACTIONS:SYNC_UPDATES_AVAILABLE": syncUpdatesAvailable,
  "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE": recurringTransactionsUpdate,
  "AUTH:AUTOMATICALLY_VERIFIED": automaticallyVerified,
  "AUTH:VERIFICATION_EXPIRED": verificationExpired,
  "AUTH:DEFAULT_UPDATE": authDefaultUpdate,
  "IDENTITY:DEFAULT_UPDATE": identityDefaultUpdate,
  "INCOME:PRODUCT_READY": incomeReady,
  "LIABILITIES:DEFAULT_UPDATE": liabilitiesDefaultUpdate,
  "HOLDINGS:DEFAULT_UPDATE": holdingsUpdate,
  "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE": investmentsDefaultUpdate,
  "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE": investmentsHistoricalUpdate,
  "STATEMENTS:STATEMENTS_REFRESH_COMPLETE": statementsRefreshComplete,
  "ASSETS:PRODUCT_READY": assetReportReady,
  "ASSETS:ERROR": assetReportError,
  "LINK:ITEM_ADD_RESULT": itemAddResult,
  "LINK:SESSION_FINISHED": sessionFinished,
  "LINK:EVENTS": linkEvents,
  "LINK:INSTITUTION_AVAILABLE": institutionAvailable,
  "DASHBOARD_CONFIGURED_ALERT:INSTITUTION_STATUS_ALERT_TRIGGERED": institutionStatusAlert,
  "CHECK_REPORT:CHECK_REPORT_READY": checkReportReady,
  "CHECK_REPORT:CHECK_REPORT_FAILED": checkReportFailed,
  "CHECK_REPORT:USER_CHECK_REPORT_READY": userCheckReportReady,
  "CHECK_REPORT:USER_CHECK_REPORT_FAILED": userCheckReportFailed,
  "CASH_FLOW_UPDATES:INSIGHTS_UPDATED": insightsUpdated,
  "CASH_FLOW_UPDATES:LARGE_DEPOSIT_DETECTED": largeDepositDetected,
  "CASH_FLOW_UPDATES:LOW_BALANCE_DETECTED": lowBalanceDetected,
  "CASH_FLOW_UPDATES:NEW_LOAN_PAYMENT_DETECTED": newLoanPaymentDetected,
  "CASH_FLOW_UPDATES:NSF_OVERDRAFT_DETECTED": nsfOverdraftDetected,
  "CASH_FLOW_UPDATES:CASH_FLOW_INSIGHTS_UPDATED": cashFlowInsightsUpdated,
};
