import { digest, environmentToken } from "../identifiers.ts";
import type { PublicToken } from "../ports.ts";
import type { Services } from "../services.ts";

/** The spec gives a public token 30 minutes, once. */
const PUBLIC_TOKEN_LIFETIME_MS = 30 * 60 * 1000;

/** A fresh public token for an Item, and what the store keeps of it. */
export const issuePublicToken = (
  { environment, random, clock }: Services,
  { itemId, clientId }: { itemId: string; clientId: string },
): { token: string; record: PublicToken } => {
  const token = environmentToken("public", environment, random(16));
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
