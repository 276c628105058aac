import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { pushOrAddress, type Session } from "../check-session.ts";
import type { ClientAuthentication } from "../client-authentication.ts";
import type { Reply } from "../reply.ts";
import type { RefusedObjects } from "./observations.ts";

type Terms = { audience: string; expired?: boolean };

/** Signs the parameters of an authorization request by the client's key. */
export const signObject = (
  { clientId }: Pick<Session, "clientId">,
  { key, keyId, algorithm }: Extract<ClientAuthentication, { by: "key" }>,
  parameters: Record<string, unknown>,
  { audience, expired = false }: Terms,
): Promise<string> =>
  new SignJWT(parameters)
    .setProtectedHeader({ alg: algorithm, ...(keyId !== undefined && { kid: keyId }) })
    .setIssuer(clientId)
    .setAudience(audience)
    .setIssuedAt(expired ? "-10m" : undefined)
    .setNotBefore(expired ? "-10m" : "0s")
    .setExpirationTime(expired ? "-5m" : "5m")
    .sign(key);

/**
 * Sends request objects that every bank must refuse, without a user; null for a client that signs
 * none.
 */
export const probeObjects = async (
  session: Session,
  metadata: Reply,
  audience: string,
): Promise<RefusedObjects | null> => {
  const { authentication } = session;
  if (authentication.by !== "key" || !session.signRequest) return null;
  const send = (signRequest: NonNullable<Session["signRequest"]>) => {
    const random = () => randomBytes(32).toString("base64url");
    const values = { state: random(), nonce: random(), verifier: random() };
    return pushOrAddress({ ...session, signRequest }, metadata, values);
  };
  const signed = (terms: Terms) => (parameters: Record<string, unknown>) =>
    signObject(session, authentication, parameters, terms);
  const answerTo = async (signRequest: NonNullable<Session["signRequest"]>): Promise<Reply> => {
    const { push, address } = await send(signRequest);
    return push !== null && push.status !== 201 ? push : session.call(address);
  };
  return {
    tampered: await answerTo(async (parameters) =>
      withOtherSignature(await signed({ audience })(parameters)),
    ),
    expired: await answerTo(signed({ audience, expired: true })),
    otherAudience: await answerTo(signed({ audience: "https://another-bank.example" })),
  };
};

/** A signed object with a wrong signature. */
const withOtherSignature = (object: string): string => {
  const [header, claims, signature = ""] = object.split(".");
  const turned = [...signature].toReversed().join("");
  return `${header}.${claims}.${turned}`;
};
