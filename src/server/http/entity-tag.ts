import { createHash } from "node:crypto";

/** The tag of a response's content. Weak: it is the same in each encoding, but not the same bytes. */
export const entityTag = (content: string | Buffer): string =>
  `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Whether an `If-None-Match` header names a tag. */
export const isAmong = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((part) => part.trim() === etag));
