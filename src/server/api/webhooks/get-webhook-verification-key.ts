import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { WebhookKey } from "../../domain/webhooks/webhook-key.ts";
import { endpoint } from "../endpoint.ts";

const PublicKey = z.strictObject({
  alg: z.literal("ES256"),
  crv: z.literal("P-256"),
  kid: z.string().meta({ examples: ["6mWcYp0eTqXh3LzKbVdN8RsJ4uAfGx2C"] }),
  kty: z.literal("EC"),
  use: z.literal("sig"),
  x: z.string().meta({ examples: ["hKTcOqnmvy2tLXhgRr8qPMJ5iAqKJfM5mI0VxFEkVQU"] }),
  y: z.string().meta({ examples: ["3mzUJ3LrZgYlbbHhRxuTqSqYWm6P8VtDHnUwZTvVYLw"] }),
  created_at: z.int(),
  expired_at: z.int().nullable(),
});

/** The public key of a webhook's signature, also an old key, with the time of its retirement. */
export const getWebhookVerificationKey = endpoint({
  path: "/webhook_verification_key/get",
  effect: "read",
  products: [],
  summary: "Retrieve the public key that webhooks are verified with.",
  description:
    "`key_id` is the `kid` in the header of the JWT that a webhook carries as Service-Verification. " +
    "A key never changes, so keep it; `created_at` and `expired_at` are seconds since 1970.",
  refusals: ["INVALID_WEBHOOK_VERIFICATION_KEY_ID"],
  request: z.strictObject({
    key_id: z
      .string()
      .min(1)
      .max(100)
      .meta({ examples: ["6mWcYp0eTqXh3LzKbVdN8RsJ4uAfGx2C"] }),
  }),
  response: z.strictObject({ key: PublicKey }),
  async handle({ key_id }, { store }) {
    const key = await store.webhookKeys.byId(key_id);
    if (!key) throw new Fault("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
    return { key: publicKey(key) };
  },
});

/** A key as a JSON Web Key. */
const publicKey = ({
  keyId,
  x,
  y,
  createdAt,
  expiredAt,
}: WebhookKey): z.input<typeof PublicKey> => ({
  alg: "ES256",
  crv: "P-256",
  kid: keyId,
  kty: "EC",
  use: "sig",
  x,
  y,
  created_at: seconds(createdAt),
  expired_at: expiredAt === null ? null : seconds(expiredAt),
});

const seconds = (ms: number): number => Math.floor(ms / 1000);
