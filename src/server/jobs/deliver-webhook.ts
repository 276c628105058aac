import { z } from "zod";
import { redactTokens } from "../../protocol/redact-tokens.ts";
import { backoffWithJitter, WEBHOOK_RETRY_WINDOW_MS } from "../domain/jobs/retry-schedule.ts";
import type { Delivery } from "../domain/webhooks/delivery.ts";
import { DELIVERY_JOB } from "../domain/webhooks/webhook.ts";
import { namedJobId } from "../webhooks/delivery-job.ts";
import { signRequest } from "../webhooks/sign-request.ts";
import { type JobContext, job, type Outcome } from "./job.ts";

/** Request Timeout and Too Many Requests: the receiver is overloaded. */
const BUSY_STATUSES = [408, 429];

const Payload = z.strictObject({
  delivery_id: z.string(),
  client_id: z.string(),
  item_id: z.string().nullable(),
  url: z.string(),
  webhook: z.string(),
  sealed_body: z.string(),
  /** The creation time of a replayed delivery, in ms. */
  created_at: z.int().optional(),
});
type Payload = z.infer<typeof Payload>;

/** Sends a webhook, with backoff and jitter, until a 2xx status or the end of its 24 hours. */
export const deliverWebhook = job({
  name: DELIVERY_JOB,
  schema: Payload,
  async run(payload, context) {
    const { clock, store, outboundHttp } = context;
    const now = clock();
    const delivery = await findDelivery(payload, context);
    // A worker may have died between recording the success and completing the job.
    if (!delivery || delivery.state === "delivered") return { done: true };
    // The client was removed.
    if (!(await store.clients.byClientId(delivery.clientId))) return { done: true };
    const request = await signRequest(delivery, context);
    const { ms, status, failure, excerpt } = await outboundHttp.post(delivery.url, request);
    const outcome = decideOutcome(delivery, status, context);
    const state = "done" in outcome ? "delivered" : "gaveUp" in outcome ? "given_up" : "waiting";
    const attempt = {
      ...{ at: now, ms, status, failure, excerpt: redactTokens(excerpt) },
      headers: request.headers,
    };
    const nextTryAt = "retryAt" in outcome ? outcome.retryAt : null;
    await store.deliveries.record({ ...delivery, state, nextTryAt }, attempt);
    const { clientId, url, webhook } = delivery;
    context.webhookCounter.count({
      ...{ clientId, url, webhook },
      outcome: state === "waiting" ? "retried" : state,
    });
    return outcome;
  },
  async giveUp(payload, context) {
    const delivery = await findDelivery(payload, context);
    if (delivery?.state !== "waiting") return;
    if (!(await context.store.clients.byClientId(delivery.clientId))) return;
    await context.store.deliveries.record(
      { ...delivery, state: "given_up", nextTryAt: null },
      {
        ...{ at: context.clock(), ms: 0, status: null, excerpt: "", headers: null },
        failure: "the process that sent it ended",
      },
    );
  },
});

/**
 * Returns the stored delivery of a job, or the new delivery that its first attempt stores. Before a
 * job's first attempt, only a replayed or named delivery can be stored. Null if an earlier job has
 * stored the named delivery: its cause was reported again.
 */
const findDelivery = async (
  payload: Payload,
  { store, clock, job }: JobContext,
): Promise<Delivery | null> => {
  const { delivery_id: deliveryId, created_at: replayedAt } = payload;
  const createdAt = replayedAt ?? job.createdAt;
  const isNamed = replayedAt === undefined && job.jobId === namedJobId(deliveryId);
  const isFirst = job.attempts === 1 && replayedAt === undefined;
  const mayBeStored = !isFirst || isNamed;
  const stored = mayBeStored
    ? await store.deliveries.byId(deliveryId, isNamed ? undefined : createdAt)
    : null;
  if (stored) return stored.createdAt === createdAt ? stored : null;
  return {
    deliveryId,
    clientId: payload.client_id,
    itemId: payload.item_id,
    url: payload.url,
    webhook: payload.webhook,
    sealedBody: payload.sealed_body,
    createdAt,
    firstTriedAt: clock(),
    nextTryAt: null,
    state: "waiting",
  };
};

function decideOutcome(
  { firstTriedAt }: Delivery,
  status: number | null,
  { clock, random, job: { attempts } }: JobContext,
): Outcome {
  if (status !== null && status >= 200 && status < 300) return { done: true };
  const keepsLaneWidth = status !== null && status < 500 && !BUSY_STATUSES.includes(status);
  const end = firstTriedAt + WEBHOOK_RETRY_WINDOW_MS;
  if (clock() >= end)
    return { gaveUp: "the receiver did not take it for 24 hours", keepsLaneWidth };
  return { retryAt: Math.min(clock() + backoffWithJitter(attempts, random), end), keepsLaneWidth };
}
