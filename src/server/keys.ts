import { randomBytes } from "node:crypto";
import { ACCOUNT_SELECTIONS, type AccountSelection } from "../protocol/vocabulary.ts";
import { commandOptions } from "./command-options.ts";
import { MOST_ORIGINS, parseOrigin } from "./domain/origin.ts";
import { createVault } from "./domain/vault.ts";
import { requireStore, withExistingStore } from "./existing-store.ts";
import { ensureClient, readMasterKey, requireEnvironment } from "./key-files.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { findVersion, VERSIONS } from "./versions/index.ts";
import { rotateWebhookKey } from "./webhooks/signature.ts";

const OPTIONS = {
  data: { type: "string", default: "./data" },
  "allow-origin": { type: "string", multiple: true, default: [] as string[] },
  "remove-origin": { type: "string", multiple: true, default: [] as string[] },
  partner: { type: "string" },
  "select-account": { type: "string" },
  "default-version": { type: "string" },
  "rotate-webhook-key": { type: "boolean", default: false },
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
  const settings = readSettings(["--data", values.data], variables);
  const partner = partnerOf(values.partner);
  const added = values["allow-origin"].map(originOf);
  const removed = values["remove-origin"].map(originOf);
  const selection = selectionOf(values["select-account"]);
  const version = versionOf(values["default-version"]);
  requireStore(settings.dataFolder);
  requireEnvironment(settings);
  await withExistingStore(settings.dataFolder, async (store) => {
    const { client, keys: known } = await ensureClient(settings, {
      store,
      random: randomBytes,
      clock: Date.now,
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
        "",
      ].join("\n"),
    );
  });
};

/** What `--partner` says; null where it was not given. */
function partnerOf(text: string | undefined): boolean | null {
  if (text === undefined) return null;
  if (text !== "on" && text !== "off")
    throw new SettingsError(`--partner must be on or off, not ${text}`);
  return text === "on";
}

function selectionOf(text: string | undefined): AccountSelection | undefined {
  if (text === undefined) return undefined;
  const selection = ACCOUNT_SELECTIONS.find((known) => known === text);
  if (!selection)
    throw new SettingsError(
      `--select-account must be one of ${ACCOUNT_SELECTIONS.join(", ")}, not ${text}`,
    );
  return selection;
}

function versionOf(text: string | undefined): string | undefined {
  if (text === undefined || findVersion(text) !== null) return text;
  throw new SettingsError(`--default-version must be one of ${VERSIONS.join(", ")}, not ${text}`);
}

function originOf(text: string): string {
  const origin = parseOrigin(text);
  if (origin === null)
    throw new SettingsError(
      `${text} is not an origin; write it like https://shop.example, without a path`,
    );
  return origin;
}
