import type { LinkProduct } from "../../protocol/vocabulary.ts";
import { Fault } from "../domain/fault.ts";

/** Throws INVALID_PRODUCT with a reason if a product is not allowed. */
export const requireProducts = (
  reason: string,
  products: readonly LinkProduct[],
  choices: readonly string[],
): void => {
  const missing = products.filter((product) => !choices.includes(product));
  if (missing.length > 0)
    throw new Fault("INVALID_PRODUCT", { message: `${reason} ${missing.join(", ")}` });
};
