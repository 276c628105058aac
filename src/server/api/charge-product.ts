import type { Product } from "../../protocol/vocabulary.ts";
import { Fault } from "../domain/fault.ts";
import type { Item } from "../domain/items/item.ts";
import type { ApiContext } from "./endpoint.ts";

/**
 * Throws PRODUCTS_NOT_SUPPORTED for a product that the Item lacks and cannot get, and
 * ADDITIONAL_CONSENT_REQUIRED for a product without the user's consent. Balances come with any
 * product.
 */
export const requireProduct = (
  { consentBinds, consentedProducts, institutionId, products }: Item,
  product: Product,
  { directory }: ApiContext,
): void => {
  if (products.includes(product)) return;
  if (!directory.get(institutionId).products.includes(product))
    throw new Fault("PRODUCTS_NOT_SUPPORTED", {
      message: `the institution does not support ${product}`,
    });
  if (consentBinds && product !== "balance" && !consentedProducts.includes(product))
    throw new Fault("ADDITIONAL_CONSENT_REQUIRED", {
      message:
        `the user has not agreed to share ${product}; open Link in update mode with ` +
        "additional_consented_products",
    });
};

/**
 * Bills a call for a product after its success, and returns the Item with the product. A missing
 * product is added; PRODUCTS_NOT_SUPPORTED if the institution lacks it.
 */
export const chargeProduct = async (
  item: Item,
  product: Product,
  context: ApiContext,
): Promise<Item> => {
  const { charge, store } = context;
  charge({ clientId: item.clientId, product, itemId: item.itemId });
  if (item.products.includes(product)) return item;
  requireProduct(item, product, context);
  await store.items.addProducts(item.itemId, [product]);
  return { ...item, products: [...item.products, product] };
};
