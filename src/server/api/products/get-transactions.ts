import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import { Item as ItemShape } from "../../../protocol/item.ts";
import { CalendarDate, Transaction } from "../../../protocol/transaction.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item, ItemWithAccounts } from "../../domain/items/item.ts";
import { parseRawJson } from "../../domain/raw-json.ts";
import { ensureFreshFeed } from "../../domain/transactions/ensure-fresh-feed.ts";
import type { TransactionFeed } from "../../domain/transactions/transaction-feed.ts";
import { chargeProduct } from "../charge-product.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { AccountIds, HistoryDays, Token } from "../fields.ts";
import { accountsJson, loadAccounts } from "../item-accounts.ts";
import { itemJson } from "../item-json.ts";
import { itemWithFeed } from "../item-of.ts";
import { CategoryVersion, toVersion } from "./category-version.ts";

/** The number of transactions on a page. */
export const TransactionCount = z.int().min(1).max(500).default(100);

/** The first and the last day of a period. */
export const Period = {
  start_date: CalendarDate.meta({ examples: ["2026-01-01"] }),
  end_date: CalendarDate.meta({ examples: ["2026-01-31"] }),
};

/** The form of transactions, and the number of days that an Item without transactions reads. */
export const TransactionOptions = {
  include_original_description: z.boolean().nullish().meta({
    description: "Whether to add the institution's own words.",
  }),
  include_personal_finance_category: z.boolean().nullish().meta({
    description: "Changes nothing: every transaction has its personal_finance_category.",
    examples: [],
  }),
  personal_finance_category_version: CategoryVersion,
  days_requested: HistoryDays.optional().meta({
    description:
      "How many days of transactions are read of an Item that was linked without them, at the first call " +
      "for them; all of 24 months by default. Later it changes nothing: the days of an Item stay.",
    examples: [],
  }),
};

/** The selection and form of a page's transactions. */
export const PageOptions = z.strictObject({
  count: TransactionCount,
  offset: z.int().min(0).default(0).meta({ description: "How many to pass over." }),
  ...TransactionOptions,
});

/** The transactions of an Item in a period, a page at a time, newest first. */
export const getTransactions = endpoint({
  path: "/transactions/get",
  effect: "read",
  products: ["transactions"],
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
    ...Period,
    options: z
      .strictObject({ account_ids: AccountIds.optional(), ...PageOptions.shape })
      .optional(),
  }),
  response: z.strictObject({
    accounts: z.array(Account),
    transactions: z.array(Transaction).nullable(),
    total_transactions: z.int().min(0).meta({ description: "The number in the whole period." }),
    item: ItemShape,
  }),
  async handle({ access_token, options, ...period }, context) {
    const found = await itemWithFeed(access_token, context);
    const { item, feed, transactions, total } = await readTransactions(
      found.item,
      period,
      options ?? {},
      context,
      found.feed,
    );
    const accounts = await accountsAfter(found, feed, options?.account_ids, context);
    return { accounts, transactions, total_transactions: total, item: itemJson(item, context) };
  },
});

/**
 * Returns an Item and a page of its transactions in a period, and bills the call; INVALID_FIELD if
 * the period ends before its start.
 */
export const readTransactions = async (
  itemBefore: Item,
  { start_date, end_date }: { start_date: string; end_date: string },
  options: Partial<z.output<typeof PageOptions>> & { account_ids?: string[] | undefined },
  context: ApiContext,
  known: TransactionFeed | null = null,
) => {
  if (start_date > end_date)
    throw new Fault("INVALID_FIELD", { message: "start_date must not be after end_date" });
  const { count = 100, offset = 0, account_ids, include_original_description, ...rest } = options;
  if (account_ids) await loadAccounts(itemBefore, account_ids, context);
  const item = await chargeProduct(itemBefore, "transactions", context);
  const feed = await ensureFreshFeed(context, item, { days: rest.days_requested, known });
  const request = {
    period: { from: start_date, to: end_date },
    accountIds: account_ids ?? null,
    count,
    offset,
    withDescription: include_original_description === true,
    publicUrl: context.publicUrl(),
  };
  const page = await context.store.transactions.page(item.itemId, request, feed.lastChange);
  const convert = await toVersion(rest.personal_finance_category_version);
  const transactions =
    convert && page.transactions
      ? parseRawJson<Transaction[]>(page.transactions).map(convert)
      : page.transactions;
  return { item, feed, ...page, transactions };
};

/**
 * The accounts of an Item that was found with its feed. After a pull they are read again, since it
 * may have stored newer balances.
 */
export const accountsAfter = (
  found: ItemWithAccounts & { feed: TransactionFeed | null },
  feed: TransactionFeed,
  accountIds: readonly string[] | undefined,
  context: ApiContext,
) =>
  (accountIds === undefined && found.feed === feed ? found.accounts : null) ??
  accountsJson(found.item, accountIds, context);
