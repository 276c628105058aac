import { randomBytes } from "node:crypto";
import { z } from "zod";
import { digest } from "../../server/domain/identifiers.ts";
import type { Store } from "../../server/domain/store.ts";
import { openVault, readMasterKeys } from "../../server/host/data-folder/master-key.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { withExistingStore } from "../open-existing-store.ts";
import { callServer, findServer } from "../running-server.ts";
import { SCENARIOS } from "./scenarios.ts";

type Options = { data: string; item: string };

const ItemResponse = z.object({
  item: z.object({ item_id: z.string(), webhook: z.string().nullable() }),
});

/** The list of scenarios, as text. */
export const listScenarios = (): string => {
  const names = Object.keys(SCENARIOS);
  const width = Math.max(...names.map((name) => name.length));
  const rows = Object.entries(SCENARIOS).map(
    ([name, { sentence }]) => `  ${name.padEnd(width)}  ${sentence}.\n`,
  );
  return `${rows.join("")}\nCall one like: service-link trigger ${names[0]} --item <item_id>\n`;
};

/** Makes a scenario happen on the running server, and prints what happened and which webhook follows. */
export const triggerScenario = async (
  name: string,
  { data, item }: Options,
  { variables, clock, out }: Context,
): Promise<void> => {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario)
    throw new SettingsError(
      `there is no scenario ${name}, but ${Object.keys(SCENARIOS).join(", ")}`,
    );
  const settings = readSettings({ data }, variables);
  if (settings.environment !== "sandbox")
    throw new SettingsError(`scenarios are for the sandbox alone, not for ${settings.environment}`);
  const { server, accessToken } = await withExistingStore(settings, async (store) => {
    const server = await findServer(settings, store, clock());
    const owner = { settings, store, clientId: server.clientId };
    return { server, accessToken: await accessTokenFor(item, variables.ACCESS_TOKEN, owner) };
  });
  const call = (path: string, fields: object = {}) =>
    callServer(server, path, { access_token: accessToken, ...fields });
  const { item_id, webhook } = ItemResponse.parse(await call("/item/get")).item;
  const isNew = await scenario.run({ call, now: clock() });
  out(`${scenario.sentence} (${item_id}).\n`);
  if (!isNew) out("It had happened before: no webhook follows.\n");
  else if (webhook === null)
    out("No webhook follows: the Item has none; give it one with /item/webhook/update.\n");
  else
    out(
      `Webhook to ${new URL(webhook).origin}: ${scenario.webhooks.join(", ")}.\n` +
        "See it with: npx service-link webhooks list\n",
    );
};

type Owner = { settings: Settings; store: Store; clientId: string };

/** Returns the access token of the Item that a command names. It is derived from the item_id and the master key. */
async function accessTokenFor(
  itemId: string,
  variable: string | undefined,
  { settings, store, clientId }: Owner,
): Promise<string> {
  if (itemId.startsWith("access-"))
    throw new SettingsError("--item takes an item_id, not an access_token", {
      advice: "others can read a command line; put the token into the variable ACCESS_TOKEN",
    });
  if (itemId === "") {
    if (variable) return variable;
    throw new SettingsError("the Item is missing", {
      advice: "name it with --item <item_id>, or put its access_token into ACCESS_TOKEN",
    });
  }
  const item = await store.items.byItemId(itemId);
  if (item?.clientId !== clientId || item.removedAt !== null)
    throw new SettingsError(`${clientId} has no Item ${itemId} in ${settings.dataFolder}`, {
      advice: "/item/get and the Dashboard show an Item's item_id",
    });
  const vault = await openVault(store, readMasterKeys(settings, randomBytes, false), settings);
  const token = vault
    .accessTokens(settings.environment, itemId, item.accessTokenGeneration)
    .find((each) => digest(each) === item.accessTokenDigest);
  if (token === undefined)
    throw new SettingsError("the master key is not the one that this Item was made under");
  return token;
}
