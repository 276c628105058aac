import { z } from "zod";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import { accessTokenFor } from "../access-token.ts";
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

/** Triggers a scenario on the running server. Prints the event and the resulting webhook. */
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
