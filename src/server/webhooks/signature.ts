import { createHash } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { z } from "zod";
import { opaqueId } from "../domain/identifiers.ts";
import type { Services } from "../domain/services.ts";
import type { WebhookKey } from "../domain/webhooks/webhook-key.ts";

type Parts = Pick<Services, "clock" | "random" | "store" | "vault">;

/** A key signs for so long; then another one does, and it only proves what it has signed. */
const KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What a receiver checks a webhook by, for the header `Service-Verification`: an ES256 JWT of the time
 * and of the hash of the body's exact bytes. The key that `kid` names is public.
 */
export const signWebhook = async (parts: Parts, body: string): Promise<string> => {
  const key = await currentKey(parts);
  return new SignJWT({ request_body_sha256: createHash("sha256").update(body).digest("hex") })
    .setProtectedHeader({ alg: "ES256", kid: key.keyId, typ: "JWT" })
    .setIssuedAt(Math.floor(parts.clock() / 1000))
    .sign(await privateKeyOf(key, parts));
};

/** Takes another key from now on; the old one can still be asked for. Answers the new one's id. */
export const rotateWebhookKey = async (parts: Parts): Promise<string> => {
  const current = await parts.store.webhookKeys.current();
  const next = await makeKey(parts);
  if (await parts.store.webhookKeys.replace(current, next)) return next.keyId;
  return rotateWebhookKey(parts);
};

/** The key to sign with: made when there is none, and when the last one has signed for long enough. */
async function currentKey(parts: Parts): Promise<WebhookKey> {
  const { webhookKeys } = parts.store;
  const current = await webhookKeys.current();
  if (current && parts.clock() < current.createdAt + KEY_LIFETIME_MS) return current;
  const next = await makeKey(parts);
  if (await webhookKeys.replace(current, next)) return next;
  return currentKey(parts);
}

const PrivateJwk = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

async function makeKey({ clock, random, vault }: Parts): Promise<WebhookKey> {
  const keyId = opaqueId(random);
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = PrivateJwk.parse(await exportJWK(privateKey));
  return {
    keyId,
    x: jwk.x,
    y: jwk.y,
    sealedPrivateKey: vault.seal(keyPurpose(keyId), JSON.stringify(jwk)),
    createdAt: clock(),
    expiredAt: null,
  };
}

/** Keys that were opened once, by their ids: opening one takes longer than signing with it. */
const opened = new Map<string, CryptoKey>();

async function privateKeyOf(key: WebhookKey, { vault }: Parts): Promise<CryptoKey> {
  const known = opened.get(key.keyId);
  if (known) return known;
  const jwk = PrivateJwk.parse(JSON.parse(vault.open(keyPurpose(key.keyId), key.sealedPrivateKey)));
  const imported = await importJWK(jwk, "ES256");
  if (imported instanceof Uint8Array) throw new Error("an ES256 key is never symmetric");
  opened.set(key.keyId, imported);
  return imported;
}

const keyPurpose = (keyId: string): string => `webhook-key:${keyId}`;
