import type { Environment } from "../../protocol/vocabulary.ts";
import type { Random } from "../domain/identifiers.ts";
import { opaqueId } from "../domain/identifiers.ts";
import type { NewJob } from "../domain/jobs/job.ts";
import type { Vault } from "../domain/vault.ts";
import {
  type ClientWebhook,
  deliveryPurpose,
  type ItemWebhook,
  type ProcessorReceiver,
  type ProcessorWebhook,
  type WebhookName,
  type WebhookOf,
  type Webhooks,
} from "../domain/webhooks/webhook.ts";
import { deliveryJob, namedJobId } from "./delivery-job.ts";
import { webhooks } from "./index.ts";

type Parts = { environment: Environment; clock: () => number; random: Random; vault: Vault };

/**
 * Creates the outbox jobs that deliver webhooks. Bodies are sealed, since some bodies contain
 * tokens.
 */
export const createWebhooks = (parts: Parts): Webhooks => {
  const job = (
    { clientId, webhook, itemId }: { clientId: string; webhook: string; itemId: string | null },
    event: ItemWebhook | ClientWebhook,
    name?: string,
    content: object = toBody(event, itemId, parts.environment),
  ): NewJob => {
    const deliveryId = name ?? opaqueId(parts.random);
    const body = JSON.stringify(content);
    const newDelivery = deliveryJob(parts, {
      deliveryId,
      clientId,
      itemId,
      url: webhook,
      webhook: event.name,
      sealedBody: parts.vault.seal(deliveryPurpose(deliveryId), body),
    });
    // A repeated event adds no second delivery: the job's id prevents it before the delivery, the
    // delivery's id afterwards.
    return name === undefined ? newDelivery : { ...newDelivery, jobId: namedJobId(name) };
  };
  return {
    forItem: ({ itemId, clientId, webhook }, event) =>
      webhook === null ? [] : [job({ itemId, clientId, webhook }, event)],
    // The delivery belongs to the processor; it is not a webhook of the application's Item.
    forProcessor: (receiver, event) => [
      job(
        { ...receiver, itemId: null },
        event,
        undefined,
        processorBody(event, receiver, parts.environment),
      ),
    ],
    forClient: ({ clientId, webhook }, event, name) =>
      webhook === null ? [] : [job({ itemId: null, clientId, webhook }, event, name)],
  };
};

/** Returns a webhook's body in the newest version. */
export const toBody = (
  event: ItemWebhook | ClientWebhook,
  itemId: string | null,
  environment: Environment,
) => {
  const [type, code] = event.name.split(":");
  return {
    webhook_type: type,
    webhook_code: code,
    ...(itemId !== null && { item_id: itemId }),
    ...toPayload(event.name, event),
    // Receivers see development as production, since both environments have real data.
    ...(event.name !== "LINK:EVENTS" && {
      environment: environment === "sandbox" ? "sandbox" : "production",
    }),
  };
};

/**
 * Returns the body of a processor's webhook. The body names the processor's account instead of the
 * Item.
 */
const processorBody = (
  event: ProcessorWebhook,
  { itemId, accountId }: ProcessorReceiver,
  environment: Environment,
): object => {
  const isOfAccount = event.name !== "ITEM:WEBHOOK_UPDATE_ACKNOWLEDGED";
  const body = toBody(event, isOfAccount ? null : itemId, environment);
  const { account_ids: _, ...rest } = { account_ids: [], ...body };
  return { ...rest, account_id: accountId };
};

/** The registry has each definition under its own name. The compiler cannot infer this. */
const toPayload = <Name extends WebhookName>(name: Name, event: WebhookOf<WebhookName>) =>
  webhooks[name].payload(event as WebhookOf<Name>);
