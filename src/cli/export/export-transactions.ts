import { dayAt, monthsBefore, toDate } from "../../server/domain/calendar.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import { accessTokenFor } from "../access-token.ts";
import type { Context } from "../context.ts";
import { withExistingStore } from "../open-existing-store.ts";
import { callForFile, findServer } from "../running-server.ts";

/** How far back an Item's transactions go. */
const MONTHS = 24;

type Options = {
  data: string;
  format: string;
  from: string | undefined;
  to: string | undefined;
  accounts: readonly string[];
  item: string;
};

/** Streams the file of a running server to the output. */
export const exportTransactions = async (
  { data, format, from, to, accounts, item }: Options,
  { variables, clock, file: write }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  if (item !== "" && settings.environment !== "sandbox")
    throw new SettingsError("--item is for the sandbox alone", {
      advice: "put the Item's access_token into the variable ACCESS_TOKEN",
    });
  const { server, accessToken } = await withExistingStore(settings, async (store) => {
    const server = await findServer(settings, store, clock());
    const owner = { settings, store, clientId: server.clientId };
    return { server, accessToken: await accessTokenFor(item, variables.ACCESS_TOKEN, owner) };
  });
  const today = dayAt(clock());
  const file = callForFile(server, "/transactions/export", {
    access_token: accessToken,
    format,
    start_date: from ?? toDate(monthsBefore(today, MONTHS)),
    end_date: to ?? toDate(today),
    ...(accounts.length > 0 ? { options: { account_ids: accounts } } : {}),
  });
  const decoder = new TextDecoder();
  for await (const bytes of file) write(decoder.decode(bytes, { stream: true }));
};
