import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import type { Environment } from "../../protocol/vocabulary.ts";
import { environmentToken, type Random } from "./identifiers.ts";

/** What needs the server's master key: sealing what must be read again, and access tokens. */
export type Vault = {
  /** Encrypts a text for one purpose; only the same purpose opens it. */
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
  /** A key of its own for one purpose, as text: the same for ever, and telling nothing of the others. */
  key(purpose: string): string;
  /**
   * The access token of an Item. It is derived, so that an Item keeps its token although the store
   * holds no more than a digest of it; rotating it counts the generation up.
   */
  accessToken(environment: Environment, itemId: string, generation: number): string;
};

/** Left open, it would be as long as what comes: four bytes are soon guessed. */
const AUTH_TAG = { authTagLength: 16 };

/** A vault under a master key of 32 bytes: AES-256-GCM to seal, HMAC-SHA-256 to derive. */
export const createVault = (masterKey: Uint8Array, random: Random): Vault => {
  if (masterKey.length !== 32) throw new Error("the master key must have 32 bytes");
  const sealing = subkey(masterKey, "seal");
  const deriving = subkey(masterKey, "access-token");
  return {
    seal: (purpose, text) => {
      const nonce = random(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce, AUTH_TAG).setAAD(
        Buffer.from(purpose),
      );
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (purpose, sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12), AUTH_TAG)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
    },
    key: (purpose) => subkey(masterKey, `key/${purpose}`).toString("hex"),
    accessToken: (environment, itemId, generation) =>
      environmentToken(
        "access",
        environment,
        createHmac("sha256", deriving).update(`${itemId}.${generation}`).digest(),
      ),
  };
};

const subkey = (masterKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "", `service-link/${purpose}`, 32));
