import { digest, toUuid } from "../identifiers.ts";

/** The id that readers by Pluggy have of something: a UUID derived from the id that the server has. */
export const readerId = (
  kind: "item" | "account" | "transaction" | "investment" | "investment transaction",
  id: string,
): string => toUuid(Buffer.from(digest(JSON.stringify([kind, id])), "base64url"));
