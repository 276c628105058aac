import { redactTokens } from "../../../protocol/redact-tokens.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import type { Services } from "../../domain/services.ts";
import { INBOX_LIMITS, inboxPurpose } from "../../domain/webhooks/inbox.ts";
import { isOwnSignature } from "../../webhooks/signature.ts";

/** Puts a webhook into a client's inbox, and records whether its signature is valid. */
export const receiveWebhook = async (
  services: Pick<Services, "store" | "vault" | "random" | "clock" | "wallClock">,
  { clientId, body, verification }: { clientId: string; body: string; verification: string },
): Promise<void> => {
  const { store, vault, random, clock } = services;
  const webhookId = opaqueId(random);
  await store.webhookInbox.add(
    {
      webhookId,
      clientId,
      sealedBody: vault.seal(inboxPurpose({ clientId, webhookId }), redactTokens(body)),
      isVerified: await isOwnSignature(services, { body, verification, clientId }),
      receivedAt: clock(),
    },
    INBOX_LIMITS.webhooks,
  );
};
