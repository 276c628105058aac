import type { Product } from "../../../protocol/vocabulary.ts";
import { hasAccess } from "../items/item-state.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";
import { sessionProducts } from "./session-products.ts";

/**
 * Returns the products that the user of a session is asked to share at an institution: those of the session,
 * and of the Items that its login may renew, which would lose products that are not requested again.
 */
export const productsToShare = async (
  services: LinkDeps,
  { clientId, config, linkTokenDigest, updateItemId }: LinkSession,
  institutionId: string,
): Promise<Product[]> => {
  const { clock, environment, store } = services;
  const products: Product[] = sessionProducts(config);
  if (updateItemId !== null) {
    const item = await store.items.byItemId(updateItemId);
    return [...new Set([...products, ...(item?.products ?? [])])];
  }
  const linkToken =
    linkTokenDigest === null ? null : await store.linkTokens.byDigest(linkTokenDigest);
  if (!linkToken) return products;
  const { userId, clientUserId } = linkToken.details;
  const items = await store.items.ofEndUser({ clientId, institutionId, userId, clientUserId });
  const moment = { environment, now: clock() };
  const renewable = items.filter((item) => hasAccess(item, "renewal", moment));
  return [...new Set([...products, ...renewable.flatMap((item) => item.products)])];
};
