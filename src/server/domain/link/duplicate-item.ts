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
 * Finds the newest Item that the session's user has linked with this login before: at the same institution,
 * with accounts that are all among those of the login, and with every product that the session asks for; after
 * a consent, with no others. An Item of another customer of the institution does not count, though its accounts
 * may have the same ids. Null if there is none, or the application did not identify its user.
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
  // An Item that was linked without a product would not get it by a renewal.
  const products = [...required, ...ifSupported];
  const agreed = consentedProducts(plan);
  for (const item of items) {
    if (!hasAccess(item, "renewal", { environment, now: clock() })) continue;
    if (!products.every((product) => item.products.includes(product))) continue;
    // A consent would prolong the sharing of products that it does not name.
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
