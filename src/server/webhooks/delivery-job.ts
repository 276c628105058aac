import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import type { Delivery } from "../domain/webhooks/delivery.ts";
import { DELIVERY_JOB } from "../domain/webhooks/webhook.ts";

type Told = Pick<Delivery, "deliveryId" | "clientId" | "itemId" | "url" | "webhook" | "sealedBody">;

/** The job that makes a delivery: its first, or one that begins it anew under the id that it has. */
export const deliveryJob = (services: Pick<Services, "clock" | "random">, told: Told): NewJob =>
  newJob(services, {
    name: DELIVERY_JOB,
    // One receiver's webhooks wait for each other only.
    lane: `webhook:${new URL(told.url).host}`,
    payload: {
      delivery_id: told.deliveryId,
      client_id: told.clientId,
      item_id: told.itemId,
      url: told.url,
      webhook: told.webhook,
      sealed_body: told.sealedBody,
    },
  });
