import { createPublicKey, verify } from "node:crypto";

const DAY_SECONDS = 86_400;

/** How far the clock of an application may be off. */
const LEEWAY_SECONDS = 60;

/** The application of a bearer token, or null for an invalid token. */
export const applicationOf = (header, applications, nowMs) => {
  const [, token = ""] = /^Bearer (.+)$/.exec(header ?? "") ?? [];
  const [head, claims, signature] = token.split(".");
  if (!head || !claims || !signature) return null;
  const { typ, alg, kid } = json(head);
  const application = applications.find(({ id }) => id === kid);
  if (!application || typ !== "JWT" || alg !== "RS256") return null;
  const isSigned = verify(
    "RSA-SHA256",
    Buffer.from(`${head}.${claims}`),
    createPublicKey(application.publicKey),
    Buffer.from(signature, "base64url"),
  );
  const { iss, aud, iat, exp } = json(claims);
  const now = nowMs / 1000;
  const isGood =
    isSigned &&
    iss === "enablebanking.com" &&
    (aud === "api.enablebanking.com" || aud === "api.tilisy.com") &&
    exp - iat <= DAY_SECONDS &&
    iat <= now + LEEWAY_SECONDS &&
    exp > now - LEEWAY_SECONDS;
  return isGood ? application : null;
};

const json = (part) => {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return {};
  }
};
