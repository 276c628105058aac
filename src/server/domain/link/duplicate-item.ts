import { isSameCustomer } from "../connectors/same-customer.ts";
import { listLinkProducts } from "../institutions/product.ts";
import type { Item, ShareableAccount } from "../items/item.ts";
import { hasAccess } from "../items/item-state.ts";
import { hasOtherIban } from "../items/renewed-accounts.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";
import type { NewLogin } from "./login.ts";
import { consentedProducts, productPlan } from "./product-plan.ts";

/**
 * Finds the newest Item that the session's user has already linked with this login: at the same
 * institution, with only accounts of the login, and with every requested product. After a consent
 * it must have no other products. Another customer's Item does not count, though account ids may
 * repeat. Null without one, or if the application did not identify its user.
 */
export const duplicateItem = async (
  services: LinkDeps,
  session: LinkSession,
  login: NewLogin & { accounts: readonly Pick<ShareableAccount, "key" | "numbers">[] },
): Promise<Item | null> => {
  const { directory, store, clock, environment } = services;
  if (session.linkTokenDigest === null) return null;
  const linkToken = await store.linkTokens.byDigest(session.linkTokenDigest);
  if (!linkToken) return null;
  const { clientId } = session;
  const { institutionId, itemId: loginId, sealedState, accounts } = login;
  const { userId, clientUserId } = linkToken.details;
  const items = await store.items.ofEndUser({ clientId, institutionId, userId, clientUserId });
  const keys = new Set(accounts.map(({ key }) => key));
  const plan = productPlan(session.config, directory.get(institutionId));
  const { required, ifSupported } = plan;
  // A renewal would not add a product that an Item lacks.
  const products = [...required, ...ifSupported];
  const agreed = consentedProducts(plan);
  for (const item of items) {
    if (!hasAccess(item, "renewal", { environment, now: clock() })) continue;
    if (!products.every((product) => item.products.includes(product))) continue;
    // A renewal would prolong the sharing of products that the consent does not name.
    if (session.consent && listLinkProducts(item.products).some((name) => !agreed.includes(name)))
      continue;
    const existing = await store.items.accounts(item.itemId);
    if (hasOtherIban(existing, accounts)) continue;
    const itemKeys = existing.map(({ key }) => key);
    if (itemKeys.length === 0 || !itemKeys.every((key) => key !== "" && keys.has(key))) continue;
    const renewal = { institutionId, itemId: item.itemId, loginId, sealedState };
    if (await isSameCustomer(services, renewal)) return item;
  }
  return null;
};
