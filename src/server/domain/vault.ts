import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import type { Environment } from "../../protocol/vocabulary.ts";
import { newToken, type Random } from "./identifiers.ts";

/** The operations that need the server's master key: sealing, derived keys and access tokens. */
export type Vault = {
  /** The id of the sealing master key: 12 hexadecimal digits that reveal nothing about the key. */
  keyId: string;
  /** Seals a text for a purpose. Only the same purpose opens it. */
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
  /** Seals bytes for a purpose. */
  sealBytes(purpose: string, bytes: Uint8Array): string;
  openBytes(purpose: string, sealed: string): Buffer;
  /** Reseals a text under the current master key. A text under the current key stays unchanged. */
  reseal(sealed: string): string;
  /**
   * Derives an independent key per purpose, as text. For STABLE_PURPOSES it is the same under every
   * master key; for the others it differs.
   */
  key(purpose: string): string;
  /**
   * Derives the access token of an Item. The store has only its digest, and the token can still be
   * issued again. A rotation increments the generation.
   */
  accessToken(environment: Environment, itemId: string, generation: number): string;
  /** The access tokens under all master keys so far, the current key's first. */
  accessTokens(environment: Environment, itemId: string, generation: number): string[];
  /** Returns the keys to retain from an old master key. */
  retainedFrom(old: Uint8Array): RetainedKeys;
};

/** Master keys of 32 bytes. The current key seals; the old key opens texts that it sealed. */
export type MasterKeys = { current: Uint8Array; old?: Uint8Array | undefined };

/** The keys derived from a master key. Key objects save 15 µs per text on Node 24. */
type KeySet = {
  keyId: string;
  /** Wraps each sealed text's own data key. */
  wrap: KeyObject;
  /** Sealed texts directly, before data keys existed. */
  seal: KeyObject;
  token: KeyObject;
};

/** The retained keys of former master keys, as hexadecimal digits. */
export type RetainedKeys = {
  /** The STABLE_PURPOSES keys, derived from the first master key. */
  stable: Record<string, string>;
  /** The keys for tokens and cursors issued under earlier master keys. */
  retired: { keyId: string; wrap: string; seal: string; token: string }[];
};

/**
 * The purposes whose keys outlive a master key: applications or other servers hold derived values,
 * or the store compares them.
 */
const STABLE_PURPOSES = [
  "persistent-account-id",
  "demo-bank",
  "person-email",
  "webhook-inbox",
] as const;

/** The purposes of texts that applications keep, which retired keys also open. */
const HANDED_OUT = /^transactions-cursor:/;

const NOTHING_RETAINED: RetainedKeys = { stable: {}, retired: [] };

/** A fixed length, since decryption would otherwise accept tags of four bytes. */
const AUTH_TAG = { authTagLength: 16 };

const WRAP_PURPOSE = "service-link/data-key";

/**
 * Creates a vault under a master key: AES-256-GCM to seal, HMAC-SHA-256 to derive. Each text has
 * its own random data key, wrapped under the master key (envelope encryption). A change of the
 * master key rewraps the data keys without reading the texts.
 */
export const createVault = (
  { current, old }: MasterKeys,
  random: Random,
  retainedKeys: RetainedKeys = NOTHING_RETAINED,
): Vault => {
  const keys = keySetOf(current);
  const older = old === undefined ? [] : [keySetOf(old)];
  const retiredKeys = retainedKeys.retired.map(fromHex);
  const all = [keys, ...older, ...retiredKeys];
  const opening = [keys, ...older];
  // Purposes are constants of this program. HKDF takes as long as ten HMACs, so keys are cached.
  const derivedKeys = new Map<string, string>();
  const makeToken = (
    key: KeyObject,
    environment: Environment,
    itemId: string,
    generation: number,
  ) =>
    newToken("access", {
      environment,
      random: () => createHmac("sha256", key).update(`${itemId}.${generation}`).digest(),
    });
  const wrap = (dataKey: KeyObject) =>
    encrypt(keys.wrap, WRAP_PURPOSE, dataKey.export(), random(12));
  const join = (dataKey: KeyObject, body: string) =>
    `${PREFIX}${keys.keyId}.${wrap(dataKey).toString("base64url")}.${body}`;
  const sealBytes = (purpose: string, bytes: Uint8Array): string => {
    const dataKey = createSecretKey(random(32));
    return join(dataKey, encrypt(dataKey, purpose, bytes, random(12)).toString("base64url"));
  };
  const openBytes = (purpose: string, sealed: string): Buffer => {
    const candidates = HANDED_OUT.test(purpose) ? all : opening;
    const { dataKeys, body } = splitSealed(sealed, candidates);
    return firstOf(dataKeys, (dataKey) => decrypt(dataKey, purpose, body));
  };
  return {
    keyId: keys.keyId,
    seal: (purpose, text) => sealBytes(purpose, Buffer.from(text)),
    open: (purpose, sealed) => openBytes(purpose, sealed).toString(),
    sealBytes,
    openBytes,
    reseal: (sealed) => {
      if (sealed.startsWith(`${PREFIX}${keys.keyId}.`)) return sealed;
      // For a directly sealed text, the wrapped key is the shared key of all such texts.
      const { dataKeys, body } = splitSealed(sealed, older);
      const [dataKey] = dataKeys;
      if (!dataKey)
        throw new Error("the old master key is needed to reseal the texts that it has sealed");
      return join(dataKey, body.toString("base64url"));
    },
    key: (purpose) => {
      const known = retainedKeys.stable[purpose] ?? derivedKeys.get(purpose);
      if (known !== undefined) return known;
      const key = derivedKey(current, purpose);
      derivedKeys.set(purpose, key);
      return key;
    },
    accessToken: (...of) => makeToken(keys.token, ...of),
    accessTokens: (...of) => all.map(({ token }) => makeToken(token, ...of)),
    retainedFrom: (master) => {
      const set = keySetOf(master);
      const previous = retainedKeys.retired.filter(({ keyId }) => keyId !== set.keyId);
      return {
        stable: { ...stableKeysOf(master), ...retainedKeys.stable },
        retired: [...previous, toHex(set)],
      };
    },
  };
};

