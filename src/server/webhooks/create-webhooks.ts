import type { Environment } from "../../protocol/vocabulary.ts";
import type { Random } from "../domain/identifiers.ts";
import { opaqueId } from "../domain/identifiers.ts";
import type { NewJob } from "../domain/jobs/job.ts";
import type { Vault } from "../domain/vault.ts";
import {
  deliveryPurpose,
  type ItemNews,
  type NewsOf,
  type OwnNews,
  type WebhookName,
  type Webhooks,
} from "../domain/webhooks/webhook.ts";
import { deliveryJob } from "./delivery-job.ts";
import { webhooks } from "./index.ts";

type Parts = { environment: Environment; clock: () => number; random: Random; vault: Vault };

/** Makes the jobs that say things to applications. The bodies wait sealed: some hold tokens. */
export const createWebhooks = (parts: Parts): Webhooks => {
  const job = (
    { clientId, webhook, itemId }: { clientId: string; webhook: string; itemId: string | null },
    news: ItemNews | OwnNews,
    name?: string,
  ): NewJob => {
    const deliveryId = name ?? opaqueId(parts.random);
    const body = JSON.stringify(bodyOf(news, itemId, parts.environment));
    const made = deliveryJob(parts, {
      deliveryId,
      clientId,
      itemId,
      url: webhook,
      webhook: news.webhook,
      sealedBody: parts.vault.seal(deliveryPurpose(deliveryId), body),
    });
    // The delivery's id tells that it was made, the job's that it is still to be.
    return name === undefined ? made : { ...made, jobId: `${made.name}:${name}` };
  };
  return {
    about: ({ itemId, clientId, webhook }, news) =>
      webhook === null ? [] : [job({ itemId, clientId, webhook }, news)],
    tell: ({ clientId, webhook }, news, name) =>
      webhook === null ? [] : [job({ itemId: null, clientId, webhook }, news, name)],
  };
};

/** A webhook's body in the newest version. */
const bodyOf = (news: ItemNews | OwnNews, itemId: string | null, environment: Environment) => {
  const [type, code] = news.webhook.split(":");
  return {
    webhook_type: type,
    webhook_code: code,
    ...(itemId !== null && { item_id: itemId }),
    ...payloadOf(news.webhook, news),
    // Development looks like production to whoever receives: both are real.
    ...(news.webhook !== "LINK:EVENTS" && {
      environment: environment === "sandbox" ? "sandbox" : "production",
    }),
  };
};

/** The registry gives each name the declaration of that very name; the compiler cannot follow. */
const payloadOf = <Name extends WebhookName>(name: Name, news: NewsOf<WebhookName>) =>
  webhooks[name].payload(news as NewsOf<Name>);
