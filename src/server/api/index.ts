import { createAssetReport } from "./asset-reports/create-asset-report.ts";
import { createAuditCopy } from "./asset-reports/create-audit-copy.ts";
import { filterAssetReport } from "./asset-reports/filter-asset-report.ts";
import { getAssetReport } from "./asset-reports/get-asset-report.ts";
import { getAssetReportPdf } from "./asset-reports/get-asset-report-pdf.ts";
import { getAuditCopy } from "./asset-reports/get-audit-copy.ts";
import { refreshAssetReport } from "./asset-reports/refresh-asset-report.ts";
import { removeAssetReport } from "./asset-reports/remove-asset-report.ts";
import { removeAuditCopy } from "./asset-reports/remove-audit-copy.ts";
import { getCategories } from "./categories/get-categories.ts";
import { createCheckReport } from "./consumer-reports/create-check-report.ts";
import { getBaseReport } from "./consumer-reports/get-base-report.ts";
import { getCashFlowInsights } from "./consumer-reports/get-cash-flow-insights.ts";
import { getCheckReportPdf } from "./consumer-reports/get-check-report-pdf.ts";
import { getIncomeInsights } from "./consumer-reports/get-income-insights.ts";
import { getMonitoringInsights } from "./consumer-reports/get-monitoring-insights.ts";
import { getNetworkInsights } from "./consumer-reports/get-network-insights.ts";
import { subscribeCashFlow, unsubscribeCashFlow } from "./consumer-reports/subscribe-cash-flow.ts";
import type { Endpoint } from "./endpoint.ts";
import { getInstitutionById } from "./institutions/get-institution-by-id.ts";
import { getInstitutions } from "./institutions/get-institutions.ts";
import { searchInstitutions } from "./institutions/search-institutions.ts";
import { addFile } from "./items/add-file.ts";
import { getAccounts } from "./items/get-accounts.ts";
import { getConsentEvents } from "./items/get-consent-events.ts";
import { getItem } from "./items/get-item.ts";
import { importItem } from "./items/import-item.ts";
import { invalidateAccessToken } from "./items/invalidate-access-token.ts";
import { listActivity } from "./items/list-activity.ts";
import { removeItem } from "./items/remove-item.ts";
import { terminateItemProducts } from "./items/terminate-item-products.ts";
import { updateWebhook } from "./items/update-webhook.ts";
import { createLinkToken } from "./linking/create-link-token.ts";
import { createPublicToken } from "./linking/create-public-token.ts";
import { exchangePublicToken } from "./linking/exchange-public-token.ts";
import { getLinkToken } from "./linking/get-link-token.ts";
import { notifyAccounts } from "./notifications/notify-accounts.ts";
import { notifyTransactions } from "./notifications/notify-transactions.ts";
import { createProcessorToken } from "./processors/create-processor-token.ts";
import { getProcessorAccount, getProcessorAccounts } from "./processors/get-processor-account.ts";
import { getProcessorAuth } from "./processors/get-processor-auth.ts";
import { getProcessorBalance } from "./processors/get-processor-balance.ts";
import { getProcessorIdentity } from "./processors/get-processor-identity.ts";
import {
  getProcessorHoldings,
  getProcessorInvestmentTransactions,
} from "./processors/get-processor-investments.ts";
import { getProcessorLiabilities } from "./processors/get-processor-liabilities.ts";
import { getProcessorRecurring } from "./processors/get-processor-recurring.ts";
import { getProcessorTransactions } from "./processors/get-processor-transactions.ts";
import { matchProcessorIdentity } from "./processors/match-processor-identity.ts";
import {
  getProcessorPermissions,
  setProcessorPermissions,
} from "./processors/processor-permissions.ts";
import { refreshProcessorTransactions } from "./processors/refresh-processor-transactions.ts";
import { syncProcessorTransactions } from "./processors/sync-processor-transactions.ts";
import { updateProcessorWebhook } from "./processors/update-processor-webhook.ts";
import { downloadStatement } from "./products/download-statement.ts";
import { enrichTransactions } from "./products/enrich-transactions.ts";
import { exportTransactions } from "./products/export-transactions.ts";
import { getAuth } from "./products/get-auth.ts";
import { getBalance } from "./products/get-balance.ts";
import { getIdentity } from "./products/get-identity.ts";
import { getIncome } from "./products/get-income.ts";
import { getHoldings, getInvestmentTransactions } from "./products/get-investments.ts";
import { getLiabilities } from "./products/get-liabilities.ts";
import { getRecurringTransactions } from "./products/get-recurring-transactions.ts";
import { getStatements } from "./products/get-statements.ts";
import { getTransactions } from "./products/get-transactions.ts";
import { matchItemIdentity } from "./products/match-identity.ts";
import { refreshIdentity } from "./products/refresh-identity.ts";
import { refreshInvestments } from "./products/refresh-investments.ts";
import { refreshStatements } from "./products/refresh-statements.ts";
import { refreshTransactions } from "./products/refresh-transactions.ts";
import { syncTransactions } from "./products/sync-transactions.ts";
import { closeItemAccount } from "./sandbox/close-item-account.ts";
import { createSandboxProcessorToken } from "./sandbox/create-sandbox-processor-token.ts";
import { createSandboxPublicToken } from "./sandbox/create-sandbox-public-token.ts";
import { createSandboxTransactions } from "./sandbox/create-sandbox-transactions.ts";
import { fireItemWebhook } from "./sandbox/fire-item-webhook.ts";
import { resetItemLogin } from "./sandbox/reset-item-login.ts";
import { resetUserLogin } from "./sandbox/reset-user-login.ts";
import { setVerificationStatus } from "./sandbox/set-verification-status.ts";
import { updateCashFlow } from "./sandbox/update-cash-flow.ts";
import { createUser } from "./users/create-user.ts";
import { getUser } from "./users/get-user.ts";
import { getUserItems } from "./users/get-user-items.ts";
import { removeUser } from "./users/remove-user.ts";
import { removeUserItems } from "./users/remove-user-items.ts";
import { terminateUserProducts } from "./users/terminate-user-products.ts";
import { updateUser } from "./users/update-user.ts";
import { getWebhookVerificationKey } from "./webhooks/get-webhook-verification-key.ts";

