import { MAX_FILE_LENGTH } from "../../protocol/link/bridge.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * Loads an endpoint on first use: schemas take time and memory, and most servers never call most
 * paths.
 */
type LoadEndpoint = () => Promise<Endpoint>;

/** Every path of the API. */
export const endpoints: Readonly<Record<string, LoadEndpoint>> = {
  "/link/token/create": async () =>
    (await import("./linking/create-link-token.ts")).createLinkToken,
  "/link/token/get": async () => (await import("./linking/get-link-token.ts")).getLinkToken,
  "/item/public_token/exchange": async () =>
    (await import("./linking/exchange-public-token.ts")).exchangePublicToken,
  "/item/public_token/create": async () =>
    (await import("./linking/create-public-token.ts")).createPublicToken,
  "/item/import": async () => (await import("./items/import-item.ts")).importItem,
  "/item/files/add": async () => (await import("./items/add-file.ts")).addFile,
  "/accounts/get": async () => (await import("./items/get-accounts.ts")).getAccounts,
  "/item/get": async () => (await import("./items/get-item.ts")).getItem,
  "/consent/events/get": async () =>
    (await import("./items/get-consent-events.ts")).getConsentEvents,
  "/consent/reconfirm": async () =>
    (await import("./items/reconfirm-consent.ts")).reconfirmItemConsent,
  "/item/activity/list": async () => (await import("./items/list-activity.ts")).listActivity,
  "/item/webhook/update": async () => (await import("./items/update-webhook.ts")).updateWebhook,
  "/item/access_token/invalidate": async () =>
    (await import("./items/invalidate-access-token.ts")).invalidateAccessToken,
  "/item/remove": async () => (await import("./items/remove-item.ts")).removeItem,
  "/item/products/terminate": async () =>
    (await import("./items/terminate-item-products.ts")).terminateItemProducts,
  "/auth/get": async () => (await import("./products/get-auth.ts")).getAuth,
  "/transactions/enrich": async () =>
    (await import("./products/enrich-transactions.ts")).enrichTransactions,
  "/transactions/get": async () => (await import("./products/get-transactions.ts")).getTransactions,
  "/transactions/sync": async () =>
    (await import("./products/sync-transactions.ts")).syncTransactions,
  "/transactions/refresh": async () =>
    (await import("./products/refresh-transactions.ts")).refreshTransactions,
  "/transactions/recurring/get": async () =>
    (await import("./products/get-recurring-transactions.ts")).getRecurringTransactions,
  "/transactions/export": async () =>
    (await import("./products/export-transactions.ts")).exportTransactions,
  "/investments/holdings/get": async () =>
    (await import("./products/get-investments.ts")).getHoldings,
  "/investments/transactions/get": async () =>
    (await import("./products/get-investments.ts")).getInvestmentTransactions,
  "/investments/refresh": async () =>
    (await import("./products/refresh-investments.ts")).refreshInvestments,
  "/identity/get": async () => (await import("./products/get-identity.ts")).getIdentity,
  "/identity/match": async () => (await import("./products/match-identity.ts")).matchItemIdentity,
  "/identity/refresh": async () => (await import("./products/refresh-identity.ts")).refreshIdentity,
  "/liabilities/get": async () => (await import("./products/get-liabilities.ts")).getLiabilities,
  "/statements/list": async () => (await import("./products/get-statements.ts")).getStatements,
  "/statements/download": async () =>
    (await import("./products/download-statement.ts")).downloadStatement,
  "/statements/refresh": async () =>
    (await import("./products/refresh-statements.ts")).refreshStatements,
  "/income/get": async () => (await import("./products/get-income.ts")).getIncome,
  "/accounts/balance/get": async () => (await import("./products/get-balance.ts")).getBalance,
  "/asset_report/create": async () =>
    (await import("./asset-reports/create-asset-report.ts")).createAssetReport,
  "/asset_report/get": async () =>
    (await import("./asset-reports/get-asset-report.ts")).getAssetReport,
  "/asset_report/pdf/get": async () =>
    (await import("./asset-reports/get-asset-report-pdf.ts")).getAssetReportPdf,
  "/asset_report/refresh": async () =>
    (await import("./asset-reports/refresh-asset-report.ts")).refreshAssetReport,
  "/asset_report/filter": async () =>
    (await import("./asset-reports/filter-asset-report.ts")).filterAssetReport,
  "/asset_report/remove": async () =>
    (await import("./asset-reports/remove-asset-report.ts")).removeAssetReport,
  "/asset_report/audit_copy/create": async () =>
    (await import("./asset-reports/create-audit-copy.ts")).createAuditCopy,
  "/asset_report/audit_copy/get": async () =>
    (await import("./asset-reports/get-audit-copy.ts")).getAuditCopy,
  "/asset_report/audit_copy/remove": async () =>
    (await import("./asset-reports/remove-audit-copy.ts")).removeAuditCopy,
  "/categories/get": async () => (await import("./categories/get-categories.ts")).getCategories,
  "/institutions/get": async () =>
    (await import("./institutions/get-institutions.ts")).getInstitutions,
  "/institutions/get_by_id": async () =>
    (await import("./institutions/get-institution-by-id.ts")).getInstitutionById,
  "/institutions/search": async () =>
    (await import("./institutions/search-institutions.ts")).searchInstitutions,
  "/user/create": async () => (await import("./users/create-user.ts")).createUser,
  "/user/get": async () => (await import("./users/get-user.ts")).getUser,
  "/user/items/get": async () => (await import("./users/get-user-items.ts")).getUserItems,
  "/user/items/remove": async () => (await import("./users/remove-user-items.ts")).removeUserItems,
  "/user/update": async () => (await import("./users/update-user.ts")).updateUser,
  "/user/remove": async () => (await import("./users/remove-user.ts")).removeUser,
  "/user/products/terminate": async () =>
    (await import("./users/terminate-user-products.ts")).terminateUserProducts,
  "/cra/check_report/create": async () =>
    (await import("./consumer-reports/create-check-report.ts")).createCheckReport,
  "/cra/check_report/base_report/get": async () =>
    (await import("./consumer-reports/get-base-report.ts")).getBaseReport,
  "/cra/check_report/income_insights/get": async () =>
    (await import("./consumer-reports/get-income-insights.ts")).getIncomeInsights,
  "/cra/check_report/network_insights/get": async () =>
    (await import("./consumer-reports/get-network-insights.ts")).getNetworkInsights,
  "/cra/check_report/cashflow_insights/get": async () =>
    (await import("./consumer-reports/get-cash-flow-insights.ts")).getCashFlowInsights,
  "/cra/check_report/pdf/get": async () =>
    (await import("./consumer-reports/get-check-report-pdf.ts")).getCheckReportPdf,
  "/cra/monitoring_insights/get": async () =>
    (await import("./consumer-reports/get-monitoring-insights.ts")).getMonitoringInsights,
  "/cra/monitoring_insights/subscribe": async () =>
    (await import("./consumer-reports/subscribe-cash-flow.ts")).subscribeCashFlow,
  "/cra/monitoring_insights/unsubscribe": async () =>
    (await import("./consumer-reports/subscribe-cash-flow.ts")).unsubscribeCashFlow,
  "/items/transactions/notify": async () =>
    (await import("./notifications/notify-transactions.ts")).notifyTransactions,
  "/items/accounts/notify": async () =>
    (await import("./notifications/notify-accounts.ts")).notifyAccounts,
  "/processor/token/create": async () =>
    (await import("./processors/create-processor-token.ts")).createProcessorToken,
  "/processor/token/permissions/set": async () =>
    (await import("./processors/processor-permissions.ts")).setProcessorPermissions,
  "/processor/token/permissions/get": async () =>
    (await import("./processors/processor-permissions.ts")).getProcessorPermissions,
  "/processor/token/webhook/update": async () =>
    (await import("./processors/update-processor-webhook.ts")).updateProcessorWebhook,
  "/processor/account/get": async () =>
    (await import("./processors/get-processor-account.ts")).getProcessorAccount,
  "/processor/accounts/get": async () =>
    (await import("./processors/get-processor-account.ts")).getProcessorAccounts,
  "/processor/auth/get": async () =>
    (await import("./processors/get-processor-auth.ts")).getProcessorAuth,
  "/processor/balance/get": async () =>
    (await import("./processors/get-processor-balance.ts")).getProcessorBalance,
  "/processor/identity/get": async () =>
    (await import("./processors/get-processor-identity.ts")).getProcessorIdentity,
  "/processor/liabilities/get": async () =>
    (await import("./processors/get-processor-liabilities.ts")).getProcessorLiabilities,
  "/processor/identity/match": async () =>
    (await import("./processors/match-processor-identity.ts")).matchProcessorIdentity,
  "/processor/transactions/get": async () =>
    (await import("./processors/get-processor-transactions.ts")).getProcessorTransactions,
  "/processor/investments/holdings/get": async () =>
    (await import("./processors/get-processor-investments.ts")).getProcessorHoldings,
  "/processor/investments/transactions/get": async () =>
    (await import("./processors/get-processor-investments.ts")).getProcessorInvestmentTransactions,
  "/processor/transactions/sync": async () =>
    (await import("./processors/sync-processor-transactions.ts")).syncProcessorTransactions,
  "/processor/transactions/refresh": async () =>
    (await import("./processors/refresh-processor-transactions.ts")).refreshProcessorTransactions,
  "/processor/transactions/recurring/get": async () =>
    (await import("./processors/get-processor-recurring.ts")).getProcessorRecurring,
  "/webhook_verification_key/get": async () =>
    (await import("./webhooks/get-webhook-verification-key.ts")).getWebhookVerificationKey,
  "/sandbox/public_token/create": async () =>
    (await import("./sandbox/create-sandbox-public-token.ts")).createSandboxPublicToken,
  "/sandbox/processor_token/create": async () =>
    (await import("./sandbox/create-sandbox-processor-token.ts")).createSandboxProcessorToken,
  "/sandbox/transactions/create": async () =>
    (await import("./sandbox/create-sandbox-transactions.ts")).createSandboxTransactions,
  "/sandbox/item/reset_login": async () =>
    (await import("./sandbox/reset-item-login.ts")).resetItemLogin,
  "/sandbox/user/reset_login": async () =>
    (await import("./sandbox/reset-user-login.ts")).resetUserLogin,
  "/sandbox/item/fire_webhook": async () =>
    (await import("./sandbox/fire-item-webhook.ts")).fireItemWebhook,
  "/sandbox/item/close_account": async () =>
    (await import("./sandbox/close-item-account.ts")).closeItemAccount,
  "/sandbox/item/set_verification_status": async () =>
    (await import("./sandbox/set-verification-status.ts")).setVerificationStatus,
  "/sandbox/cra/cashflow_updates/update": async () =>
    (await import("./sandbox/update-cash-flow.ts")).updateCashFlow,
};

/** The maximum size of a body in bytes, at paths with larger bodies than usual. */
export const BODY_LIMITS: Readonly<Record<string, number>> = {
  "/item/files/add": MAX_FILE_LENGTH + 64 * 1024,
  "/items/transactions/notify": 1024 * 1024,
  "/items/accounts/notify": 4 * 1024 * 1024,
};

export const loadEndpoints = (): Promise<Endpoint[]> =>
  Promise.all(Object.values(endpoints).map((load) => load()));
