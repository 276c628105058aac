import { randomBytes } from "node:crypto";
import {
  ERASURE_START,
  eraseClientJob,
  eraseRemovedClient,
} from "../../server/domain/clients/erase-client.ts";
import type { Store } from "../../server/domain/store.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { showProgress } from "../institutions/progress.ts";
import { operator } from "../operator.ts";
import { noClient, requireClient, withClientStore } from "./client-store.ts";

type Options = { data: string; withItems: boolean; yes: boolean };

/** A server resumes an erasure this long after the command was killed. */
const TAKEOVER_MS = 60_000;

/**
 * Removes a client and erases its data, after the operator types the client_id again. Also resumes
 * an interrupted erasure.
 */
export const removeClient = (
  id: string,
  { data, withItems, yes }: Options,
  context: Context,
): Promise<void> => {
  const { variables, out, prompt, clock } = context;
  return withClientStore(data, variables, async (store) => {
    if ((await store.clients.removed()).includes(id)) {
      return erase({ id, live: 0 }, store, context);
    }
    await requireClient(id, store);
    const all = await store.clients.all();
    const previous = all.find(({ client }) => client.clientId === id)?.liveItems ?? 0;
    if (previous > 0 && !withItems) throw hasItems(id, previous);
    if (!yes) await confirmRemoval(id, previous, prompt);
    const services = { clock, random: randomBytes };
    const jobs = [eraseClientJob(services, id, ERASURE_START, TAKEOVER_MS)];
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
    await erase({ id, live: liveItems }, store, context);
    out(`${id} removed, with ${count(liveItems)}\n`);
  });
};

/**
 * Erases a removed client and shows the progress. `live` is the number of Items before the removal.
 */
async function erase(
  { id, live }: { id: string; live: number },
  store: Store,
  { clock, err }: Context,
): Promise<void> {
  const progress = showProgress(err);
  let erased = 0;
  await eraseRemovedClient({ store, clock, random: randomBytes }, id, {
    onBatch: ({ items }) => {
      erased = items;
      progress.at(`Erasing ${id}, ${items} Items so far`, items / Math.max(live, 1));
    },
  });
  progress.done(`${id} is erased, with ${erased} ${erased === 1 ? "Item" : "Items"}`);
  await store.eraseDeletedRows();
}

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
