import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import type { Delivery } from "../domain/webhooks/delivery.ts";
import { DELIVERY_JOB } from "../domain/webhooks/webhook.ts";

type DeliveryContent = Pick<
  Delivery,
  "deliveryId" | "clientId" | "itemId" | "url" | "webhook" | "sealedBody"
> & { createdAt?: number };

/** The job of a delivery: new, or replayed under its id if it has the time of its creation. */
export const deliveryJob = (
  services: Pick<Services, "clock" | "random">,
  content: DeliveryContent,
): NewJob =>
  newJob(services, {
    name: DELIVERY_JOB,
    // A slow receiver delays only its own webhooks.
    lane: `webhook:${new URL(content.url).host}`,
    payload: {
      delivery_id: content.deliveryId,
      client_id: content.clientId,
      item_id: content.itemId,
      url: content.url,
      webhook: content.webhook,
      sealed_body: content.sealedBody,
      ...(content.createdAt !== undefined && { created_at: content.createdAt }),
    },
  });

/** The id of the job of a delivery that its cause names, so that it is added once. */
export const namedJobId = (deliveryId: string): string => `${DELIVERY_JOB}:${deliveryId}`;
