import { z } from "zod";
import { refreshInvestments as refresh } from "../../domain/transactions/investments/pull-investments.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { INVESTMENT_REFUSALS } from "./get-investments.ts";

/** Requests an Item's investments ahead of schedule. */
export const refreshInvestments = endpoint({
  path: "/investments/refresh",
  effect: "write",
  products: ["investments"],
  summary: "Ask the institution for the investments of an Item now.",
  description:
    "HOLDINGS: DEFAULT_UPDATE and INVESTMENTS_TRANSACTIONS: DEFAULT_UPDATE are sent if there is anything new.",
  refusals: [...INVESTMENT_REFUSALS, "INSTITUTION_NO_LONGER_SUPPORTED"],
  limits: {
    item: { perMinute: 2, sandboxPerMinute: 20, code: "RATE_LIMIT" },
    client: { perMinute: 100, code: "RATE_LIMIT" },
  },
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({}),
  async handle({ access_token }, context) {
    const itemBefore = await loadItem(access_token, context, "institution");
    const item = await chargeProduct(itemBefore, "investments", context);
    await refresh(context, item);
    return {};
  },
});
