import { ENVIRONMENTS } from "../../../protocol/vocabulary.ts";

const TOKEN = new RegExp(`\\b([a-z]+-(?:${ENVIRONMENTS.join("|")})-)[0-9A-Za-z-]{8,}`, "g");

/** Redacts our tokens in a text for people to read. */
export const redactTokens = (text: string): string => text.replaceAll(TOKEN, "$1…");
