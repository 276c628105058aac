import { randomBytes } from "node:crypto";
import { brandOfStart } from "../../server/domain/server-brand.ts";
import type { Services } from "../../server/domain/services.ts";
import type { Delivery } from "../../server/domain/webhooks/delivery.ts";
import { DELIVERY_JOB } from "../../server/domain/webhooks/webhook.ts";
import { openVault, readMasterKeys } from "../../server/host/data-folder/master-key.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import { deliveryJob } from "../../server/webhooks/delivery-job.ts";
import { bodyOf } from "../../server/webhooks/request-of.ts";
import type { Context } from "../context.ts";
import { withExistingStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { deliveryDetails, deliveryList } from "./webhooks-report.ts";

/** What a command needs to read webhooks, and to make their bodies once more. */
export type Parts = Pick<Services, "store" | "vault" | "clock" | "random" | "brand">;

/** Shows the last webhooks, and how they were answered. */
export const listWebhooks = async (
  { data, count }: { data: string; count: string },
  context: Context,
): Promise<void> => {
  if (!/^[1-9]\d{0,3}$/.test(count))
    throw new SettingsError(`--count must be a number from 1 to 9999, not ${count}`);
  await withParts(data, context, async ({ store }) => {
    const deliveries = await store.deliveries.latest(Number(count));
    const queueLength = await store.jobs.count(DELIVERY_JOB);
    context.out(deliveryList(deliveries, queueLength, context.hasColors));
  });
};

/** Shows one webhook whole, with each attempt. */
export const showWebhook = (id: string, data: string, context: Context): Promise<void> =>
  withParts(data, context, async (parts) => {
    const delivery = await requireDelivery(id, parts);
    const { body } = await bodyOf(delivery, parts);
    const attempts = await parts.store.deliveries.attempts(delivery.deliveryId);
    context.out(deliveryDetails(delivery, body, attempts));
  });

/** Has a webhook sent again that was delivered or given up. */
export const replayWebhook = (id: string, data: string, context: Context): Promise<void> =>
  withParts(data, context, async (parts) => {
    const delivery = await requireDelivery(id, parts);
    if (delivery.state === "waiting")
      throw new SettingsError(`${delivery.deliveryId} is still being tried; nothing to replay`);
    const jobs = [deliveryJob(parts, delivery)];
    await parts.store.transact(async ({ deliveries, audit }) => {
      const at = context.clock();
      await deliveries.replay(delivery.deliveryId, at, jobs);
      const record = { action: "webhook.replay", subject: delivery.deliveryId } as const;
      await audit.append({ at, actor: operator(), ...record });
    });
    context.out(`${delivery.webhook} is sent again by the server, or as soon as one runs\n`);
  });

/** Does something with the store of a data folder, and the key that what it sealed opens under. */
export const withParts = async (
  data: string,
  { variables, clock }: Context,
  use: (parts: Parts) => Promise<void>,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  await withExistingStore(settings, async (store) => {
    const vault = await openVault(store, readMasterKeys(settings, randomBytes, false), settings);
    const { brand } = await brandOfStart(settings.brand, store);
    return use({
      store,
      vault,
      clock,
      random: randomBytes,
      brand,
    });
  });
};

async function requireDelivery(id: string, { store }: Parts): Promise<Delivery> {
  const delivery = await store.deliveries.byId(id);
  if (!delivery) throw new SettingsError(`there is no webhook ${id}; webhooks list shows them`);
  return delivery;
}
