import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** Makes a proof of possession (DPoP, RFC 9449) for one request, with the token that it carries. */
export type Prove = (method: string, url: string, accessToken?: string) => Promise<string>;

/** A key of its own, and proofs by it. */
export const createProver = async (clock: () => number): Promise<Prove> => {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return (method, url, accessToken) => {
    const { origin, pathname } = new URL(url);
    const ath =
      accessToken !== undefined && createHash("sha256").update(accessToken).digest("base64url");
    return new SignJWT({
      htm: method,
      htu: `${origin}${pathname}`,
      jti: randomUUID(),
      ...(ath && { ath }),
    })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .setIssuedAt(Math.floor(clock() / 1000))
      .sign(privateKey);
  };
};
