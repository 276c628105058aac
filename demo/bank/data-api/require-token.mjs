import { createHash } from "node:crypto";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import { showsCertificate } from "../mutual-tls.mjs";
import { Refusal } from "./refusal.mjs";

/** @import { IncomingMessage } from "node:http" */

/** A proof is good for so long, and once. Seconds. */
const PROOF_LIFETIME = 60;
const ALGORITHMS = ["ES256", "EdDSA", "Ed25519"];

/**
 * The access token of a request, as `Bearer`, or as `DPoP` with a proof (RFC 9449) if it is bound to a key.
 * Throws 401 if there is no valid token, and 403 if it lacks the scope.
 * @param {{ provider: import("../oidc.d.mts").BankProvider, issuer: string, storage: import("../storage.mjs").Storage }} bank
 * @param {IncomingMessage} request
 * @param {string} scope
 */
export const requireToken = async ({ provider, issuer, storage }, request, scope) => {
  const [, scheme = "", value = ""] =
    /^(Bearer|DPoP) (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (value === "") throw unauthorizedAnswer("Send an access token in the header Authorization.");
  const token = await provider.AccessToken.find(value);
  if (!token)
    throw unauthorizedAnswer(
      "The access token is unknown, expired or revoked.",
      "invalid_token",
      /^dpop$/i.test(scheme) ? "DPoP" : "Bearer",
    );
  if (token["x5t#S256"] && !showsCertificate(request, token["x5t#S256"]))
    throw unauthorizedAnswer(
      "The access token is bound to a certificate: show it in TLS.",
      "invalid_token",
    );
  if (token.jkt) {
    if (!/^dpop$/i.test(scheme))
      throw unauthorizedAnswer(
        "The access token is bound to a key: send it as DPoP, with a proof.",
        "invalid_token",
        "DPoP",
      );
    await requireProof({ issuer, storage }, request, value, token.jkt);
  }
  if (!(token.scope ?? "").split(" ").includes(scope))
    throw new Refusal(403, "602", `The access token lacks the scope ${scope}.`, {
      "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  return token;
};

/**
 * @param {{ issuer: string, storage: import("../storage.mjs").Storage }} bank
 * @param {IncomingMessage} request
 * @param {string} accessToken
 * @param {string} thumbprint
 */
async function requireProof({ issuer, storage }, request, accessToken, thumbprint) {
  const refuse = (/** @type {string} */ why) =>
    unauthorizedAnswer(`The DPoP proof ${why}.`, "invalid_dpop_proof", "DPoP");
  const { payload, protectedHeader } = await jwtVerify(String(request.headers.dpop), EmbeddedJWK, {
    algorithms: ALGORITHMS,
    typ: "dpop+jwt",
  }).catch(() => {
    throw refuse("is missing or not a signed JWT of type dpop+jwt");
  });
  const url = new URL(request.url ?? "/", issuer);
  const now = Math.floor(Date.now() / 1000);
  if (payload.htm !== request.method) throw refuse("is for another method");
  if (payload.htu !== `${url.origin}${url.pathname}`) throw refuse("is for another address");
  if (Math.abs(now - Number(payload.iat)) > PROOF_LIFETIME) throw refuse("is too old");
  if (payload.ath !== createHash("sha256").update(accessToken).digest("base64url"))
    throw refuse("is for another access token");
  if ((await calculateJwkThumbprint(/** @type {any} */ (protectedHeader.jwk))) !== thumbprint)
    throw refuse("is signed with another key than the token is bound to");
  const key = `Proof:${thumbprint}:${payload.jti}`;
  if (typeof payload.jti !== "string" || storage.get(key)) throw refuse("was used before");
  storage.set(key, {}, 2 * PROOF_LIFETIME);
}

/**
 * A refusal that names the accepted schemes: all of them, or the one that was used.
 * @param {string} message
 * @param {string} [error]
 * @param {"Bearer" | "DPoP"} [scheme]
 */
const unauthorizedAnswer = (message, error, scheme = "Bearer") => {
  const algorithms = `algs="${ALGORITHMS.join(" ")}"`;
  const challenge =
    scheme === "DPoP" ? `DPoP error="${error}", ${algorithms}` : `Bearer error="${error}"`;
  return new Refusal(401, "401", message, {
    "www-authenticate": error ? challenge : `Bearer, DPoP ${algorithms}`,
  });
};
