import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";

/** @import { Storage } from "./storage.mjs" */

/**
 * The bank's keys and secrets, created when it opens for the first time: keys that sign with RS256, which
 * OpenID Connect requires, and with ES256; and the secret that signs its cookies.
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
