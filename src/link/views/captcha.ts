/** More attempts than any challenge of the bridge needs. */
const MAX_ATTEMPTS = 10_000;

/** The parameters of an ALTCHA challenge: numbers as they are, bytes in hexadecimal. */
type Parameters = {
  nonce: string;
  salt: string;
  cost: number;
  keyLength: number;
  keyPrefix: string;
};

/**
 * Solves an ALTCHA challenge by PBKDF2 with SHA-256, the only kind of the bridge. Finds a counter
 * for which the nonce with the counter derives a key with the required prefix. Rejects with an
 * AbortError when `signal` aborts.
 */
export const solveProofOfWork = async (
  { parameters }: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ counter: number; derivedKey: string }> => {
  const { nonce, salt, cost, keyLength, keyPrefix } = parameters as Parameters;
  const password = parseHex(`${nonce}00000000`);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: parseHex(salt), iterations: cost };
  for (let counter = 0; counter < MAX_ATTEMPTS; counter++) {
    signal.throwIfAborted();
    new DataView(password.buffer).setUint32(password.length - 4, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = toHex(await crypto.subtle.deriveBits(algorithm, key, 8 * keyLength));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
  throw new Error("the bridge's captcha has no solution");
};

const parseHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

const toHex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