/** The keys of STABLE_PURPOSES under a master key. */
export const stableKeysOf = (master: Uint8Array): RetainedKeys["stable"] =>
  Object.fromEntries(STABLE_PURPOSES.map((purpose) => [purpose, derivedKey(master, purpose)]));

/** The prefix of a sealed text; the id of its master key follows. */
const PREFIX = "v2.";

/** Matches sealed texts under a master key's id, anywhere in another text. */
export const sealedUnder = (keyId: string): RegExp =>
  new RegExp(`v2\\.${keyId}\\.[\\w-]+\\.[\\w-]+`, "g");

function keySetOf(master: Uint8Array): KeySet {
  if (master.length !== 32) throw new Error("the master key must have 32 bytes");
  return {
    keyId: subkey(master, "key-id").toString("hex", 0, 6),
    wrap: createSecretKey(subkey(master, "wrap")),
    seal: createSecretKey(subkey(master, "seal")),
    token: createSecretKey(subkey(master, "access-token")),
  };
}

/** Splits a sealed text into its possible data keys and its body. */
function splitSealed(
  sealed: string,
  candidates: readonly KeySet[],
): { dataKeys: KeyObject[]; body: Buffer } {
  if (!sealed.startsWith(PREFIX))
    return {
      dataKeys: candidates.map(({ seal }) => seal),
      body: Buffer.from(sealed, "base64url"),
    };
  const [, keyId, wrappedKey = "", body = "", ...rest] = sealed.split(".");
  const set = candidates.find((candidate) => candidate.keyId === keyId);
  if (!set || rest.length > 0)
    throw new Error("it is sealed under a master key that this server does not have");
  const dataKey = decrypt(set.wrap, WRAP_PURPOSE, Buffer.from(wrappedKey, "base64url"));
  return { dataKeys: [createSecretKey(dataKey)], body: Buffer.from(body, "base64url") };
}

function firstOf<T, Answer>(values: readonly T[], use: (value: T) => Answer): Answer {
  let failure: unknown;
  for (const value of values)
    try {
      return use(value);
    } catch (error) {
      failure = error;
    }
  // An exception with its stack would take a fifth of the time of opening a text.
  throw failure ?? new Error("there is no key to open it with");
}

function encrypt(key: KeyObject, purpose: string, text: Uint8Array, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce, AUTH_TAG).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: KeyObject, purpose: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), AUTH_TAG)
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

const derivedKey = (master: Uint8Array, purpose: string): string =>
  subkey(master, `key/${purpose}`).toString("hex");

const subkey = (masterKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", masterKey, "", `service-link/${purpose}`, 32));

const toHex = ({ keyId, wrap, seal, token }: KeySet): RetainedKeys["retired"][number] => ({
  keyId,
  wrap: wrap.export().toString("hex"),
  seal: seal.export().toString("hex"),
  token: token.export().toString("hex"),
});

const fromHex = ({ keyId, wrap, seal, token }: RetainedKeys["retired"][number]): KeySet => ({
  keyId,
  wrap: createSecretKey(wrap, "hex"),
  seal: createSecretKey(seal, "hex"),
  token: createSecretKey(token, "hex"),
});
