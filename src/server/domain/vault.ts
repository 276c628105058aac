import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import type { Environment } from "../../protocol/vocabulary.ts";
import { newToken, type Random } from "./identifiers.ts";

/** All that needs the server's master key: sealing, derived keys and access tokens. */
export type Vault = {
  /** Encrypts a text for one purpose; only the same purpose opens it. */
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
  /** A derived key for one purpose, as text: always the same, and independent of the others. */
  key(purpose: string): string;
  /**
   * The access token of an Item. It is derived, so that it can be issued again although the store has
   * only its digest; a rotation increments the generation.
   */
  accessToken(environment: Environment, itemId: string, generation: number): string;
};

/** Fixed, since decryption would otherwise accept tags as short as four bytes. */
const AUTH_TAG = { authTagLength: 16 };

/** A vault under a master key of 32 bytes: AES-256-GCM to seal, HMAC-SHA-256 to derive. */
export const createVault = (masterKey: Uint8Array, random: Random): Vault => {
  if (masterKey.length !== 32) throw new Error("the master key must have 32 bytes");
  const sealKey = subkey(masterKey, "seal");
  const tokenKey = subkey(masterKey, "access-token");
  return {
    seal: (purpose, text) => {
      const nonce = random(12);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce, AUTH_TAG).setAAD(
        Buffer.from(purpose),
      );
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, 12), AUTH_TAG)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
    },
    key: (purpose) => subkey(masterKey, `key/${purpose}`).toString("hex"),
    accessToken: (environment, itemId, generation) =>
      newToken("access", {
        environment,
        random: () => createHmac("sha256", tokenKey).update(`${itemId}.${generation}`).digest(),
      }),
  };
};

const subkey = (masterKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "", `service-link/${purpose}`, 32));
