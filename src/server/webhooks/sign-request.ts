import { headerPrefixes } from "../../protocol/brand/brand.ts";
import type { Services } from "../domain/services.ts";
import type { Delivery } from "../domain/webhooks/delivery.ts";
import { deliveryPurpose } from "../domain/webhooks/webhook.ts";
import { signWebhook } from "./signature.ts";

/** Returns the body of a delivery and its client's version. All versions have equal bodies. */
export const openDeliveryBody = async (
  delivery: Delivery,
  { store, vault }: Pick<Services, "store" | "vault">,
): Promise<{ version: string; body: string }> => {
  const client = await store.clients.byClientId(delivery.clientId);
  if (!client) throw new Error("the client of a delivery is gone");
  const body = vault.open(deliveryPurpose(delivery.deliveryId), delivery.sealedBody);
  return { version: client.defaultVersion, body };
};

/** Returns the request of a delivery: its body, its id and the signature. */
export const signRequest = async (
  delivery: Delivery,
  parts: Pick<Services, "store" | "vault" | "wallClock" | "random" | "brand">,
): Promise<{ headers: Record<string, string>; body: string }> => {
  const { brand } = parts;
  const { version, body } = await openDeliveryBody(delivery, parts);
  const verification = await signWebhook(parts, body, delivery.clientId);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": `${brand.identifier.toLowerCase()}-link-webhooks`,
      ...Object.fromEntries(
        headerPrefixes(brand).flatMap((prefix) => [
          [`${prefix}-version`, version],
          [`${prefix}-webhook-id`, delivery.deliveryId],
          [`${prefix}-verification`, verification],
        ]),
      ),
    },
  };
};