/** Every path of the API. */
export const endpoints: readonly Endpoint[] = [
  createLinkToken,
  getLinkToken,
  exchangePublicToken,
  createPublicToken,
  importItem,
  addFile,
  getAccounts,
  getItem,
  getConsentEvents,
  listActivity,
  updateWebhook,
  invalidateAccessToken,
  removeItem,
  terminateItemProducts,
  getAuth,
  enrichTransactions,
  getTransactions,
  syncTransactions,
  refreshTransactions,
  getRecurringTransactions,
  exportTransactions,
  getHoldings,
  getInvestmentTransactions,
  refreshInvestments,
  getIdentity,
  matchItemIdentity,
  refreshIdentity,
  getLiabilities,
  getStatements,
  downloadStatement,
  refreshStatements,
  getIncome,
  getBalance,
  createAssetReport,
  getAssetReport,
  getAssetReportPdf,
  refreshAssetReport,
  filterAssetReport,
  removeAssetReport,
  createAuditCopy,
  getAuditCopy,
  removeAuditCopy,
  getCategories,
  getInstitutions,
  getInstitutionById,
  searchInstitutions,
  createUser,
  getUser,
  getUserItems,
  removeUserItems,
  updateUser,
  removeUser,
  terminateUserProducts,
  createCheckReport,
  getBaseReport,
  getIncomeInsights,
  getNetworkInsights,
  getCashFlowInsights,
  getCheckReportPdf,
  getMonitoringInsights,
  subscribeCashFlow,
  unsubscribeCashFlow,
  notifyTransactions,
  notifyAccounts,
  createProcessorToken,
  setProcessorPermissions,
  getProcessorPermissions,
  updateProcessorWebhook,
  getProcessorAccount,
  getProcessorAccounts,
  getProcessorAuth,
  getProcessorBalance,
  getProcessorIdentity,
  getProcessorLiabilities,
  matchProcessorIdentity,
  getProcessorTransactions,
  getProcessorHoldings,
  getProcessorInvestmentTransactions,
  syncProcessorTransactions,
  refreshProcessorTransactions,
  getProcessorRecurring,
  getWebhookVerificationKey,
  createSandboxPublicToken,
  createSandboxProcessorToken,
  createSandboxTransactions,
  resetItemLogin,
  resetUserLogin,
  fireItemWebhook,
  closeItemAccount,
  setVerificationStatus,
  updateCashFlow,
];
