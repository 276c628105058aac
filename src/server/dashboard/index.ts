import { listAudit, showAudit, verifyAudit } from "./audit-log.ts";
import type { DashboardCall } from "./call.ts";
import { changeClient, createClient, listClients, removeClient } from "./clients/manage-clients.ts";
import { changeProduction, requestProduction } from "./clients/production-access.ts";
import { showExampleValues } from "./example-values.ts";
import { addAggregator, listAggregators, removeAggregator } from "./institutions/aggregators.ts";
import { showCheck, startCheck, stopCheck } from "./institutions/check.ts";
import {
  connectInstitution,
  disconnectInstitution,
  removeInstitution,
} from "./institutions/connect.ts";
import { importInstitutions, previewImport } from "./institutions/import.ts";
import { readIssuerMetadata } from "./institutions/read-issuer.ts";
import { setWays } from "./institutions/ways.ts";
import { exportItem } from "./items/export-item.ts";
import { listItemInstitutions, listItems } from "./items/list-items.ts";
import { openUpdateMode } from "./items/open-update-mode.ts";
import { refreshItem, setItemIds, showItem } from "./items/show-item.ts";
import { setAlert, showAlert } from "./overview/alert.ts";
import { countAttention } from "./overview/attention.ts";
import { listInstitutions } from "./overview/list-institutions.ts";
import { showProductionChecklist } from "./overview/production-checklist.ts";
import { showInstitution } from "./overview/show-institution.ts";
import { showOverview } from "./overview/show-overview.ts";
import { showUsage } from "./overview/show-usage.ts";
import {
  changeRole,
  invitePerson,
  listPeople,
  removeMember,
  withdrawInvitation,
} from "./people/manage-people.ts";
import { addPasskey, listPasskeys, removePasskey, startPasskey } from "./people/passkeys.ts";
import { listSessions, signOutSession } from "./people/sessions.ts";
import { search } from "./search.ts";
import { changeBrand } from "./settings/brand.ts";
import {
  changeAccountSelection,
  changeVersion,
  switchPublicKey,
} from "./settings/client-defaults.ts";
import { nameFirstClient } from "./settings/first-name.ts";
import { allowOrigin, disallowOrigin } from "./settings/origins.ts";
import { allowRedirectUri, disallowRedirectUri } from "./settings/redirect-uris.ts";
import { addSecret, changeSecret, endSecret, rotateSecret } from "./settings/secret.ts";
import { setServerBrand, showServerBrand } from "./settings/server-brand.ts";
import { showSession } from "./show-client.ts";
import { listLinkUses, showFunnel, showLinkUse } from "./traffic/link-usage.ts";
import { countRequestErrors, listRequests, showRequest } from "./traffic/requests.ts";
import { tryPath } from "./try-path.ts";
import { showInbox } from "./webhooks/inbox.ts";
import { replayFailed } from "./webhooks/replay-failed.ts";
import { sendExamples } from "./webhooks/send-examples.ts";
import { summarizeWebhooks } from "./webhooks/summary.ts";
import { listWebhooks, replayWebhook, showWebhook } from "./webhooks/webhooks.ts";

/** All calls of the Dashboard's session. */
export const dashboardCalls: readonly DashboardCall[] = [
  showSession,
  search,
  changeVersion,
  nameFirstClient,
  allowOrigin,
  disallowOrigin,
  changeBrand,
  showServerBrand,
  setServerBrand,
  allowRedirectUri,
  disallowRedirectUri,
  switchPublicKey,
  changeAccountSelection,
  addSecret,
  rotateSecret,
  changeSecret,
  endSecret,
  listClients,
  createClient,
  changeClient,
  removeClient,
  requestProduction,
  changeProduction,
  listItems,
  listItemInstitutions,
  showItem,
  exportItem,
  refreshItem,
  setItemIds,
  openUpdateMode,
  listWebhooks,
  showWebhook,
  replayWebhook,
  replayFailed,
  sendExamples,
  showInbox,
  summarizeWebhooks,
  listLinkUses,
  showLinkUse,
  showFunnel,
  showOverview,
  showProductionChecklist,
  countAttention,
  listRequests,
  countRequestErrors,
  showRequest,
  showUsage,
  listInstitutions,
  showInstitution,
  previewImport,
  importInstitutions,
  listAggregators,
  addAggregator,
  removeAggregator,
  setWays,
  readIssuerMetadata,
  connectInstitution,
  disconnectInstitution,
  removeInstitution,
  showCheck,
  startCheck,
  stopCheck,
  showAlert,
  setAlert,
  listPeople,
  invitePerson,
  withdrawInvitation,
  changeRole,
  removeMember,
  listSessions,
  signOutSession,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
  listAudit,
  showAudit,
  verifyAudit,
  tryPath,
  showExampleValues,
];
