import type { SessionConfig } from "../../../protocol/config.ts";
import type { LinkProduct, Product, ReportProduct } from "../../../protocol/vocabulary.ts";
import type { Client } from "../clients/client.ts";
import { Fault } from "../fault.ts";
import { productsIn, REPORT_SOURCES } from "../institutions/product.ts";
import { hasAccess } from "../items/item-state.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";

type ProductRequest = Pick<SessionConfig, "countryCodes" | "product">;

/** The effective products of a session: those that all of its countries have. */
export const sessionProducts = ({ countryCodes, product }: ProductRequest): LinkProduct[] =>
  productsIn(countryCodes, product);

/**
 * Throws INVALID_PRODUCT if the client is not enabled for a product, or if no product remains. The sources of
 * consumer reports need no enabling if the session is for such a report.
 */
export const requireProducts = (
  client: Client,
  request: ProductRequest,
  reportProducts: readonly ReportProduct[] = [],
): void => {
  const enabledProducts = [
    ...client.products,
    ...(reportProducts.length > 0 ? REPORT_SOURCES : []),
  ];
  const disabledProducts = request.product.filter((product) => !enabledProducts.includes(product));
  if (disabledProducts.length > 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `the client is not enabled for ${disabledProducts.join(", ")}`,
    });
  if (sessionProducts(request).length === 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `no requested product is available in all of ${request.countryCodes.join(", ")}`,
    });
};

/** Whether all Auth features are on, as they are once the session names its user. */
export const hasAllAuthFeatures = ({ user }: Pick<SessionConfig, "user">): boolean =>
  user !== undefined;

/** Returns whether a person may enter account numbers by hand: only if micro-deposits can verify them. */
export const mayEnterNumbers = (config: SessionConfig): boolean =>
  hasAllAuthFeatures(config) &&
  config.countryCodes.includes("US") &&
  sessionProducts(config).includes("auth");

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
