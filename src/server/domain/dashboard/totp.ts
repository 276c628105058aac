import { createHmac, timingSafeEqual } from "node:crypto";

/** The defaults of authenticator apps: SHA-1, 30 seconds, 6 digits (RFC 6238). */
const STEP_MS = 30_000;
const DIGITS = 6;

/** The length of a new secret in bytes, the output length of SHA-1. */
export const TOTP_SECRET_BYTES = 20;

/** Returns the one-time code of a step, in half minutes since 1970. */
export const totpCode = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  // Dynamic truncation (RFC 4226): the last four bits are the code's offset.
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
};

/**
 * Returns the step of a one-time code at a time in ms since 1970; null for a wrong code.
 * Neighbouring steps are accepted, since clocks differ. Every code takes the same time.
 */
export const totpStep = (secret: Uint8Array, code: string, now: number): number | null => {
  const current = Math.floor(now / STEP_MS);
  const given = Buffer.from(code);
  let found: number | null = null;
  for (const step of [current - 1, current, current + 1]) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns bytes in base32 (RFC 4648) without padding, as authenticator apps take a secret. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
};

/** Returns the address for an authenticator app's QR code. */
export const otpauthUri = (secret: Uint8Array, issuer: string, account: string): string => {
  const label = [issuer, account].map(encodeURIComponent).join(":");
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
};
