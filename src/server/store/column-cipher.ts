import { LRUCache } from "lru-cache";
import type { Vault } from "../domain/vault.ts";
import type { Database, Queryable } from "./tables.ts";

/** Seals column values, each bound to its purpose. */
export type ColumnCipher = {
  seal(purpose: string, bytes: Uint8Array): string;
  open(purpose: string, sealed: string): Buffer;
};

const ciphers = new WeakMap<Queryable, ColumnCipher>();

/** A cipher whose vault is set after the store is open. */
export const lateCipher = () => {
  let cipher: ColumnCipher | undefined;
  const requireCipher = (): ColumnCipher => {
    if (!cipher) throw new Error("the store has sealed columns, and the vault is not open yet");
    return cipher;
  };
  return {
    seal: (purpose: string, bytes: Uint8Array) => requireCipher().seal(purpose, bytes),
    open: (purpose: string, sealed: string) => requireCipher().open(purpose, sealed),
    /** Sets the vault. */
    use: ({ sealBytes, openBytes }: Pick<Vault, "sealBytes" | "openBytes">) => {
      cipher = { seal: sealBytes, open: openBytes };
    },
  };
};

/** Returns the database with a cipher, which its transactions use as well. */
export const withCipher = <DB extends Database>(db: DB, cipher: ColumnCipher): DB => {
  const { transact } = db;
  ciphers.set(db, cipher);
  return Object.assign(db, {
    transact: ((work, options) =>
      transact((transaction) => {
        ciphers.set(transaction, cipher);
        return work(transaction);
      }, options)) satisfies Database["transact"],
  });
};

/** Seals a text for a purpose, such as `item_account.numbers:<id>`. */
export const sealText = (db: Queryable, place: string, text: string): string =>
  sealBytes(db, place, Buffer.from(text));

/** Opens a text. A text that an earlier version stored unencrypted is returned unchanged. */
export const openText = (db: Queryable, place: string, text: string): string =>
  isSealed(text) ? cipherOf(db).open(sealPurpose(place), text).toString() : text;

/**
 * The number of characters that the cache of opened texts holds: enough for thousands of accounts.
 */
const CACHE_CHARACTERS = 4 * 1024 * 1024;

const openedTexts = new WeakMap<ColumnCipher, LRUCache<string, string>>();

/**
 * Opens a text that many requests need, such as an account's. An LRU cache keeps opened texts by
 * purpose and sealed text; a change produces another sealed text.
 */
export const openTextOften = (db: Queryable, place: string, text: string): string => {
  if (!isSealed(text)) return text;
  const cipher = cipherOf(db);
  const opened =
    openedTexts.get(cipher) ?? new LRUCache<string, string>({ maxSize: CACHE_CHARACTERS });
  openedTexts.set(cipher, opened);
  const key = `${place} ${text}`;
  const known = opened.get(key);
  if (known !== undefined) return known;
  const plain = cipher.open(sealPurpose(place), text).toString();
  opened.set(key, plain, { size: key.length + plain.length });
  return plain;
};

/** Seals bytes for a purpose. */
export const sealBytes = (db: Queryable, place: string, bytes: Uint8Array): string =>
  cipherOf(db).seal(sealPurpose(place), bytes);

/** Opens bytes. An earlier version stored unencrypted bytes in base64. */
export const openBytes = (db: Queryable, place: string, text: string): Buffer =>
  isSealed(text) ? cipherOf(db).open(sealPurpose(place), text) : Buffer.from(text, "base64");

const isSealed = (text: string): boolean => text.startsWith("v2.");

const sealPurpose = (place: string): string => `column:${place}`;

function cipherOf(db: Queryable): ColumnCipher {
  const cipher = ciphers.get(db);
  if (!cipher)
    throw new Error("sealed columns of the store are not read or written without its master key");
  return cipher;
}
