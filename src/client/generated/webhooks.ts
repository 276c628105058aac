// Printed by src/client/generated.test.ts; `npx vitest run src/client/generated.test.ts -u` prints it again.

/** Every webhook that the server sends. */
export type KnownWebhook =
  | ItemErrorWebhook
  | ItemLoginRepairedWebhook
  | ItemNewAccountsAvailableWebhook
  | ItemPendingExpirationWebhook
  | ItemPendingDisconnectWebhook
  | ItemUserPermissionRevokedWebhook
  | ItemUserAccountRevokedWebhook
  | ItemWebhookUpdateAcknowledgedWebhook
  | TransactionsInitialUpdateWebhook
  | TransactionsHistoricalUpdateWebhook
  | TransactionsDefaultUpdateWebhook
  | TransactionsTransactionsRemovedWebhook
  | TransactionsSyncUpdatesAvailableWebhook
  | TransactionsRecurringTransactionsUpdateWebhook
  | AuthAutomaticallyVerifiedWebhook
  | AuthVerificationExpiredWebhook
  | AuthDefaultUpdateWebhook
  | IdentityDefaultUpdateWebhook
  | IncomeProductReadyWebhook
  | LiabilitiesDefaultUpdateWebhook
  | HoldingsDefaultUpdateWebhook
  | InvestmentsTransactionsDefaultUpdateWebhook
  | InvestmentsTransactionsHistoricalUpdateWebhook
  | StatementsStatementsRefreshCompleteWebhook
  | AssetsProductReadyWebhook
  | AssetsErrorWebhook
  | LinkItemAddResultWebhook
  | LinkSessionFinishedWebhook
  | LinkEventsWebhook
  | LinkInstitutionAvailableWebhook
  | DashboardConfiguredAlertInstitutionStatusAlertTriggeredWebhook
  | CheckReportCheckReportReadyWebhook
  | CheckReportCheckReportFailedWebhook
  | CheckReportUserCheckReportReadyWebhook
  | CheckReportUserCheckReportFailedWebhook
  | CashFlowUpdatesInsightsUpdatedWebhook
  | CashFlowUpdatesLargeDepositDetectedWebhook
  | CashFlowUpdatesLowBalanceDetectedWebhook
  | CashFlowUpdatesNewLoanPaymentDetectedWebhook
  | CashFlowUpdatesNsfOverdraftDetectedWebhook
  | CashFlowUpdatesCashFlowInsightsUpdatedWebhook;

