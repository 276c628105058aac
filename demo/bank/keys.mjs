import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";

/** @import { Storage } from "./storage.mjs" */

/**
 * The bank's own keys and secrets, made when it opens for the first time: the keys that sign, RS256 as
 * OpenID Connect wants of everybody and ES256 beside it, and what signs its cookies.
 * @param {Storage} storage
 * @returns {Promise<{ jwks: { keys: Record<string, any>[] }, cookieKeys: string[] }>}
 */
export const keysOf = async (storage) => {
  const { state } = storage;
  if (state.jwks && state.cookieKeys) return /** @type {any} */ (state);
  state.jwks = { keys: [await signingKey("RS256"), await signingKey("ES256")] };
  state.cookieKeys = [randomBytes(32).toString("base64url")];
  storage.saveState();
  return /** @type {any} */ (state);
};

/** @param {string} alg */
const signingKey = async (alg) => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomBytes(8).toString("base64url");
  return { ...(await exportJWK(privateKey)), use: "sig", alg, kid };
};
