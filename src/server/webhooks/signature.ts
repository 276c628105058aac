import { createHash } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { opaqueId } from "../domain/identifiers.ts";
import type { Services } from "../domain/services.ts";
import type { WebhookKey } from "../domain/webhooks/webhook-key.ts";

type Parts = Pick<Services, "wallClock" | "random" | "store" | "vault">;

/** The time for which a key signs. Afterwards, the key only verifies old signatures. */
const KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Signs a webhook for the header `Service-Verification`: an ES256 JWT with the time, the hash of
 * the body's exact bytes, and the client's id. Receivers refuse signatures with an old time. The
 * API serves the public key of the JWT's `kid`.
 */
export const signWebhook = async (
  parts: Parts,
  body: string,
  clientId?: string,
): Promise<string> => {
  const key = await currentKey(parts);
  const request_body_sha256 = bodyHash(body);
  // All clients share the key, so a client could replay its webhooks to another client. An `aud`
  // would break older receivers, since many libraries refuse an `aud` that the receiver does not
  // name.
  return new SignJWT({
    request_body_sha256,
    ...(clientId !== undefined && { client_id: clientId }),
  })
    .setProtectedHeader({ alg: "ES256", kid: key.keyId, typ: "JWT" })
    .setIssuedAt(Math.floor(parts.wallClock() / 1000))
    .sign(await privateKeyOf(key, parts));
};

/** The age up to which receivers take a signature. */
const MAX_AGE = "5 min";

/** Returns whether a signature is fresh, from this server, and over this body for this client. */
export const isOwnSignature = async (
  { store, wallClock }: Pick<Parts, "store" | "wallClock">,
  { body, verification, clientId }: { body: string; verification: string; clientId: string },
): Promise<boolean> => {
  try {
    const { payload } = await jwtVerify(
      verification,
      async ({ kid = "" }) => {
        const key = await store.webhookKeys.byId(kid);
        if (!key) throw new Error("this server has no such key");
        return importJWK({ kty: "EC", crv: "P-256", x: key.x, y: key.y }, "ES256");
      },
      { algorithms: ["ES256"], maxTokenAge: MAX_AGE, currentDate: new Date(wallClock()) },
    );
    return payload.request_body_sha256 === bodyHash(body) && payload.client_id === clientId;
  } catch {
    return false;
  }
};

const bodyHash = (body: string): string => createHash("sha256").update(body).digest("hex");

/** Replaces the signing key; returns the new key's id. The old key still verifies signatures. */
export const rotateWebhookKey = async (parts: Parts): Promise<string> => {
  const current = await parts.store.webhookKeys.current();
  const next = await makeKey(parts);
  if (await parts.store.webhookKeys.replace(current, next)) return next.keyId;
  return rotateWebhookKey(parts);
};

/** Returns the signing key. Replaces the key at the end of its lifetime. */
async function currentKey(parts: Parts): Promise<WebhookKey> {
  const { webhookKeys } = parts.store;
  const current = await webhookKeys.current();
  if (current && parts.wallClock() < current.createdAt + KEY_LIFETIME_MS) return current;
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

async function makeKey({ wallClock, random, vault }: Parts): Promise<WebhookKey> {
  const keyId = opaqueId(random);
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = PrivateJwk.parse(await exportJWK(privateKey));
  return {
    keyId,
    x: jwk.x,
    y: jwk.y,
    sealedPrivateKey: vault.seal(keyPurpose(keyId), JSON.stringify(jwk)),
    createdAt: wallClock(),
    expiredAt: null,
  };
}

/** Caches private keys by their public keys, since unsealing a key takes longer than signing. */
const privateKeys = new Map<string, CryptoKey>();

async function privateKeyOf(key: WebhookKey, { vault }: Parts): Promise<CryptoKey> {
  const entry = privateKeys.get(key.x);
  if (entry) return entry;
  const jwk = PrivateJwk.parse(JSON.parse(vault.open(keyPurpose(key.keyId), key.sealedPrivateKey)));
  const privateKey = await importJWK(jwk, "ES256");
  if (privateKey instanceof Uint8Array) throw new Error("an ES256 key is never symmetric");
  privateKeys.set(key.x, privateKey);
  return privateKey;
}

const keyPurpose = (keyId: string): string => `webhook-key:${keyId}`;
