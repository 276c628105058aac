import { z } from "zod";
import { Item } from "../../../protocol/item.ts";
import { Income } from "../../../protocol/reports/income.ts";
import { incomeOf } from "../../domain/items/income.ts";
import { ensureFreshFeed } from "../../domain/transactions/ensure-fresh-feed.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";

/** Returns the income of an Item's owner. */
export const getIncome = endpoint({
  path: "/income/get",
  effect: "read",
  products: ["income"],
  summary: "Retrieve the user's income.",
  description:
    "Told from the transactions, so that it is there once their history has been read " +
    "(PRODUCT_NOT_READY until then). Income before tax is an estimate.",
  refusals: [
    "PRODUCTS_NOT_SUPPORTED",
    "ADDITIONAL_CONSENT_REQUIRED",
    "PRODUCT_NOT_READY",
    "ITEM_LOGIN_REQUIRED",
  ],
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({ income: Income, item: Item }),
  async handle({ access_token }, context) {
    const itemBefore = await loadItem(access_token, context);
    const item = await chargeProduct(itemBefore, "income", context);
    await ensureFreshFeed(context, item, { min: "HISTORICAL_UPDATE_COMPLETE" });
    const pages = context.store.transactions.pages(item.itemId, ANY_TIME);
    return { income: await incomeOf(pages, context.clock()), item: itemShape(item, context) };
  },
});

const ANY_TIME = { from: "0000-01-01", to: "9999-12-31" };
