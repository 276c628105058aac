import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ACCOUNT_SELECTIONS, type AccountSelection } from "../protocol/vocabulary.ts";
import { parseOrigin } from "./domain/origin.ts";
import { ensureClient, keepEnvironment, makeDataFolder } from "./key-files.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { sqlite } from "./store/sqlite.ts";
import { openStore } from "./store/store.ts";

/**
 * Shows the client's keys and settings; adds or removes an origin, or says whether its users pick what
 * they share. A running server sees it at once.
 */
export const keys = async (
  args: string[],
  variables: Record<string, string | undefined>,
): Promise<void> => {
  const { values } = parse(args);
  const settings = readSettings(["--data", values.data], variables);
  const added = values["allow-origin"].map(originOf);
  const removed = values["remove-origin"].map(originOf);
  const selection = selectionOf(values["select-account"]);
  makeDataFolder(settings.dataFolder);
  keepEnvironment(settings);
  const store = await openStore(sqlite(join(settings.dataFolder, "service-link.db")));
  try {
    const { client, keys: known } = await ensureClient(settings, {
      store,
      random: randomBytes,
      clock: Date.now,
    });
    const origins = [...new Set([...client.allowedOrigins, ...added])].filter(
      (origin) => !removed.includes(origin),
    );
    if (selection !== undefined)
      await store.clients.setAccountSelection(client.clientId, selection);
    if (added.length + removed.length > 0)
      await store.clients.setAllowedOrigins(client.clientId, origins);
    process.stdout.write(
      [
        `client_id   ${client.clientId}`,
        `secret      ${known?.secret ?? "not on this machine: only its digest is kept"}`,
        `public_key  ${client.publicKey}`,
        `origins     ${origins.join(", ") || "none registered"}${
          settings.environment === "sandbox" ? " (and any on this machine)" : ""
        }`,
        `selection   ${selection ?? client.accountSelection}`,
        "",
      ].join("\n"),
    );
  } finally {
    await store.close();
  }
};

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        data: { type: "string", default: "./data" },
        "allow-origin": { type: "string", multiple: true, default: [] },
        "remove-origin": { type: "string", multiple: true, default: [] },
        "select-account": { type: "string" },
      },
    });
  } catch (cause) {
    throw new SettingsError(cause instanceof Error ? cause.message : "wrong options", { cause });
  }
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

function originOf(text: string): string {
  const origin = parseOrigin(text);
  if (origin === null)
    throw new SettingsError(
      `${text} is not an origin; write it like https://shop.example, without a path`,
    );
  return origin;
}
