import { digest, newToken } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";
import type { Item } from "./item.ts";

export type PublicToken = {
  digest: string;
  itemId: string;
  clientId: string;
  createdAt: number;
  expiresAt: number;
  exchangedAt: number | null;
};

/** The port for public tokens. */
export type PublicTokenStore = {
  issue(token: PublicToken): Promise<void>;
  byDigest(digest: string): Promise<PublicToken | null>;
  /** Returns the client and Item of a token for its exchange. */
  forExchange(
    digest: string,
  ): Promise<
    | (Pick<PublicToken, "clientId" | "expiresAt"> &
        Pick<Item, "itemId" | "accessTokenDigest" | "accessTokenGeneration" | "removedAt">)
    | null
  >;
  /** Marks the token as exchanged; true exactly once per token, and never from `expiresAt` on. */
  redeem(digest: string, now: number): Promise<boolean>;
};

/** The spec gives a public token 30 minutes and a single exchange. */
const PUBLIC_TOKEN_LIFETIME_MS = 30 * 60 * 1000;

/** Returns a new public token for an Item, and the record to store. */
export const issuePublicToken = (
  { environment, random, clock }: Pick<Runtime, "environment" | "random" | "clock">,
  { itemId, clientId }: { itemId: string; clientId: string },
): { token: string; record: PublicToken } => {
  const token = newToken("public", { environment, random });
  const createdAt = clock();
  return {
    token,
    record: {
      digest: digest(token),
      itemId,
      clientId,
      createdAt,
      expiresAt: createdAt + PUBLIC_TOKEN_LIFETIME_MS,
      exchangedAt: null,
    },
  };
};
