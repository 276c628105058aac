import { randomBytes } from "node:crypto";
import { createOutboundHttp } from "../server/adapters/outbound-http.ts";
import { wait } from "../server/adapters/wait.ts";
import { readMasterKey, requireEnvironment } from "../server/data-folder/key-files.ts";
import type { Services } from "../server/domain/services.ts";
import { createVault } from "../server/domain/vault.ts";
import type { Delivery } from "../server/domain/webhooks/delivery.ts";
import { DELIVERY_JOB } from "../server/domain/webhooks/webhook.ts";
import { commandOptions } from "../server/settings/command-options.ts";
import { readSettings, SettingsError } from "../server/settings/settings.ts";
import { deliveryJob } from "../server/webhooks/delivery-job.ts";
import { bodyOf, requestOf } from "../server/webhooks/request-of.ts";
import { requireStore, withExistingStore } from "./open-existing-store.ts";
import { answerOf, attemptLine, deliveryDetails, deliveryList } from "./webhooks-report.ts";

const USAGE =
  "say what to do: webhooks list, webhooks show ID, webhooks replay ID, or webhooks tail";

/** How often `tail` looks, and how far back: a try is dated when it begins and written when it ends. */
const LOOK_EVERY_MS = 300;
const LOOK_BACK_MS = 60_000;

type Parts = Pick<Services, "store" | "vault" | "clock" | "random">;
type Terminal = { out: (text: string) => void; coloured: boolean; clock: () => number };

/** Shows what was told to applications and how they answered; sends it again; or goes along with it. */
export const webhooks = async (
  [action = "", ...args]: string[],
  variables: Record<string, string | undefined>,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<void> => {
  const [id = "", options] = args[0]?.startsWith("-") ? ["", args] : [args[0], args.slice(1)];
  const { data, count, forward } = commandOptions(options, {
    data: { type: "string", default: "./data" },
    count: { type: "string", default: "20" },
    forward: { type: "string" },
  });
  if (!/^[1-9]\d{0,3}$/.test(count))
    throw new SettingsError(`--count must be a number from 1 to 9999, not ${count}`);
  if (forward !== undefined && !URL.canParse(forward))
    throw new SettingsError(`--forward must be a URL, not ${forward}`);
  const settings = readSettings(["--data", data], variables);
  requireStore(data);
  requireEnvironment(settings);
  await withExistingStore(data, async (store) => {
    const vault = createVault(readMasterKey(settings, randomBytes, false), randomBytes);
    const parts: Parts = { store, vault, clock: terminal.clock, random: randomBytes };
    switch (action) {
      case "list":
        return await list(parts, terminal, Number(count));
      case "show":
        return await show(parts, terminal, await deliveryOf(id, parts));
      case "replay":
        return await replay(parts, terminal, await deliveryOf(id, parts));
      case "tail":
        return await tail(parts, terminal, forward, stop);
      default:
        throw new SettingsError(USAGE);
    }
  });
};

async function deliveryOf(id: string, { store }: Parts): Promise<Delivery> {
  if (id === "") throw new SettingsError(USAGE);
  const delivery = await store.deliveries.byId(id);
  if (!delivery) throw new SettingsError(`there is no webhook ${id}; webhooks list shows them`);
  return delivery;
}

async function list({ store }: Parts, { out, coloured }: Terminal, count: number): Promise<void> {
  const [told, queued] = [await store.deliveries.last(count), await store.jobs.count(DELIVERY_JOB)];
  out(deliveryList(told, queued, coloured));
}

async function show(parts: Parts, { out }: Terminal, delivery: Delivery): Promise<void> {
  const { body } = await bodyOf(delivery, parts);
  out(deliveryDetails(delivery, body, await parts.store.deliveries.attempts(delivery.deliveryId)));
}

async function replay(parts: Parts, { out, clock }: Terminal, delivery: Delivery): Promise<void> {
  if (delivery.state === "waiting")
    throw new SettingsError(`${delivery.deliveryId} is still being tried; nothing to replay`);
  const jobs = [deliveryJob(parts, delivery)];
  await parts.store.deliveries.replay(delivery.deliveryId, clock(), jobs);
  out(`${delivery.webhook} is sent again by the server, or as soon as one runs\n`);
}

/** Prints each try as it is made; with a URL to forward to, sends each webhook there once as well. */
async function tail(
  parts: Parts,
  { out, clock }: Terminal,
  forward: string | undefined,
  stop: AbortSignal,
): Promise<void> {
  // Whoever may read the store may also say where its webhooks are copied to.
  const outgoing = createOutboundHttp({ environment: "sandbox" });
  const { deliveries } = parts.store;
  const nameOf = (deliveryId: string, number: number) => `${deliveryId} ${number}`;
  const before = await deliveries.since(clock() - LOOK_BACK_MS);
  let seen = new Set(before.map(({ delivery, number }) => nameOf(delivery.deliveryId, number)));
  out(`Waiting for webhooks${forward === undefined ? "" : `, to forward to ${forward}`}\n`);
  while (!stop.aborted) {
    const tries = await deliveries.since(clock() - LOOK_BACK_MS);
    for (const { delivery, number, attempt } of tries) {
      if (seen.has(nameOf(delivery.deliveryId, number))) continue;
      out(`${attemptLine(delivery, number, attempt)}\n`);
      if (forward === undefined || number > 1) continue;
      const answer = await outgoing.post(forward, await requestOf(delivery, parts));
      out(`  forwarded: ${answerOf(answer)}\n`);
    }
    seen = new Set(tries.map(({ delivery, number }) => nameOf(delivery.deliveryId, number)));
    await wait(LOOK_EVERY_MS, stop);
  }
  await outgoing.close();
}
