import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { receiveWebhook } from "../../dashboard/webhooks/receive-webhook.ts";
import { isSameDigest } from "../../domain/identifiers.ts";
import type { Limit } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { INBOX_LIMITS, INBOX_PATH, inboxKey } from "../../domain/webhooks/inbox.ts";
import { brandHeader } from "../brand-headers.ts";

/** The limit of webhooks to a client's inbox. */
const TAKEN: Limit = { perMinute: 600, code: "RATE_LIMIT" };

const Params = z.object({ client_id: z.string(), key: z.string() });

/** Receives webhooks for sandbox clients' inboxes. Other environments lack this path. */
export const webhookInboxRoutes = (app: FastifyInstance, services: Services): void => {
  const { environment, store, limiter, brand } = services;
  if (environment !== "sandbox") return;
  const signature = brandHeader(brand, "verification");
  // A separate context, since the signature covers the exact bytes of any type.
  app.register(async (inboxes) => {
    inboxes.removeAllContentTypeParsers();
    inboxes.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: INBOX_LIMITS.bytes },
      (_, text, done) => done(null, text),
    );
    inboxes.post(
      `${INBOX_PATH}/:client_id/:key`,
      { bodyLimit: INBOX_LIMITS.bytes },
      async (request, reply) => {
        const { client_id, key } = Params.parse(request.params);
        if (!isSameDigest(key, inboxKey(client_id, services))) return reply.callNotFound();
        if (!(await store.clients.byClientId(client_id))) return reply.callNotFound();
        await limiter.pass(`webhook-inbox ${client_id}`, TAKEN);
        await receiveWebhook(services, {
          clientId: client_id,
          body: String(request.body ?? ""),
          verification: String(signature.read(request.headers) ?? ""),
        });
        return reply.send({ received: true });
      },
    );
  });
};