export type ItemErrorWebhook = {
  webhook_type: "ITEM";
  webhook_code: "ERROR";
  item_id: string;
  error: {
    error_type: string;
    error_code: string;
    error_message: string;
    display_message: string | null;
    status: number;
  };
  environment: "sandbox" | "production";
};
export type ItemLoginRepairedWebhook = {
  webhook_type: "ITEM";
  webhook_code: "LOGIN_REPAIRED";
  item_id: string;
  environment: "sandbox" | "production";
};
export type ItemNewAccountsAvailableWebhook = {
  webhook_type: "ITEM";
  webhook_code: "NEW_ACCOUNTS_AVAILABLE";
  item_id: string;
  error: null;
  environment: "sandbox" | "production";
};
export type ItemPendingExpirationWebhook = {
  webhook_type: "ITEM";
  webhook_code: "PENDING_EXPIRATION";
  item_id: string;
  consent_expiration_time: string;
  environment: "sandbox" | "production";
};
export type ItemPendingDisconnectWebhook = {
  webhook_type: "ITEM";
  webhook_code: "PENDING_DISCONNECT";
  item_id: string;
  reason: "INSTITUTION_MIGRATION" | "INSTITUTION_TOKEN_EXPIRATION";
  disconnect_time: string;
  environment: "sandbox" | "production";
};
export type ItemUserPermissionRevokedWebhook = {
  webhook_type: "ITEM";
  webhook_code: "USER_PERMISSION_REVOKED";
  item_id: string;
  error: {
    error_type: string;
    error_code: string;
    error_message: string;
    display_message: string | null;
    status: number;
  };
  environment: "sandbox" | "production";
};
export type ItemUserAccountRevokedWebhook = {
  webhook_type: "ITEM";
  webhook_code: "USER_ACCOUNT_REVOKED";
  item_id: string;
  account_id: string;
  environment: "sandbox" | "production";
};
export type ItemWebhookUpdateAcknowledgedWebhook = {
  webhook_type: "ITEM";
  webhook_code: "WEBHOOK_UPDATE_ACKNOWLEDGED";
  item_id: string;
  new_webhook_url: string;
  error: null;
  environment: "sandbox" | "production";
};
export type TransactionsInitialUpdateWebhook = {
  webhook_type: "TRANSACTIONS";
  webhook_code: "INITIAL_UPDATE";
  item_id: string;
  new_transactions: number;
  error: null;
  environment: "sandbox" | "production";
};
export type TransactionsHistoricalUpdateWebhook = {
  webhook_type: "TRANSACTIONS";
  webhook_code: "HISTORICAL_UPDATE";
  item_id: string;
  new_transactions: number;
  error: null;
  environment: "sandbox" | "production";
};
export type TransactionsDefaultUpdateWebhook = {
  webhook_type: "TRANSACTIONS";
  webhook_code: "DEFAULT_UPDATE";
  item_id: string;
  new_transactions: number;
  error: null;
  environment: "sandbox" | "production";
};
export type TransactionsTransactionsRemovedWebhook = {
  webhook_type: "TRANSACTIONS";
  webhook_code: "TRANSACTIONS_REMOVED";
  item_id: string;
  removed_transactions: string[];
  error: null;
  environment: "sandbox" | "production";
};
export type TransactionsSyncUpdatesAvailableWebhook = {
  webhook_type: "TRANSACTIONS";
  webhook_code: "SYNC_UPDATES_AVAILABLE";
  item_id: string;
  initial_update_complete: boolean;
  historical_update_complete: boolean;
  environment: "sandbox" | "production";
};
export type TransactionsRecurringTransactionsUpdateWebhook = {
  webhook_type: "TRANSACTIONS";
  webhook_code: "RECURRING_TRANSACTIONS_UPDATE";
  item_id: string;
  account_ids: string[];
  environment: "sandbox" | "production";
};
export type AuthAutomaticallyVerifiedWebhook = {
  webhook_type: "AUTH";
  webhook_code: "AUTOMATICALLY_VERIFIED";
  item_id: string;
  account_id: string;
  error: null;
  environment: "sandbox" | "production";
};
export type AuthVerificationExpiredWebhook = {
  webhook_type: "AUTH";
  webhook_code: "VERIFICATION_EXPIRED";
  item_id: string;
  account_id: string;
  error: null;
  environment: "sandbox" | "production";
};
export type AuthDefaultUpdateWebhook = {
  webhook_type: "AUTH";
  webhook_code: "DEFAULT_UPDATE";
  item_id: string;
  account_ids_with_new_auth: string[];
  account_ids_with_updated_auth: string[];
  error: null;
  environment: "sandbox" | "production";
};
export type IdentityDefaultUpdateWebhook = {
  webhook_type: "IDENTITY";
  webhook_code: "DEFAULT_UPDATE";
  item_id: string;
  account_ids_with_updated_identity: Record<string, Array<"ADDRESSES" | "EMAILS" | "NAMES" | "PHONE_NUMBERS">>;
  error: null;
  environment: "sandbox" | "production";
};
export type IncomeProductReadyWebhook = {
  webhook_type: "INCOME";
  webhook_code: "PRODUCT_READY";
  item_id: string;
  error: null;
  environment: "sandbox" | "production";
};
export type LiabilitiesDefaultUpdateWebhook = {
  webhook_type: "LIABILITIES";
  webhook_code: "DEFAULT_UPDATE";
  item_id: string;
  account_ids_with_new_liabilities: string[];
  account_ids_with_updated_liabilities: Record<string, string[]>;
  error: null;
  environment: "sandbox" | "production";
};
export type HoldingsDefaultUpdateWebhook = {
  webhook_type: "HOLDINGS";
  webhook_code: "DEFAULT_UPDATE";
  item_id: string;
  new_holdings: number;
  updated_holdings: number;
  error: null;
  environment: "sandbox" | "production";
};
export type InvestmentsTransactionsDefaultUpdateWebhook = {
  webhook_type: "INVESTMENTS_TRANSACTIONS";
  webhook_code: "DEFAULT_UPDATE";
  item_id: string;
  new_investments_transactions: number;
  canceled_investments_transactions: number;
  error: null;
  environment: "sandbox" | "production";
};
export type InvestmentsTransactionsHistoricalUpdateWebhook = {
  webhook_type: "INVESTMENTS_TRANSACTIONS";
  webhook_code: "HISTORICAL_UPDATE";
  item_id: string;
  new_investments_transactions: number;
  canceled_investments_transactions: number;
  error: null;
  environment: "sandbox" | "production";
};
export type StatementsStatementsRefreshCompleteWebhook = {
  webhook_type: "STATEMENTS";
  webhook_code: "STATEMENTS_REFRESH_COMPLETE";
  item_id: string;
  result: "SUCCESS" | "FAILURE";
  environment: "sandbox" | "production";
};
export type AssetsProductReadyWebhook = {
  webhook_type: "ASSETS";
  webhook_code: "PRODUCT_READY";
  asset_report_id: string;
  report_type: "FULL" | "FAST";
  environment: "sandbox" | "production";
};
export type AssetsErrorWebhook = {
  webhook_type: "ASSETS";
  webhook_code: "ERROR";
  asset_report_id: string;
  error: {
    error_type: string;
    error_code: string;
    error_message: string;
    display_message: string | null;
    status: number;
  };
  environment: "sandbox" | "production";
};
export type LinkItemAddResultWebhook = {
  webhook_type: "LINK";
  webhook_code: "ITEM_ADD_RESULT";
  link_session_id: string;
  link_token?: string;
  public_token: string;
  environment: "sandbox" | "production";
};
export type LinkSessionFinishedWebhook = {
  webhook_type: "LINK";
  webhook_code: "SESSION_FINISHED";
  link_session_id: string;
  link_token?: string;
  status: "SUCCESS" | "EXITED";
  public_token?: string;
  public_tokens: string[];
  environment: "sandbox" | "production";
};
export type LinkEventsWebhook = {
  webhook_type: "LINK";
  webhook_code: "EVENTS";
  link_session_id: string;
  link_token?: string;
  events: Array<{
    event_name: string;
    event_metadata: Record<string, string>;
  }>;
};
export type LinkInstitutionAvailableWebhook = {
  webhook_type: "LINK";
  webhook_code: "INSTITUTION_AVAILABLE";
  link_session_id: string;
  link_token?: string;
  institution_id: string;
  client_user_id?: string;
  environment: "sandbox" | "production";
};
export type DashboardConfiguredAlertInstitutionStatusAlertTriggeredWebhook = {
  webhook_type: "DASHBOARD_CONFIGURED_ALERT";
  webhook_code: "INSTITUTION_STATUS_ALERT_TRIGGERED";
  institution_id: string;
  institution_name: string;
  kind: "item_logins" | "transactions_updates" | "balance" | "identity";
  status: "DOWN" | "HEALTHY";
  since: string;
  institution_overall_success_rate: number;
  environment: "sandbox" | "production";
};
export type CheckReportCheckReportReadyWebhook = {
  webhook_type: "CHECK_REPORT";
  webhook_code: "CHECK_REPORT_READY";
  user_id: string;
  successful_products: string[];
  failed_products: string[];
  item_ids: string[];
  environment: "sandbox" | "production";
};
export type CheckReportCheckReportFailedWebhook = {
  webhook_type: "CHECK_REPORT";
  webhook_code: "CHECK_REPORT_FAILED";
  user_id: string;
  item_ids: string[];
  environment: "sandbox" | "production";
};
export type CheckReportUserCheckReportReadyWebhook = {
  webhook_type: "CHECK_REPORT";
  webhook_code: "USER_CHECK_REPORT_READY";
  user_id: string;
  successful_products: string[];
  failed_products: string[];
  item_ids: string[];
  environment: "sandbox" | "production";
};
export type CheckReportUserCheckReportFailedWebhook = {
  webhook_type: "CHECK_REPORT";
  webhook_code: "USER_CHECK_REPORT_FAILED";
  user_id: string;
  item_ids: string[];
  environment: "sandbox" | "production";
};
export type CashFlowUpdatesInsightsUpdatedWebhook = {
  webhook_type: "CASH_FLOW_UPDATES";
  webhook_code: "INSIGHTS_UPDATED";
  user_id: string;
  status: "AVAILABLE";
  environment: "sandbox" | "production";
};
export type CashFlowUpdatesLargeDepositDetectedWebhook = {
  webhook_type: "CASH_FLOW_UPDATES";
  webhook_code: "LARGE_DEPOSIT_DETECTED";
  user_id: string;
  status: "AVAILABLE";
  environment: "sandbox" | "production";
};
export type CashFlowUpdatesLowBalanceDetectedWebhook = {
  webhook_type: "CASH_FLOW_UPDATES";
  webhook_code: "LOW_BALANCE_DETECTED";
  user_id: string;
  status: "AVAILABLE";
  environment: "sandbox" | "production";
};
export type CashFlowUpdatesNewLoanPaymentDetectedWebhook = {
  webhook_type: "CASH_FLOW_UPDATES";
  webhook_code: "NEW_LOAN_PAYMENT_DETECTED";
  user_id: string;
  status: "AVAILABLE";
  environment: "sandbox" | "production";
};
export type CashFlowUpdatesNsfOverdraftDetectedWebhook = {
  webhook_type: "CASH_FLOW_UPDATES";
  webhook_code: "NSF_OVERDRAFT_DETECTED";
  user_id: string;
  status: "AVAILABLE";
  environment: "sandbox" | "production";
};
export type CashFlowUpdatesCashFlowInsightsUpdatedWebhook = {
  webhook_type: "CASH_FLOW_UPDATES";
  webhook_code: "CASH_FLOW_INSIGHTS_UPDATED";
  user_id: string;
  status: "AVAILABLE";
  insights: Array<
    | "LARGE_DEPOSIT_DETECTED"
    | "LOW_BALANCE_DETECTED"
    | "NEW_LOAN_PAYMENT_DETECTED"
    | "NSF_OVERDRAFT_DETECTED"
  >;
  environment: "sandbox" | "production";
};
