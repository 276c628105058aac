import { z } from "zod";
import { refreshStatementsJob } from "../../domain/transactions/statements/statement-jobs.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { requirePeriod, StatementPeriod } from "../statement-period.ts";

/** Requests the statements of a period from the institution. */
export const refreshStatements = endpoint({
  path: "/statements/refresh",
  effect: "write",
  products: ["statements"],
  summary: "Ask the institution for the statements of a period.",
  description:
    "They are added to /statements/list; the webhook STATEMENTS: STATEMENTS_REFRESH_COMPLETE has the result, " +
    "SUCCESS or FAILURE. A statement belongs to the period that has its last day; a period has two years at most.",
  refusals: [
    "PRODUCTS_NOT_SUPPORTED",
    "ADDITIONAL_CONSENT_REQUIRED",
    "ITEM_LOGIN_REQUIRED",
    "INSTITUTION_NO_LONGER_SUPPORTED",
  ],
  limits: {
    item: { perMinute: 2, sandboxPerMinute: 20, code: "RATE_LIMIT" },
    client: { perMinute: 100, code: "RATE_LIMIT" },
  },
  request: z.strictObject({ access_token: Token, ...StatementPeriod.shape }),
  response: z.strictObject({}),
  async handle({ access_token, ...body }, context) {
    const period = requirePeriod(null, body);
    const itemBefore = await loadItem(access_token, context, "institution");
    const item = await chargeProduct(itemBefore, "statements", context);
    await context.store.jobs.add([refreshStatementsJob(context, item, period)]);
    return {};
  },
});
