import { prefixPattern, TOKEN_KINDS, type TokenKind } from "./token-kinds.ts";
import { ENVIRONMENTS } from "./vocabulary.ts";

const PREFIXES = Object.keys(TOKEN_KINDS).map((kind) =>
  prefixPattern(kind as TokenKind, `(?:${ENVIRONMENTS.join("|")})`),
);
// Within a word, too: a token may be glued to the text before it.
const TOKEN = new RegExp(`(${PREFIXES.join("|")})[0-9A-Za-z-]{8,}`, "gi");

/** Secrets and the tokens of sessions have 40 letters and digits or more, ids at most 37. */
const SECRET = /[0-9A-Za-z]{40,}/g;

/** The same in the alphabet of base64url, as others make theirs. */
const ENCODED = /[\w-]{40,}/g;

/** A piece of text in which an encoding leaves no gap. */
const PIECE = /[^\s"'<>(){}[\],;]+/g;

/** How often a text may have been encoded. */
const MOST_ENCODINGS = 5;

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
    .replaceAll(TOKEN, "$1…")
    .replaceAll(SECRET, "…")
    .replaceAll(ENCODED, (run) => (isMixed(run) ? "…" : run));

/** Whether a run of characters is no name of several words: those have one case. */
const isMixed = (run: string): boolean => /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);

function decode(piece: string): string {
  let text = piece;
  for (let round = 0; round < MOST_ENCODINGS; round++) {
    const decoded = text.replaceAll(/(?:%|\\+u00)([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded === text) break;
    text = decoded;
  }
  return text;
}
