import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Reply } from "./reply.ts";

/** Returns a proof of possession (DPoP, RFC 9449) for one request and its token. */
export type Prove = (
  method: string,
  url: string,
  options?: { accessToken?: string | undefined; nonce?: string | undefined },
) => Promise<string>;

/** Sends a request with a proof, and again with the nonce that the first response asks for (RFC 9449, 8). */
export const sendProven = async (
  prove: (nonce?: string) => Promise<string>,
  send: (proof: string) => Promise<Reply>,
): Promise<Reply> => {
  const first = await send(await prove());
  const nonce = first.headers.get("dpop-nonce");
  return nonce !== null && (first.status === 400 || first.status === 401)
    ? send(await prove(nonce))
    : first;
};

/** Generates a key; returns a function that makes proofs with it, by this machine's clock like those of Link. */
export const createProver = async (): Promise<Prove> => {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return (method, url, { accessToken, nonce } = {}) => {
    const { origin, pathname } = new URL(url);
    const ath =
      accessToken !== undefined && createHash("sha256").update(accessToken).digest("base64url");
    return new SignJWT({
      htm: method,
      htu: `${origin}${pathname}`,
      jti: randomUUID(),
      ...(ath && { ath }),
      ...(nonce !== undefined && { nonce }),
    })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .setIssuedAt(Math.floor(Date.now() / 1000))
      .sign(privateKey);
  };
};
