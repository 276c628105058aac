import { randomBytes } from "node:crypto";
import { eraseJob } from "../../server/domain/items/erase-job.ts";
import { SettingsError } from "../../server/settings/settings.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";
import { noClient, requireClient, withClientStore } from "./client-store.ts";

type Options = { data: string; withItems: boolean; yes: boolean };

/** Forgets a client with all that is its, once its client_id is typed again. */
export const removeClient = (
  id: string,
  { data, withItems, yes }: Options,
  { variables, out, prompt, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store) => {
    await requireClient(id, store);
    const all = await store.clients.all();
    const before = all.find(({ client }) => client.clientId === id)?.liveItems ?? 0;
    if (before > 0 && !withItems) throw hasItems(id, before);
    if (!yes) await confirmRemoval(id, before, prompt);
    const jobs = [eraseJob({ clock, random: randomBytes })];
    const { removed, liveItems } = await store.transact(async ({ clients, audit }) => {
      const options = { onlyEmpty: !withItems, jobs, now: clock() };
      const answer = await clients.remove(id, options);
      if (answer.removed)
        await audit.append({
          at: clock(),
          actor: operator(),
          action: "client.remove",
          subject: id,
          details: { live_items: answer.liveItems },
        });
      return answer;
    });
    if (!removed) throw liveItems > 0 ? hasItems(id, liveItems) : noClient(id);
    await store.eraseDeletedRows();
    out(`${id} removed, with ${count(liveItems)}\n`);
  });

async function confirmRemoval(
  id: string,
  liveItems: number,
  prompt: Context["prompt"],
): Promise<void> {
  const answer = await prompt(
    `This forgets ${id} with its Items (${liveItems} live), Link sessions, consents, ` +
      "Asset Reports and webhooks.\nType its client_id to remove it: ",
  );
  if (answer?.trim() !== id)
    throw new SettingsError(`${id} stays, as it was not named`, {
      advice: "type its client_id when asked, or give --yes in a script",
    });
}

const hasItems = (id: string, liveItems: number) =>
  new SettingsError(`${id} has ${count(liveItems)}`, {
    advice: "remove those by /item/remove first, or forget them with it by --with-items",
  });

const count = (liveItems: number): string =>
  liveItems === 1 ? "1 live Item" : `${liveItems} live Items`;
