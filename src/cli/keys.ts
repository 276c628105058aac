import { randomBytes } from "node:crypto";
import {
  existingClient,
  readMasterKey,
  requireEnvironment,
} from "../server/data-folder/key-files.ts";
import { MOST_ORIGINS } from "../server/domain/clients/origin.ts";
import { createVault } from "../server/domain/vault.ts";
import { commandOptions } from "../server/settings/command-options.ts";
import { readSettings, type Settings, SettingsError } from "../server/settings/settings.ts";
import { rotateWebhookKey } from "../server/webhooks/signature.ts";
import { originOf, selectionOf, switchOf, versionOf } from "./client-options.ts";
import { envLines } from "./env-lines.ts";
import { requireStore, withExistingStore } from "./open-existing-store.ts";

const OPTIONS = {
  data: { type: "string", default: "./data" },
  "allow-origin": { type: "string", multiple: true, default: [] as string[] },
  "remove-origin": { type: "string", multiple: true, default: [] as string[] },
  partner: { type: "string" },
  "select-account": { type: "string" },
  "default-version": { type: "string" },
  "rotate-webhook-key": { type: "boolean", default: false },
  client: { type: "string" },
  env: { type: "boolean", default: false },
} as const;

/**
 * Shows the client's keys and settings; adds or removes an origin, says whether its users pick what
 * they share, which version it is answered in by default, or rotates the key that webhooks are signed
 * with. A running server sees it within a second.
 */
export const keys = async (
  args: string[],
  variables: Record<string, string | undefined>,
): Promise<void> => {
  const values = commandOptions(args, OPTIONS);
  const settings = settingsFor(values.client, readSettings(["--data", values.data], variables));
  const partner = switchOf("partner", values.partner);
  const added = values["allow-origin"].map(originOf);
  const removed = values["remove-origin"].map(originOf);
  const selection = selectionOf(values["select-account"]);
  const version = versionOf(values["default-version"]);
  requireStore(settings.dataFolder);
  requireEnvironment(settings);
  await withExistingStore(settings.dataFolder, async (store) => {
    const { client, keys: known } = await existingClient(settings, store);
    const others = (await store.clients.all()).length - 1;
    const isChange = added.length + removed.length > 0 || (partner ?? selection ?? version) != null;
    if (others > 0 && isChange && settings.keys.clientId === undefined)
      throw new SettingsError(`there are ${others + 1} clients in ${settings.dataFolder}`, {
        advice: "say which one with --client ID; npx service-link clients list shows them",
      });
    if (selection !== undefined)
      await store.clients.setAccountSelection(client.clientId, selection);
    if (version !== undefined) await store.clients.setDefaultVersion(client.clientId, version);
    for (const origin of removed) await store.clients.disallowOrigin(client.clientId, origin);
    for (const origin of added.filter((one) => !removed.includes(one)))
      if (!(await store.clients.allowOrigin(client.clientId, origin, MOST_ORIGINS)))
        throw new SettingsError(
          `${origin} was not added: a client has at most ${MOST_ORIGINS} origins; remove one with --remove-origin`,
        );
    const { allowedOrigins: origins } = (await store.clients.byClientId(client.clientId)) ?? client;
    if (partner !== null) await store.clients.setPartner(client.clientId, partner);
    const kid = values["rotate-webhook-key"]
      ? await rotateWebhookKey({
          store,
          vault: createVault(readMasterKey(settings, randomBytes, false), randomBytes),
          clock: Date.now,
          random: randomBytes,
        })
      : null;
    if (values.env) {
      const { clientId: client_id, publicKey: public_key } = client;
      return void process.stdout.write(envLines({ client_id, public_key, ...known }));
    }
    process.stdout.write(
      [
        `client_id   ${client.clientId}`,
        `secret      ${known?.secret ?? "not on this machine: only its digest is kept"}`,
        `public_key  ${client.publicKey}`,
        `origins     ${origins.join(", ") || "none registered"}${
          settings.environment === "sandbox" ? " (and any on this machine)" : ""
        }`,
        `partner     ${(partner ?? client.partner) ? "yes: it may use processor tokens" : "no"}`,
        `selection   ${selection ?? client.accountSelection}`,
        `version     ${version ?? client.defaultVersion}`,
        ...(kid === null ? [] : [`webhooks    are signed with the new key ${kid} from now on`]),
        ...(others > 0 ? [`            and ${others} more: npx service-link clients list`] : []),
        "",
      ].join("\n"),
    );
  });
};

/** The settings of a command about one client; the keys of another one are not its. */
function settingsFor(clientId: string | undefined, settings: Settings): Settings {
  if (clientId === undefined || clientId === settings.keys.clientId) return settings;
  return { ...settings, keys: { clientId } };
}
