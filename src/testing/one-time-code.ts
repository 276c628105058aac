import { totpCode } from "../server/domain/dashboard/totp.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Returns the one-time code of a base32 secret at a time in ms since 1970, like an authenticator
 * app.
 */
export const oneTimeCode = (secret: string, now: number): string => {
  const bits = Array.from(secret, (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return totpCode(Buffer.from(bytes), Math.floor(now / 30_000));
};
