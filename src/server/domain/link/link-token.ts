import { HOUR_MS } from "../calendar.ts";
import { digest, newToken } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";
import type { LinkToken } from "./link-session.ts";

/** The port for link tokens. */
export type LinkTokenStore = {
  create(token: LinkToken): Promise<void>;
  /** Also null for the token of an ended grant's link. */
  byDigest(digest: string): Promise<LinkToken | null>;
};

/**
 * A link token is valid for four hours; in update mode, which changes an Item, for half an hour.
 */
const LIFETIME_MS = { link: 4 * HOUR_MS, update: HOUR_MS / 2 };

/** Returns a new link token, valid for `lifetimeMs`, and the record to store. */
export const issueLinkToken = (
  {
    environment,
    random,
    clock,
    vault,
  }: Pick<Runtime, "environment" | "random" | "clock" | "vault">,
  about: Pick<LinkToken, "clientId" | "config" | "updateItemId" | "details">,
  lifetimeMs: number = LIFETIME_MS[about.updateItemId === null ? "link" : "update"],
): { token: string; record: LinkToken } => {
  const token = newToken("link", { environment, random });
  const createdAt = clock();
  const expiresAt = createdAt + lifetimeMs;
  const key = digest(token);
  const sealedToken = vault.seal(sealPurpose(key), token);
  return { token, record: { digest: key, ...about, sealedToken, createdAt, expiresAt } };
};

/** The unsealed link token of a record; null if the token was not stored. */
export const openLinkToken = (
  { vault }: Pick<Runtime, "vault">,
  { digest: key, sealedToken }: LinkToken,
): string | null => (sealedToken === null ? null : vault.open(sealPurpose(key), sealedToken));

const sealPurpose = (key: string): string => `link-token:${key}`;
