import { prefixPattern, TOKEN_KINDS, type TokenKind } from "./token-kinds.ts";
import { ENVIRONMENTS } from "./vocabulary.ts";

const ENVIRONMENT = `(?:${ENVIRONMENTS.join("|")})`;

/** The prefixes of the kinds whose identifiers look alike, as a regular expression. */
const prefixes = (identifier: "uuid" | "base62"): string =>
  (Object.keys(TOKEN_KINDS) as TokenKind[])
    .filter((kind) => TOKEN_KINDS[kind].identifier === identifier)
    .map((kind) => prefixPattern(kind, ENVIRONMENT))
    .join("|");

/**
 * A token, or enough of one. It may be glued to the text before it; the name of a host, such as
 * data-production-cluster01, is none.
 */
const TOKEN = new RegExp(
  `(${prefixes("uuid")})[0-9a-f-]{8,}|(${prefixes("base62")})[0-9A-Za-z]{20,}`,
  "gi",
);

/** Secrets and the tokens of sessions have 40 letters and digits or more, ids at most 37. */
const SECRET = /[0-9A-Za-z]{40,}/g;

/** The same in the alphabet of base64url, as others make theirs. */
const ENCODED = /[\w-]{40,}/g;

/** A piece of text in which an encoding leaves no gap. */
const PIECE = /[^\s"'<>(){}[\],;]+/g;

/** How often a text may have been encoded. */
const MAX_ENCODINGS = 5;

/**
 * Redacts tokens and secrets in a text by what they look like, wherever they are in it, also where they are
 * percent-encoded or escaped as in JSON.
 */
export const redactTokens = (text: string): string => {
  const plain = redactPlain(text);
  if (!/%|\\u/.test(plain)) return plain;
  return plain.replaceAll(PIECE, (piece) => {
    const decoded = decode(piece);
    return redactPlain(decoded) === decoded ? piece : "…";
  });
};

/** Redacts tokens in the strings and names of a JSON value, so that its text is JSON again. */
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

/** Whether a run of characters is no name of several words: those have one case. */
const isMixed = (run: string): boolean => /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);

function decode(piece: string): string {
  let text = piece;
  for (let round = 0; round < MAX_ENCODINGS; round++) {
    const decoded = text.replaceAll(/(?:%|\\+u00)([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded === text) break;
    text = decoded;
  }
  return text;
}
