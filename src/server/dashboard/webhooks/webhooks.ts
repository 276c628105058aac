import { z } from "zod";
import { ListRequest, pageSchema } from "../../../protocol/dashboard/dashboard.ts";
import {
  DashboardWebhook,
  DashboardWebhookDetails,
} from "../../../protocol/dashboard/dashboard-items.ts";
import { redactTokens } from "../../../protocol/redact-tokens.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import type { Attempt, Delivery } from "../../domain/webhooks/delivery.ts";
import { urlWithoutQuery } from "../../domain/webhooks/webhook-url.ts";
import { deliveryJob } from "../../webhooks/delivery-job.ts";
import { openDeliveryBody } from "../../webhooks/sign-request.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";
import { clientName } from "../client-names.ts";
import { cursorText, pageRequest } from "../list-page.ts";

/** Lists webhook deliveries. */
export const listWebhooks = dashboardCall({
  path: "/dashboard/api/webhooks",
  role: "read",
  about: "clients",
  request: ListRequest.extend({
    state: z.enum(["waiting", "delivered", "given_up"]).optional(),
    /** The period of the deliveries' creation, with an exclusive end. */
    from: z.int().min(0).optional(),
    until: z.int().min(0).optional(),
    item_id: z.string().trim().max(200).optional(),
    /** `type:code`. */
    event: z.string().trim().max(100).optional(),
    sort: z.enum(["created", "state"]).default("created"),
  }),
  response: pageSchema(DashboardWebhook),
  run: async ({ state, item_id, event, sort, from, until, ...body }, client, { store }) => {
    const isByState = sort === "state" && !event;
    const { rows, next } = await store.lists.webhooks({
      ...pageRequest(body, isByState ? ["word", "number"] : ["number"]),
      sort,
      clientId: client?.clientId ?? null,
      itemId: item_id || null,
      webhook: event || null,
      state: state ?? null,
      since: from ?? null,
      until: until ?? null,
    });
    return { rows: rows.map(toShape), next: cursorText(next) };
  },
});

const DeliveryRequest = z.strictObject({ delivery_id: z.string().min(1).max(200) });

/** Shows a delivery with its body and its attempts. */
export const showWebhook = dashboardCall({
  path: "/dashboard/api/webhooks/show",
  role: "read",
  about: "clients",
  request: DeliveryRequest,
  response: DashboardWebhookDetails,
  run: async ({ delivery_id }, client, context) =>
    details(await requireDelivery(delivery_id, client, context), context),
});

/** Resends a delivered or failed webhook. */
export const replayWebhook = dashboardCall({
  path: "/dashboard/api/webhooks/replay",
  role: "developer",
  about: "clients",
  request: DeliveryRequest,
  response: DashboardWebhookDetails,
  run: async ({ delivery_id }, client, context) => {
    let owner: string | undefined;
    const change = {
      action: "webhook.replay",
      subject: delivery_id,
      clientId: () => owner,
    } as const;
    await changeWithAudit(context, change, async (services) => {
      // Checked within the transaction, since the first of two concurrent replays makes the
      // delivery wait.
      const delivery = await requireDelivery(delivery_id, client, services);
      owner = delivery.clientId;
      if (delivery.state === "waiting")
        throw new Fault("INVALID_FIELD", {
          message: "the webhook is still being tried",
          display: "It is still being tried; there is nothing to replay.",
        });
      const jobs = [deliveryJob(services, delivery)];
      await services.store.deliveries.replay(delivery, services.clock(), jobs);
    });
    return details(await requireDelivery(delivery_id, client, context), context);
  },
});

/** Returns a delivery by id; throws NOT_FOUND for an unknown or another client's delivery. */
async function requireDelivery(
  deliveryId: string,
  client: Client | null,
  { store }: Services,
): Promise<Delivery> {
  const delivery = await store.deliveries.byId(deliveryId);
  if (delivery && (client === null || client.clientId === delivery.clientId)) return delivery;
  throw new Fault("NOT_FOUND", {
    message: "no webhook has this id",
    display: "There is no such webhook.",
  });
}

const AboutSession = z.object({ link_session_id: z.string() });

async function details(delivery: Delivery, context: CallContext) {
  const attempts = await context.store.deliveries.attempts(delivery);
  const { body } = await openDeliveryBody(delivery, context);
  const { status = null, failure = null } = attempts.at(-1) ?? {};
  const row = { ...delivery, tries: attempts.length, status, failure };
  return {
    delivery: {
      ...toShape(row),
      client_name: await clientName(delivery.clientId, context),
      link_session_id: AboutSession.safeParse(JSON.parse(body)).data?.link_session_id ?? null,
    },
    body: redactTokens(JSON.stringify(JSON.parse(body), null, 2)),
    attempts,
  };
}

const toShape = (
  row: Pick<
    Delivery,
    "deliveryId" | "clientId" | "itemId" | "url" | "webhook" | "state" | "createdAt" | "nextTryAt"
  > &
    Pick<Attempt, "status" | "failure"> & { tries: number },
): DashboardWebhook => ({
  delivery_id: row.deliveryId,
  client_id: row.clientId,
  item_id: row.itemId,
  url: urlWithoutQuery(row.url),
  webhook: row.webhook,
  state: row.state,
  tries: row.tries,
  next_try_at: row.state === "waiting" ? row.nextTryAt : null,
  status: row.status,
  failure: row.failure,
  created_at: row.createdAt,
});
