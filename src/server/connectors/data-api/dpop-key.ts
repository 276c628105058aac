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
