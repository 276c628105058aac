import { z } from "zod";
import { ACCOUNT_SELECTIONS } from "../../../protocol/vocabulary.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { VERSIONS } from "../../versions/index.ts";
import { settingsCall } from "./change.ts";

/** Sets the version of webhooks, and of requests without a Service-Version header. */
export const changeVersion = settingsCall({
  path: "/dashboard/api/version",
  role: "developer",
  request: z.strictObject({ version: z.enum(VERSIONS) }),
  action: "client.set_default_version",
  details: ({ version }, before) => changedFields({ version: before.defaultVersion }, { version }),
  run: ({ version }, { clientId }, { store }) => store.clients.setDefaultVersion(clientId, version),
});

/** Sets whether pages may open Link with the public key. */
export const switchPublicKey = settingsCall({
  path: "/dashboard/api/public-key",
  role: "admin",
  request: z.strictObject({ enabled: z.boolean() }),
  action: "client.set_public_key",
  details: ({ enabled }, before) =>
    changedFields({ enabled: before.publicKeyEnabled }, { enabled }),
  run: ({ enabled }, { clientId }, { store }) =>
    store.clients.setPublicKeyEnabled(clientId, enabled),
});

/** Sets whether users select accounts in sessions without that setting. */
export const changeAccountSelection = settingsCall({
  path: "/dashboard/api/account-selection",
  role: "developer",
  request: z.strictObject({ selection: z.enum(ACCOUNT_SELECTIONS) }),
  action: "client.set_account_selection",
  details: ({ selection }, before) =>
    changedFields({ selection: before.accountSelection }, { selection }),
  run: ({ selection }, { clientId }, { store }) =>
    store.clients.setAccountSelection(clientId, selection),
});
