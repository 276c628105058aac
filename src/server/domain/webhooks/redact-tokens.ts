import { prefixPattern, TOKEN_KINDS, type TokenKind } from "../../../protocol/token-kinds.ts";
import { ENVIRONMENTS } from "../../../protocol/vocabulary.ts";

const PREFIXES = Object.keys(TOKEN_KINDS).map((kind) =>
  prefixPattern(kind as TokenKind, `(?:${ENVIRONMENTS.join("|")})`),
);
const TOKEN = new RegExp(`\\b(${PREFIXES.join("|")})[0-9A-Za-z-]{8,}`, "g");

/** Redacts our tokens in a text for people to read. */
export const redactTokens = (text: string): string => text.replaceAll(TOKEN, "$1…");
