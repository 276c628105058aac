import { createHash, createPublicKey, verify } from "node:crypto";
import { z } from "zod";

/** A passkey of a member (WebAuthn). Times are ms since 1970. */
export type Passkey = {
  credentialId: string;
  memberId: string;
  /** A description of the browser that added the passkey. */
  name: string;
  /** As SPKI in base64url. */
  publicKey: string;
  /** The authenticator's signature counter; 0 if it does not count. */
  counter: number;
  /**
   * The creation time of the last answered challenge. Earlier challenges are refused, so that none
   * is accepted twice.
   */
  challengedAt: number;
  createdAt: number;
  usedAt: number | null;
};

/** The accepted signature algorithms by COSE number: ES256 and RS256. */
export const ALGORITHMS = [-7, -257] as const;

const Base64Url = z.string().regex(/^[\w-]{1,4000}$/);

/** A new passkey in the form of `PublicKeyCredential.toJSON`, with the fields to verify. */
export const NewPasskey = z.strictObject({
  id: Base64Url.max(1400),
  response: z.strictObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    publicKey: Base64Url,
    publicKeyAlgorithm: z.literal(ALGORITHMS),
  }),
});

/** A passkey's answer to a challenge, in the form of `PublicKeyCredential.toJSON`. */
export const PasskeyAnswer = z.strictObject({
  id: Base64Url.max(1400),
  response: z.strictObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  }),
});

/** The expected challenge in base64url, and the page's origin. */
type Expected = { challenge: string; origin: string };

const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

/** The flags of the authenticator's data: user present, user verified, credential attached. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/**
 * Verifies a new passkey (WebAuthn 7.1 without attestation, which would reveal its maker). Returns
 * its key as SPKI in base64url and its counter; null if a check fails.
 */
export const verifyNewPasskey = (
  { id, response }: z.infer<typeof NewPasskey>,
  expected: Expected,
): { publicKey: string; counter: number } | null => {
  const data = Buffer.from(response.authenticatorData, "base64url");
  if (!isClientData(response.clientDataJSON, "webauthn.create", expected)) return null;
  if (!isAuthenticatorData(data, expected, PRESENT | VERIFIED | ATTESTED)) return null;
  // After the hash, the flags, the counter and the authenticator's model come the id's length and
  // the id.
  const length = data.length >= 55 ? data.readUInt16BE(53) : 0;
  if (data.subarray(55, 55 + length).toString("base64url") !== id) return null;
  const type = keyType(response.publicKey);
  const wanted = response.publicKeyAlgorithm === -7 ? "ec" : "rsa";
  if (type !== wanted) return null;
  return { publicKey: response.publicKey, counter: data.readUInt32BE(33) };
};

/**
 * Verifies a passkey's answer to a challenge (WebAuthn 7.2). Returns its counter; null if a check
 * fails.
 */
export const verifyPasskeyAnswer = (
  { response }: z.infer<typeof PasskeyAnswer>,
  { publicKey, counter }: Pick<Passkey, "publicKey" | "counter">,
  expected: Expected,
): number | null => {
  const data = Buffer.from(response.authenticatorData, "base64url");
  if (!isClientData(response.clientDataJSON, "webauthn.get", expected)) return null;
  if (!isAuthenticatorData(data, expected, PRESENT | VERIFIED)) return null;
  const clientData = Buffer.from(response.clientDataJSON, "base64url");
  const signed = Buffer.concat([data, sha256(clientData)]);
  const key = createPublicKey(spki(publicKey));
  if (!verify("sha256", signed, key, Buffer.from(response.signature, "base64url"))) return null;
  const next = data.readUInt32BE(33);
  // A counter that does not grow indicates a copied authenticator.
  return (next === 0 && counter === 0) || next > counter ? next : null;
};

function isClientData(text: string, type: string, { challenge, origin }: Expected): boolean {
  const parsed = ClientData.safeParse(parseJson(Buffer.from(text, "base64url").toString()));
  return (
    parsed.success &&
    parsed.data.type === type &&
    parsed.data.challenge === challenge &&
    parsed.data.origin === origin &&
    parsed.data.crossOrigin !== true
  );
}

const isAuthenticatorData = (data: Buffer, { origin }: Expected, flags: number): boolean =>
  data.length >= 37 &&
  data.subarray(0, 32).equals(sha256(new URL(origin).hostname)) &&
  ((data[32] ?? 0) & flags) === flags;

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();

const spki = (publicKey: string) =>
  ({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" }) as const;

function keyType(publicKey: string): string | undefined {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(spki(publicKey));
    const isKnownCurve = asymmetricKeyDetails?.namedCurve === "prime256v1";
    return asymmetricKeyType === "ec" && !isKnownCurve ? undefined : asymmetricKeyType;
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
