import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item } from "../../../protocol/item.ts";
import { CalendarDate, Transaction } from "../../../protocol/transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { ensureFreshFeed } from "../../domain/transactions/ensure-fresh-feed.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { accountsJson, accountsOf } from "../item-accounts.ts";
import { itemJson } from "../item-json.ts";
import { itemOf } from "../item-of.ts";

/** How many transactions a page has at most. */
export const TransactionCount = z.int().min(1).max(500).default(100);

/** The transactions of an Item in a period, a page at a time, newest first. */
export const getTransactions = endpoint({
  path: "/transactions/get",
  summary: "Retrieve the transactions of a period.",
  description:
    "Newest first, up to 24 months back. `transactions` is null when none fit. They are read once when " +
    "the Item is linked (PRODUCT_NOT_READY until then) and kept up to date from then on; what was read " +
    "works also while the Item needs its user to sign in again.",
  refusals: [
    "PRODUCTS_NOT_SUPPORTED",
    "ADDITIONAL_CONSENT_REQUIRED",
    "PRODUCT_NOT_READY",
    "ITEM_LOGIN_REQUIRED",
  ],
  limits: {
    item: { perMinute: 30, sandboxPerMinute: 80, code: "TRANSACTIONS_LIMIT" },
    client: { perMinute: 20_000, code: "TRANSACTIONS_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    start_date: CalendarDate.meta({ examples: ["2026-01-01"] }),
    end_date: CalendarDate.meta({ examples: ["2026-01-31"] }),
    options: z
      .strictObject({
        account_ids: AccountIds.optional(),
        count: TransactionCount,
        offset: z.int().min(0).default(0).meta({ description: "How many to pass over." }),
        include_original_description: z.boolean().nullish().meta({
          description: "Whether to add the institution's own words.",
        }),
      })
      .optional(),
  }),
  response: z.strictObject({
    accounts: z.array(Account),
    transactions: z.array(Transaction).nullable(),
    total_transactions: z.int().min(0).meta({ description: "The number in the whole period." }),
    item: Item,
  }),
  async handle({ access_token, start_date, end_date, options }, context) {
    if (start_date > end_date)
      throw new Fault("INVALID_FIELD", { message: "start_date must not be after end_date" });
    const itemBefore = await itemOf(access_token, context);
    if (options?.account_ids) await accountsOf(itemBefore, options.account_ids, context);
    const item = await chargeProduct(itemBefore, "transactions", context);
    await ensureFreshFeed(context, item);
    const { count = 100, offset = 0, account_ids, include_original_description } = options ?? {};
    const { transactions, total } = await context.store.transactions.page(item.itemId, {
      period: { from: start_date, to: end_date },
      accountIds: account_ids ?? null,
      count,
      offset,
      withDescription: include_original_description === true,
    });
    // Read last: the pull above may have stored newer balances.
    const accounts = await accountsJson(item, account_ids, context);
    return {
      accounts,
      transactions,
      total_transactions: total,
      item: itemJson(item, context),
    };
  },
});
