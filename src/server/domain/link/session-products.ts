import type { SessionConfig } from "../../../protocol/config.ts";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import type { Client } from "../clients/client.ts";
import { Fault } from "../fault.ts";
import { productsIn } from "../institutions/product.ts";

type ProductRequest = Pick<SessionConfig, "countryCodes" | "product">;

/** The products that a session is really about: those that all of its countries have. */
export const sessionProducts = ({ countryCodes, product }: ProductRequest): LinkProduct[] =>
  productsIn(countryCodes, product);

/** Throws INVALID_PRODUCT where the client may not ask for a product, or where none would be left. */
export const requireProducts = (client: Client, asked: ProductRequest): void => {
  const closed = asked.product.filter((product) => !client.products.includes(product));
  if (closed.length > 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `the client is not enabled for ${closed.join(", ")}`,
    });
  if (sessionProducts(asked).length === 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `none of the products is available in all of ${asked.countryCodes.join(", ")}`,
    });
};

/** Whether all Auth features are on: the session says whose accounts they are. */
export const hasAllAuthFeatures = ({ user }: Pick<SessionConfig, "user">): boolean =>
  user !== undefined;

/** Whether a person may enter account numbers by hand: where micro-deposits can prove them. */
export const mayEnterNumbers = (config: SessionConfig): boolean =>
  hasAllAuthFeatures(config) &&
  config.countryCodes.includes("US") &&
  sessionProducts(config).includes("auth");
