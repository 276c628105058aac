import { ENVIRONMENTS } from "../../../protocol/vocabulary.ts";

const TOKEN = new RegExp(`\\b([a-z]+-(?:${ENVIRONMENTS.join("|")})-)[0-9A-Za-z-]{8,}`, "g");

/** A text in which no token of ours is left whole, for people to read. */
export const redactTokens = (text: string): string => text.replaceAll(TOKEN, "$1…");
