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
  /**
   * The name of the master key that seals: 12 hexadecimal digits, which reveal nothing about the
   * key.
   */
  keyId: string;
  /** Encrypts a text for one purpose; only the same purpose opens it. */
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
  /** Encrypts bytes for one purpose. */
  sealBytes(purpose: string, bytes: Uint8Array): string;
  openBytes(purpose: string, sealed: string): Buffer;
  /** Reseals a text under the current master key; a text that is under it already stays unchanged. */
  reseal(sealed: string): string;
  /**
   * Derives a key for one purpose, as text, independent of the others: the same under every master key for
   * the purposes of STABLE_PURPOSES, and a different one under each master key for the rest.
   */
  key(purpose: string): string;
  /**
   * The access token of an Item. It is derived, so that it can be issued again although the store has
   * only its digest; a rotation increments the generation.
   */
  accessToken(environment: Environment, itemId: string, generation: number): string;
  /** The access tokens under every master key there has been, the current one first. */
  accessTokens(environment: Environment, itemId: string, generation: number): string[];
  /** Returns the keys to retain when an old master key is given up for the current one. */
  retainedFrom(old: Uint8Array): RetainedKeys;
};

/** Master keys of 32 bytes: the current one seals, and the old one opens texts that it has sealed. */
export type MasterKeys = { current: Uint8Array; old?: Uint8Array | undefined };

/**
 * The keys derived from one master key. They are objects: given a key as bytes, Node 24 takes 15 µs more for
 * each text.
 */
type KeySet = {
  keyId: string;
  /** Wraps the data key that each sealed text has of its own. */
  wrap: KeyObject;
  /** Sealed texts directly, before they had data keys. */
  seal: KeyObject;
  token: KeyObject;
};

/** The retained keys of former master keys, as hexadecimal digits. */
export type RetainedKeys = {
  /** The keys of STABLE_PURPOSES, derived from the first master key. */
  stable: Record<string, string>;
  /** The keys for tokens and cursors that were issued under earlier master keys. */
  retired: { keyId: string; wrap: string; seal: string; token: string }[];
};

/**
 * The purposes whose keys outlive a master key: applications or other servers hold values derived from them,
 * or the store compares by these.
 */
const STABLE_PURPOSES = [
  "persistent-account-id",
  "demo-bank",
  "person-email",
  "webhook-inbox",
] as const;

/** The purposes of texts that applications keep, which retired keys open, too. */
const HANDED_OUT = /^transactions-cursor:/;

const NOTHING_RETAINED: RetainedKeys = { stable: {}, retired: [] };

/** Fixed, since decryption would otherwise accept tags as short as four bytes. */
const AUTH_TAG = { authTagLength: 16 };

const WRAP_PURPOSE = "service-link/data-key";

/**
 * Creates a vault under a master key: AES-256-GCM to seal, HMAC-SHA-256 to derive. Each text is
 * sealed under a random data key, which is wrapped under the master key (envelope encryption): a
 * change of the master key wraps the data keys again, and does not read the texts.
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
  // Each purpose is a constant of this program. HKDF takes as long as ten HMACs.
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
      // For a directly sealed text, the wrapped key is the one key of all such texts.
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

/** Matches the sealed texts under the master key of an id, anywhere in another text. */
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

/** Splits a sealed text into the data keys that may have sealed it, and its body. */
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
  // An exception with its stack takes a fifth of the time of opening a text.
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
