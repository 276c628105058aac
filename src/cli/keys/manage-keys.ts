import { randomBytes } from "node:crypto";
import type { AuditAction, AuditRecord } from "../../server/domain/audit/audit-entry.ts";
import type { Client } from "../../server/domain/clients/client.ts";
import { MAX_ORIGINS } from "../../server/domain/clients/origin.ts";
import { MAX_REDIRECT_URIS } from "../../server/domain/clients/redirect-uri.ts";
import type { Store } from "../../server/domain/store.ts";
import { type Keys, requireClientKeys } from "../../server/host/data-folder/client-keys.ts";
import { openVault, readMasterKeys } from "../../server/host/data-folder/master-key.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { rotateWebhookKey } from "../../server/webhooks/signature.ts";
import {
  envLines,
  parseInstitutions,
  parseRedirectUri,
  parseSelection,
  parseSwitch,
  parseVersion,
  requireOrigin,
} from "../clients/client-options.ts";
import type { Context } from "../context.ts";
import { withExistingStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";

type Options = {
  data: string;
  client: string | undefined;
  env: boolean;
  allowOrigin: readonly string[];
  removeOrigin: readonly string[];
  allowRedirectUri: readonly string[];
  removeRedirectUri: readonly string[];
  partner: string | undefined;
  productionAccess: string | undefined;
  institutions: string | undefined;
  legacyUserApi: string | undefined;
  grants: string | undefined;
  reminders: string | undefined;
  selectAccount: string | undefined;
  defaultVersion: string | undefined;
  rotateWebhookKey: boolean;
};

/** The changes to a client. */
type Changes = ReturnType<typeof changesOf>;

/**
 * Shows the client's keys and settings, or changes them: the origins, the users' choice of
 * accounts, the default version, or the webhook signing key. A running server sees the change
 * within a second.
 */
export const manageKeys = async (
  options: Options,
  { variables, out, clock }: Context,
): Promise<void> => {
  const settings = settingsFor(options.client, readSettings({ data: options.data }, variables));
  const changes = changesOf(options);
  await withExistingStore(settings, async (store) => {
    const { client, keys } = await requireClientKeys(settings, store, clock());
    const others = (await store.clients.all()).length - 1;
    if (others > 0 && isChange(changes) && settings.keys.clientId === undefined)
      throw new SettingsError(`there are ${others + 1} clients in ${settings.dataFolder}`, {
        advice: "say which one with --client ID; npx service-link clients list shows them",
      });
    await store.transact((transaction) =>
      applyChanges(client.clientId, changes, transaction, clock),
    );
    const kid = options.rotateWebhookKey ? await rotateKey(store, settings, clock) : null;
    if (options.env) {
      const { clientId: client_id, publicKey: public_key } = client;
      return out(envLines({ client_id, public_key, ...keys }));
    }
    const { allowedOrigins } = (await store.clients.byClientId(client.clientId)) ?? client;
    const updated = { ...client, ...newSettings(changes), allowedOrigins };
    const redirectUris = await store.redirectUris.of(client.clientId);
    const hasReminders = (await store.alerts.of(client.clientId))?.remindUsers ?? false;
    const isSandbox = settings.environment === "sandbox";
    out(keysPage(updated, { keys, kid, others, redirectUris, hasReminders, isSandbox }));
  });
};

/** The settings of a command about one client. Keys of other clients are ignored. */
function settingsFor(clientId: string | undefined, settings: Settings): Settings {
  if (clientId === undefined || clientId === settings.keys.clientId) return settings;
  return { ...settings, keys: { clientId } };
}

const changesOf = (options: Options) => ({
  partner: parseSwitch("partner", options.partner),
  productionAccess: parseSwitch("production-access", options.productionAccess),
  institutions: parseInstitutions(options.institutions),
  legacyUserApi: parseSwitch("legacy-user-api", options.legacyUserApi),
  grantsAllowed: parseSwitch("grants", options.grants),
  reminders: parseSwitch("reminders", options.reminders),
  added: options.allowOrigin.map(requireOrigin),
  removed: options.removeOrigin.map(requireOrigin),
  addedUris: options.allowRedirectUri.map(parseRedirectUri),
  removedUris: options.removeRedirectUri,
  accountSelection: parseSelection(options.selectAccount),
  defaultVersion: parseVersion(options.defaultVersion),
});

const isChange = ({ added, removed, addedUris, removedUris, ...settings }: Changes): boolean =>
  [added, removed, addedUris, removedUris].some(({ length }) => length > 0) ||
  Object.values(settings).some((value) => value != null);

/** Makes and logs all changes, or none. */
async function applyChanges(
  id: string,
  changes: Changes,
  { alerts, clients, redirectUris, audit }: Store,
  clock: () => number,
): Promise<void> {
  const log = (action: AuditAction, details: AuditRecord["details"] = {}) =>
    audit.append({ at: clock(), actor: operator(), action, subject: id, details });
  const { partner, institutions, legacyUserApi, grantsAllowed, added, removed } = changes;
  const { accountSelection, defaultVersion, productionAccess, addedUris, removedUris } = changes;
  if (accountSelection !== undefined) {
    await clients.setAccountSelection(id, accountSelection);
    await log("client.set_account_selection", { to: accountSelection });
  }
  if (defaultVersion !== undefined) {
    await clients.setDefaultVersion(id, defaultVersion);
    await log("client.set_default_version", { to: defaultVersion });
  }
  for (const origin of removed) {
    await clients.disallowOrigin(id, origin);
    await log("client.disallow_origin", { origin });
  }
  for (const origin of added.filter((each) => !removed.includes(each))) {
    if (!(await clients.allowOrigin(id, origin, MAX_ORIGINS)))
      throw new SettingsError(
        `${origin} was not added: a client has at most ${MAX_ORIGINS} origins; remove one with --remove-origin`,
      );
    await log("client.allow_origin", { origin });
  }
  for (const uri of removedUris) {
    await redirectUris.disallow(id, uri);
    await log("client.disallow_redirect_uri", { uri });
  }
  for (const uri of addedUris.filter((uri) => !removedUris.includes(uri))) {
    if (!(await redirectUris.allow(id, uri, MAX_REDIRECT_URIS)))
      throw new SettingsError(
        `${uri} was not added: a client has at most ${MAX_REDIRECT_URIS} redirect URIs; remove one with --remove-redirect-uri`,
      );
    await log("client.allow_redirect_uri", { uri });
  }
  if (partner !== null) {
    await clients.setPartner(id, partner);
    await log("client.set_partner", { to: partner });
  }
  if (productionAccess !== null) {
    await clients.setProductionAccess(id, accessOf(productionAccess));
    await log(productionAccess ? "client.grant_production" : "client.withdraw_production");
  }
  if (institutions !== undefined) {
    await clients.setInstitutions(id, institutions);
    await log("client.set_institutions", { to: institutions });
  }
  if (legacyUserApi !== null) {
    await clients.setLegacyUserApi(id, legacyUserApi);
    await log("client.set_legacy_user_api", { to: legacyUserApi });
  }
  if (grantsAllowed !== null) {
    await clients.setGrantsAllowed(id, grantsAllowed, clock());
    await log("client.set_grants", { to: grantsAllowed });
  }
  if (changes.reminders !== null) {
    const alert = (await alerts.of(id)) ?? { webhook: null, email: null, mailUsers: false };
    await alerts.set({ ...alert, clientId: id, remindUsers: changes.reminders });
    await log("client.set_alert", { remind_users: changes.reminders });
  }
}

/** Creates a new signing key for webhooks. Returns its id. */
const rotateKey = async (
  store: Store,
  settings: Settings,
  clock: () => number,
): Promise<string> => {
  const keys = readMasterKeys(settings, randomBytes, false);
  const vault = await openVault(store, keys, settings);
  return store.transact(async (transaction) => {
    const kid = await rotateWebhookKey({
      store: transaction,
      vault,
      wallClock: clock,
      random: randomBytes,
    });
    const record = { action: "webhook_key.rotate", subject: kid } as const;
    await transaction.audit.append({ at: clock(), actor: operator(), ...record });
    return kid;
  });
};

const newSettings = ({
  partner,
  productionAccess,
  institutions,
  legacyUserApi,
  grantsAllowed,
  accountSelection,
  defaultVersion,
}: Changes): Partial<Client> => ({
  ...(partner !== null && { partner }),
  ...(productionAccess !== null && { productionAccess: accessOf(productionAccess) }),
  ...(institutions !== undefined && { institutions }),
  ...(legacyUserApi !== null && { legacyUserApi }),
  ...(grantsAllowed !== null && { grantsAllowed }),
  ...(accountSelection !== undefined && { accountSelection }),
  ...(defaultVersion !== undefined && { defaultVersion }),
});

const accessOf = (isOn: boolean): Client["productionAccess"] => ({
  state: isOn ? "granted" : "none",
});

type KeysDetails = {
  keys: Keys | null;
  kid: string | null;
  others: number;
  redirectUris: string[];
  hasReminders: boolean;
  isSandbox: boolean;
};

/** Returns a client's keys and settings for a terminal. */
const keysPage = (
  client: Client,
  { keys, kid, others, redirectUris, hasReminders, isSandbox }: KeysDetails,
): string =>
  [
    `client_id   ${client.clientId}`,
    `secret      ${keys?.secret ?? "not on this machine: only its digest is kept"}`,
    `public_key  ${client.publicKey}`,
    `origins     ${client.allowedOrigins.join(", ") || "none registered"}${
      isSandbox ? " (and any on this machine)" : ""
    }`,
    `redirects   ${redirectUris.join(", ") || "none registered"}${
      isSandbox ? " (and any on this machine)" : ""
    }`,
    `partner     ${client.partner ? "yes: it may use processor tokens" : "no"}`,
    `production  ${client.productionAccess.state === "granted" ? "granted" : "no access"}`,
    `acts for    ${client.institutions.join(", ") || "no institution"}`,
    `users       ${client.legacyUserApi ? "by the legacy user API" : "by the new user API"}`,
    `grants      ${client.grantsAllowed ? "allowed" : "forbidden"}`,
    `reminders   ${hasReminders ? "on" : "off"}`,
    `selection   ${client.accountSelection}`,
    `version     ${client.defaultVersion}`,
    ...(kid === null ? [] : [`webhooks    are signed with the new key ${kid} from now on`]),
    ...(others > 0 ? [`            and ${others} more: npx service-link clients list`] : []),
    "",
  ].join("\n");
