import { factsAbout } from "../../../i18n/trust.ts";
import type { SessionConfig } from "../../../protocol/link/config.ts";
import type { TrustFact } from "../../../protocol/link/session-start.ts";
import { type MoreProducts, requestedProducts } from "../../domain/link/product-plan.ts";

/** Returns the facts about a session's application and the products that it asks for. */
export const trustFacts = (
  config: Pick<SessionConfig, "clientName" | "countryCodes" | "language" | "product"> &
    MoreProducts,
): TrustFact[] => factsAbout({ ...config, products: requestedProducts(config) });
