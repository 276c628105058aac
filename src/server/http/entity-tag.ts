import { createHash } from "node:crypto";

/**
 * The entity tag of a response's content. The tag is weak, since encodings share it with different
 * bytes.
 */
export const entityTag = (content: string | Buffer): string =>
  `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Whether an `If-None-Match` header contains a tag. */
export const isAmong = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((part) => part.trim() === etag));
