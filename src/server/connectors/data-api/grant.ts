import { webcrypto } from "node:crypto";
import { z } from "zod";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

/** The algorithm of the keys that tokens are bound to (RFC 9449). */
export const DPOP_ALGORITHM = "ES256";

/** The private key that a grant's tokens are bound to, as a JWK. */
export const DpopKey = z.strictObject({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
export type DpopKey = z.infer<typeof DpopKey>;

/** Makes a key to bind a grant's tokens to. */
export const createDpopKey = async (): Promise<DpopKey> => {
  const { privateKey } = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign"]);
  const { x, y, d } = await webcrypto.subtle.exportKey("jwk", privateKey);
  return DpopKey.parse({ kty: "EC", crv: "P-256", x, y, d });
};

/** The pair of keys to sign proofs with. */
export const importDpopKey = async ({ d, ...jwk }: DpopKey): Promise<webcrypto.CryptoKeyPair> => ({
  privateKey: await webcrypto.subtle.importKey("jwk", { ...jwk, d }, ALGORITHM, false, ["sign"]),
  publicKey: await webcrypto.subtle.importKey("jwk", jwk, ALGORITHM, true, ["verify"]),
});

/** A user's grant at an institution: the connector state of an Item. */
export const Grant = z.strictObject({
  /** The id of the grant, which stays while its tokens rotate. */
  id: z.string(),
  /** The issuer of the tokens, and their only receiver. */
  issuer: z.string(),
  /**
   * The user's id at the issuer, or their name there without a token. The same in every login of
   * the user.
   */
  subject: z.string().nullable(),
  /** The client of the grant; null if not stored. */
  clientId: z.string().nullable().default(null),
  /** Null if the consent alone is the access, and no token was given out. */
  accessToken: z.string().nullable(),
  /** The access token's expiry, in ms since 1970; null if unknown. */
  expiresAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
  /** The key that the tokens are bound to; null for bearer tokens. */
  dpopKey: DpopKey.nullable(),
  /** Until when a process has the lease to use the refresh token. */
  leaseUntil: z.number().nullable(),
  /** The time until which the institution accepts no calls, in ms since 1970. */
  pausedUntil: z.number().nullable(),
  /** The id of the user's consent at the institution; null for none. */
  consentId: z.string().nullable().default(null),
  /** The end of the consent according to the first token response; null if unknown. */
  consentExpiresAt: z.number().nullable().default(null),
  /**
   * Whether the consent is another application's, which alone may end it, since another login may
   * use it.
   */
  isImported: z.boolean().default(false),
  /** The time since which lists have lacked a transaction, by our id, in ms since 1970. */
  missing: z.record(z.string(), z.number()).default({}),
});
export type Grant = z.infer<typeof Grant>;

/** Access to a user's data: a grant that is renewed when necessary. */
export type Access = {
  grant(): Promise<Grant>;
  /** Whether the token is new, so that the institution has not accepted one like it yet. */
  isNew: boolean;
  /** Returns a grant with another access token than the refused one. */
  renew(refusedToken: string | null): Promise<Grant>;
  /** Stores the end of the pause that the institution requested, in ms since 1970. */
  pause(until: number): Promise<void>;
};

/** Parses the connector state of a login; null if it has none. */
export const parseGrant = ({ connectorState }: { connectorState: string | null }): Grant | null =>
  connectorState === null ? null : Grant.parse(JSON.parse(connectorState));

/**
 * Whether two grants may be the same customer's. An issuer may use other ids for another client.
 */
export const isSameCustomer = (a: Grant, b: Grant): boolean =>
  a.issuer !== b.issuer ||
  a.clientId === null ||
  a.clientId !== b.clientId ||
  a.subject === null ||
  b.subject === null ||
  a.subject === b.subject;
