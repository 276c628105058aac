import type { SessionConfig } from "../../../protocol/config.ts";
import type { LinkProduct, ReportProduct } from "../../../protocol/vocabulary.ts";
import type { Client } from "../clients/client.ts";
import { Fault } from "../fault.ts";
import { productsIn, REPORT_SOURCES } from "../institutions/product.ts";

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
      message: `none of the products is available in all of ${request.countryCodes.join(", ")}`,
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
