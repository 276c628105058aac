import type { VerifyOptions, Webhook, WebhookHeaders } from "./client-types.ts";
import { parseObject } from "./send.ts";
import { WebhookVerificationError } from "./webhook-error.ts";
import type { WebhookKey } from "./webhook-keys.ts";

type Parts = {
  clientId: string;
  keyOf: (kid: string) => Promise<WebhookKey>;
  clock: () => number;
};

/**
 * Verifies that the server sent exactly this body to this client within the last minutes; returns
 * the webhook. All checks without a key come first, so that few forgeries cause a request for a
 * key.
 */
export const createVerifyWebhook =
  ({ clientId, keyOf, clock }: Parts) =>
  async (
    body: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    { maxAge = 5 * 60_000, clockTolerance = 30_000 }: VerifyOptions = {},
  ): Promise<Webhook> => {
    const bytes = toBytes(body);
    if (!globalThis.crypto?.subtle)
      throw new Error("verifyWebhook needs WebCrypto, which is global from Node 20 on");
    const { signed, signature, kid, iat, clientOf, hash } = parseSignature(findHeader(headers));
    const age = clock() - iat * 1000;
    if (!(age <= maxAge + clockTolerance)) throw new WebhookVerificationError("TOO_OLD");
    if (age < -clockTolerance) throw new WebhookVerificationError("FROM_THE_FUTURE");
    // A signature of the testing kit names no client.
    if (clientOf !== undefined && clientOf !== clientId)
      throw new WebhookVerificationError("ANOTHER_CLIENT");
    if (!isEqual(hash, toHex(await digest(bytes))))
      throw new WebhookVerificationError("CHANGED_BODY");
    const { key, expiresAt } = await keyOf(kid);
    if (expiresAt !== null && iat * 1000 > expiresAt + clockTolerance)
      throw new WebhookVerificationError("EXPIRED_KEY");
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    if (!(await crypto.subtle.verify(algorithm, key, signature, signed)))
      throw new WebhookVerificationError("WRONG_SIGNATURE");
    const webhook = parseObject(new TextDecoder().decode(bytes));
    if (typeof webhook?.webhook_type !== "string" || typeof webhook.webhook_code !== "string")
      throw new WebhookVerificationError("MALFORMED_BODY");
    return webhook as Webhook;
  };

function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError(
    "verifyWebhook needs the raw body, as text or bytes, since its exact bytes are signed; a parsed body cannot be " +
      'verified. In Express use express.raw({ type: "application/json" }), elsewhere await request.text()',
  );
}

/** The header of the signature, which the server sends under every brand. */
const HEADER = "service-verification";

function findHeader(headers: WebhookHeaders): string {
  if (typeof headers !== "object" || headers === null)
    throw new TypeError("verifyWebhook needs the request's headers next to its body");
  const value =
    typeof headers.get === "function"
      ? (headers as { get(name: string): string | null }).get(HEADER)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === HEADER)?.[1];
  if (typeof value !== "string" || value === "") throw new WebhookVerificationError("NO_SIGNATURE");
  return value;
}

/** Parses a JWS in the compact serialization, with the claims of webhooks. */
function parseSignature(jwt: string) {
  const [header = "", payload = "", signature = "", ...more] = jwt.split(".");
  const { alg, kid, crit } = parseObject(decodeText(header)) ?? {};
  const {
    iat,
    client_id: clientOf,
    request_body_sha256: hash,
  } = parseObject(decodeText(payload)) ?? {};
  if (alg !== undefined && alg !== "ES256") throw new WebhookVerificationError("WRONG_ALGORITHM");
  const bytes = decodeBase64Url(signature);
  const isWhole =
    more.length === 0 &&
    alg === "ES256" &&
    // No critical extension is supported.
    crit === undefined &&
    typeof kid === "string" &&
    /^[\w-]{1,100}$/.test(kid) &&
    typeof iat === "number" &&
    typeof hash === "string" &&
    bytes?.length === 64;
  if (!isWhole) throw new WebhookVerificationError("MALFORMED_SIGNATURE");
  return {
    signed: new TextEncoder().encode(`${header}.${payload}`),
    signature: bytes,
    ...{ kid, iat, clientOf, hash },
  };
}

const decodeText = (text: string): string =>
  new TextDecoder().decode(decodeBase64Url(text) ?? new Uint8Array());

/**
 * Decodes base64url. Returns null for a text that no encoder produces, for example with spare bits.
 */
function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const isCanonical =
    btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === text;
  return isCanonical ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null;
}

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Compares two texts in constant time. */
function isEqual(one: string, another: string): boolean {
  let difference = one.length ^ another.length;
  for (let at = 0; at < another.length; at += 1)
    difference |= one.charCodeAt(at) ^ another.charCodeAt(at);
  return difference === 0;
}
