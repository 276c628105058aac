import { type NewJob, newJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import type { Delivery } from "../domain/webhooks/delivery.ts";
import { DELIVERY_JOB } from "../domain/webhooks/webhook.ts";

type DeliveryContent = Pick<
  Delivery,
  "deliveryId" | "clientId" | "itemId" | "url" | "webhook" | "sealedBody"
> & { createdAt?: number };

/**
 * The job of a new delivery. With a creation time, the job of a replayed delivery under the same
 * id.
 */
export const deliveryJob = (
  services: Pick<Services, "clock" | "random">,
  content: DeliveryContent,
): NewJob =>
  newJob(services, {
    name: DELIVERY_JOB,
    // A slow receiver delays only its own webhooks, since each host has a lane.
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

/**
 * The job id for a delivery whose id comes from its cause. The same cause thus adds only one job.
 */
export const namedJobId = (deliveryId: string): string => `${DELIVERY_JOB}:${deliveryId}`;
