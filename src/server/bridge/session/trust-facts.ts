import { factsAbout } from "../../../i18n/trust.ts";
import type { Brand } from "../../../protocol/brand/brand.ts";
import type { SessionConfig } from "../../../protocol/link/config.ts";
import type { TrustFact } from "../../../protocol/link/session-start.ts";
import { type MoreProducts, requestedProducts } from "../../domain/link/product-plan.ts";

/** Returns the facts about a session's application, the products that it asks for, and the operator. */
export const trustFacts = (
  config: Pick<SessionConfig, "clientName" | "countryCodes" | "language" | "product"> &
    MoreProducts,
  { title }: Pick<Brand, "title">,
): TrustFact[] => factsAbout({ ...config, operator: title, products: requestedProducts(config) });
