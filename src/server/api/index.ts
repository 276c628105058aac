import type { Endpoint } from "./endpoint.ts";
import { getInstitutionById } from "./institutions/get-institution-by-id.ts";
import { getInstitutions } from "./institutions/get-institutions.ts";
import { searchInstitutions } from "./institutions/search-institutions.ts";
import { getAccounts } from "./items/get-accounts.ts";
import { getItem } from "./items/get-item.ts";
import { invalidateAccessToken } from "./items/invalidate-access-token.ts";
import { removeItem } from "./items/remove-item.ts";
import { updateWebhook } from "./items/update-webhook.ts";
import { createLinkToken } from "./linking/create-link-token.ts";
import { createPublicToken } from "./linking/create-public-token.ts";
import { exchangePublicToken } from "./linking/exchange-public-token.ts";
import { getLinkToken } from "./linking/get-link-token.ts";
import { getAuth } from "./products/get-auth.ts";
import { createSandboxPublicToken } from "./sandbox/create-sandbox-public-token.ts";

/** Every path of the API. */
export const endpoints: readonly Endpoint[] = [
  createLinkToken,
  getLinkToken,
  exchangePublicToken,
  createPublicToken,
  getAccounts,
  getItem,
  updateWebhook,
  invalidateAccessToken,
  removeItem,
  getAuth,
  getInstitutions,
  getInstitutionById,
  searchInstitutions,
  createSandboxPublicToken,
];
