import { z } from "zod";
import { refreshTransactions as refresh } from "../../domain/transactions/ensure-fresh-feed.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { forUser, WaitingUser } from "../waiting-user.ts";

/** Requests new transactions ahead of schedule. */
export const refreshTransactions = endpoint({
  path: "/transactions/refresh",
  effect: "write",
  products: ["transactions"],
  summary: "Ask the institution for new transactions now.",
  description: "The new transactions are there for /transactions/get and /transactions/sync.",
  refusals: [...INSTITUTION_REFUSALS, "INSTITUTION_NO_LONGER_SUPPORTED"],
  limits: {
    item: { perMinute: 2, sandboxPerMinute: 20, code: "TRANSACTIONS_LIMIT" },
    client: { perMinute: 100, code: "TRANSACTIONS_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    options: z.strictObject({ psu: WaitingUser }).optional(),
  }),
  response: z.strictObject({}),
  async handle({ access_token, options }, context) {
    const itemBefore = await loadItem(access_token, context, "institution");
    const item = await chargeProduct(itemBefore, "transactions", context);
    await forUser(options?.psu, () => refresh(context, item));
    return {};
  },
});
