import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { Application } from "./application.ts";
import type { World } from "./world.ts";

/**
 * The maximum age of an accepted signature, and the maximum lead over the receiver's clock, in
 * seconds.
 */
const MAX_AGE_S = 5 * 60;

/**
 * Checks each webhook's signature like a receiver that follows the documentation. The signature is
 * an ES256 JWT by a key from the API, with the body's hash, the client and the time.
 */
export const createSignatureRule = (world: World) => {
  const keys = new Map<string, KeyObject>();

  /** The key of an id; undefined if the API cannot be asked now. */
  const fetchKey = async (
    application: Application,
    kid: string,
  ): Promise<KeyObject | undefined> => {
    const known = keys.get(kid);
    if (known) return known;
    const answer = await application.call("/webhook_verification_key/get", { key_id: kid });
    if (!answer || answer.status >= 500 || answer.status === 429) return undefined;
    world.require(answer.status === 200, () => `a webhook's key ${kid} is not served`);
    const { alg, use, ...jwk } = answer.body.key as Record<string, string>;
    world.require(alg === "ES256" && use === "sig", () => `the key ${kid} is no key of ES256`);
    const key = createPublicKey({ key: jwk, format: "jwk" });
    keys.set(kid, key);
    return key;
  };

  return {
    /**
     * Whether a webhook is acceptable at its arrival time; false if its key is unavailable. A wrong
     * signature breaks the rule.
     */
    accepts: async (
      application: Application,
      { jwt, began }: { jwt: string; began: number },
      body: string,
    ): Promise<boolean> => {
      const [header = "", payload = "", signature = ""] = jwt.split(".");
      const { kid, alg } = decode(header);
      const key = await fetchKey(application, String(kid));
      if (!key) return false;
      const signed = { key, dsaEncoding: "ieee-p1363" } as const;
      const isSigned = verify(
        "sha256",
        Buffer.from(`${header}.${payload}`),
        signed,
        Buffer.from(signature, "base64url"),
      );
      world.require(isSigned && alg === "ES256", () => `a webhook is not signed by its key ${kid}`);
      const { iat, client_id: client, request_body_sha256: hash } = decode(payload);
      const age = Math.abs(began / 1000 - Number(iat));
      world.require(age <= MAX_AGE_S, () => `a webhook's signature is ${Math.round(age)} s old`);
      world.require(
        client === application.keys.client_id,
        () => `a webhook of ${application.name} is signed for ${String(client)}`,
      );
      world.require(
        hash === createHash("sha256").update(body).digest("hex"),
        () => "a webhook's signature has the hash of another body",
      );
      return true;
    },
  };
};

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString());
