import { hash, timingSafeEqual } from "node:crypto";
import {
  prefixPattern,
  TOKEN_KINDS,
  type TokenKind,
  tokenPattern,
} from "../../protocol/link/token-kinds.ts";
import type { Environment } from "../../protocol/vocabulary.ts";

/** A source of random bytes; an argument so that tests can fix it. */
export type Random = (bytes: number) => Uint8Array;

const POOL_BYTES = 4096;

/** Wraps the source in a buffer, since many small reads are slower; no byte is used twice. */
export const randomPool = (random: Random): Random => {
  let pool = random(0);
  let at = 0;
  return (bytes) => {
    if (at + bytes > pool.length) [pool, at] = [random(Math.max(bytes, POOL_BYTES)), 0];
    at += bytes;
    return pool.subarray(at - bytes, at);
  };
};

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** An opaque identifier of letters and digits, evenly drawn; 32 of them carry 190 bits. */
export const opaqueId = (random: Random, length = 32): string => {
  const letters: number[] = [];
  while (letters.length < length) {
    for (const byte of random(length * 2)) {
      if (byte < 248 && letters.length < length) letters.push(ALPHABET.charCodeAt(byte % 62));
    }
  }
  return String.fromCharCode(...letters);
};

/** Creates the id of a request, for its response, its header and the log: 15 letters and digits. */
export const newRequestId = (random: Random): string => opaqueId(random, 15);

/** A version 4 UUID made of 16 given bytes. */
export const toUuid = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes.subarray(0, 16));
  hex[6] = ((hex[6] ?? 0) & 0x0f) | 0x40;
  hex[8] = ((hex[8] ?? 0) & 0x3f) | 0x80;
  return hex.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

/** A token of a kind, good in an environment. */
export const newToken = (
  kind: TokenKind,
  { environment, random }: { environment: Environment; random: Random },
): string =>
  `${prefixPattern(kind, environment)}${IDENTIFIERS[TOKEN_KINDS[kind].identifier](random)}`;

const IDENTIFIERS = {
  uuid: (random: Random) => toUuid(random(16)),
  base62: (random: Random) => opaqueId(random),
};

/** The environment that a well-formed token of a kind names; null for anything else. */
export const tokenEnvironment = (kind: TokenKind, token: string): string | null =>
  PATTERNS.get(kind)?.exec(token)?.[1] ?? null;

const PATTERNS = new Map(
  Object.keys(TOKEN_KINDS).map((kind) => [
    kind,
    new RegExp(tokenPattern(kind as TokenKind, "([a-z]+)")),
  ]),
);

/** The stored digest of a token or secret. They are random and long, so one hash is enough. */
export const digest = (token: string): string => hash("sha256", token, "base64url");

/** Constant-time comparison of two digests; two that are missing are not equal. */
export const isSameDigest = (a: string | null, b: string | null): boolean => {
  if (a === null || b === null) return false;
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
