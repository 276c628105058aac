import { prefixPattern, TOKEN_KINDS, type TokenKind } from "./link/token-kinds.ts";
import { ENVIRONMENTS } from "./vocabulary.ts";

const ENVIRONMENT = `(?:${ENVIRONMENTS.join("|")})`;

/** The prefixes of all kinds with the same identifier format, as a regular expression. */
const prefixes = (identifier: "uuid" | "base62"): string =>
  (Object.keys(TOKEN_KINDS) as TokenKind[])
    .filter((kind) => TOKEN_KINDS[kind].identifier === identifier)
    .map((kind) => prefixPattern(kind, ENVIRONMENT))
    .join("|");

/**
 * A token or its recognizable part, even directly after other text. Host names such as
 * data-production-cluster01 do not match.
 */
const TOKEN = new RegExp(
  `(${prefixes("uuid")})[0-9a-f-]{8,}|(${prefixes("base62")})[0-9A-Za-z]{20,}`,
  "gi",
);

/** Secrets and session tokens have 40 alphanumeric characters or more, ids at most 37. */
const SECRET = /[0-9A-Za-z]{40,}/g;

/** Secrets of other services, in the alphabet of base64url. */
const ENCODED = /[\w-]{40,}/g;

/** A run of characters that an encoding leaves without gaps. */
const PIECE = /[^\s"'<>(){}[\],;]+/g;

/**
 * An encoded character. A run of backslashes is matched as a whole, since a search from each
 * backslash would be quadratic.
 */
const ESCAPE = /%([0-9a-f]{2})|\\+(?:u00([0-9a-f]{2}))?/gi;

/** The maximum number of nested encodings. */
const MAX_ENCODINGS = 5;

/**
 * Redacts tokens and secrets in a text by their format, at any position. Percent-encoded and
 * JSON-escaped tokens are included.
 */
export const redactTokens = (text: string): string => {
  const plain = redactPlain(text);
  if (!/%|\\u/.test(plain)) return plain;
  return plain.replaceAll(PIECE, (piece) => {
    const decoded = decode(piece);
    return redactPlain(decoded) === decoded ? piece : "…";
  });
};

/** Redacts tokens in the strings and names of a JSON value; the result is valid JSON. */
export const redactTokensIn = (value: unknown): unknown => {
  if (typeof value === "string") return redactTokens(value);
  if (Array.isArray(value)) return value.map(redactTokensIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redactTokens(name), redactTokensIn(part)]),
  );
};

const redactPlain = (text: string): string =>
  text
    .replaceAll(TOKEN, (_, first?: string, second?: string) => `${first ?? second}…`)
    .replaceAll(SECRET, "…")
    .replaceAll(ENCODED, (run) => (isMixed(run) ? "…" : run));

/**
 * Whether a run of characters mixes digits, capitals and small letters, unlike names of several
 * words.
 */
const isMixed = (run: string): boolean => /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);

function decode(piece: string): string {
  let text = piece;
  for (let round = 0; round < MAX_ENCODINGS; round++) {
    const decoded = text.replaceAll(ESCAPE, (match, percent?: string, escaped?: string) => {
      const code = percent ?? escaped;
      return code === undefined ? match : String.fromCharCode(Number.parseInt(code, 16));
    });
    if (decoded === text) break;
    text = decoded;
  }
  return text;
}
