import { z } from "zod";
import type { World } from "../domain/services.ts";
import type { Delivery } from "../domain/webhooks/delivery.ts";
import { deliveryPurpose } from "../domain/webhooks/webhook.ts";
import { renderWebhook } from "./render.ts";
import { signWebhook } from "./signature.ts";

const Body = z.record(z.string(), z.json());

/** The body of a delivery, in its client's own version. */
export const bodyOf = async (
  delivery: Delivery,
  { store, vault }: Pick<World, "store" | "vault">,
): Promise<{ version: string; body: string }> => {
  const client = await store.clients.byClientId(delivery.clientId);
  if (!client) throw new Error("the client of a delivery is gone");
  const head = Body.parse(
    JSON.parse(vault.open(deliveryPurpose(delivery.deliveryId), delivery.sealedBody)),
  );
  const version = client.defaultVersion;
  return { version, body: JSON.stringify(renderWebhook(version, head)) };
};

/** What is sent of a delivery: its body, its id, and what proves that it is from here. */
export const requestOf = async (
  delivery: Delivery,
  parts: Pick<World, "store" | "vault" | "clock" | "random">,
): Promise<{ headers: Record<string, string>; body: string }> => {
  const { version, body } = await bodyOf(delivery, parts);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "service-link-webhooks",
      "service-version": version,
      "service-webhook-id": delivery.deliveryId,
      "service-verification": await signWebhook(parts, body),
    },
  };
};
