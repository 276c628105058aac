import { z } from "zod";
import { refreshOwners } from "../../domain/items/fetch-owners.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { getIdentity } from "./get-identity.ts";

/** Requests the owners of an Item's accounts from the institution. */
export const refreshIdentity = endpoint({
  path: "/identity/refresh",
  effect: "write",
  products: ["identity"],
  summary: "Ask the institution for the owners of the accounts of an Item now.",
  description:
    "They are there for /identity/get. If they have changed, the webhook IDENTITY DEFAULT_UPDATE names the parts.",
  refusals: INSTITUTION_REFUSALS,
  limits: getIdentity.limits ?? {},
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({}),
  async handle({ access_token }, context) {
    const item = await loadItem(access_token, context, "institution");
    await refreshOwners(context, await chargeProduct(item, "identity", context));
    return {};
  },
});
