import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import {
  RemovedTransaction,
  TRANSACTIONS_UPDATE_STATUSES,
  Transaction,
} from "../../../protocol/transaction.ts";
import type { Item } from "../../domain/items/item.ts";
import { jsonList, type RawJson } from "../../domain/raw-json.ts";
import { pullIfDue } from "../../domain/transactions/ensure-fresh-feed.ts";
import { syncPage } from "../../domain/transactions/sync-transactions.ts";
import type { TransactionFeed } from "../../domain/transactions/transaction-feed.ts";
import { chargeProduct } from "../charge-product.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { AccountId, Token } from "../fields.ts";
import { itemWithFeed } from "../item-of.ts";
import { toVersion } from "./category-version.ts";
import { accountsAfter, TransactionCount, TransactionOptions } from "./get-transactions.ts";

/** The cursor of a reader, and the number of changes on a page. */
export const SyncPosition = {
  cursor: z
    .string()
    .max(1000)
    .nullish()
    .meta({
      description: "The `next_cursor` of the last response; empty to read everything.",
      examples: [""],
    }),
  count: TransactionCount,
};

/** A page of changes. */
export const SyncChanges = {
  transactions_update_status: z.enum(TRANSACTIONS_UPDATE_STATUSES),
  added: z.array(Transaction),
  modified: z.array(Transaction),
  removed: z.array(RemovedTransaction),
  next_cursor: z.string().meta({ examples: ["tJ0zVbq4mYwD2nLkR7cXsA"] }),
  has_more: z.boolean(),
};

/** Returns the changes to an Item's transactions since a cursor, a page at a time. */
export const syncTransactions = endpoint({
  path: "/transactions/sync",
  effect: "read",
  products: ["transactions"],
  summary: "Retrieve changes of the transactions since last time.",
  description:
    "Begin without a cursor, go on with `next_cursor` while `has_more`, and keep the last one for the " +
    "next time. Pages fit together despite changes meanwhile; those come with the next round. Before " +
    "the first transactions are read there is nothing, and `next_cursor` is empty. Those that go while " +
    "pages are read may be missing in `added`, and be in `removed` of the next round all the same: pass " +
    "over a `transaction_id` there that you never got.",
  refusals: ["PRODUCTS_NOT_SUPPORTED", "ADDITIONAL_CONSENT_REQUIRED"],
  limits: {
    item: { perMinute: 50, code: "TRANSACTIONS_LIMIT" },
    client: { perMinute: 2500, code: "TRANSACTIONS_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    ...SyncPosition,
    options: z
      .strictObject({
        account_id: AccountId.optional().meta({
          description: "The account whose changes are wanted; keep a cursor for each one.",
          examples: [],
        }),
        ...TransactionOptions,
      })
      .nullish(),
  }),
  response: z.strictObject({ accounts: z.array(Account), ...SyncChanges }),
  async handle({ access_token, options, ...position }, context) {
    const found = await itemWithFeed(access_token, context);
    const ids = options?.account_id === undefined ? undefined : [options.account_id];
    const { feed, transactions_update_status, ...changes } = await readChanges(
      found.item,
      options?.account_id,
      { ...position, options },
      context,
      found.feed,
    );
    const accounts = await accountsAfter(found, feed, ids, context);
    return { transactions_update_status, accounts, ...changes };
  },
});

type SyncRequest = z.output<z.ZodObject<typeof SyncPosition>> & {
  options?: z.output<z.ZodObject<typeof TransactionOptions>> | null | undefined;
};

/** Returns a page of the changes to the transactions of an Item or account, and bills the call. */
export const readChanges = async (
  itemBefore: Item,
  accountId: string | undefined,
  { cursor, count, options }: SyncRequest,
  context: ApiContext,
  known: TransactionFeed | null = null,
) => {
  const item = await chargeProduct(itemBefore, "transactions", context);
  const feed = await pullIfDue(context, item, { days: options?.days_requested, known });
  const page = await syncPage(context, feed, cursor ?? "", {
    count,
    withDescription: options?.include_original_description === true,
    publicUrl: context.publicUrl(),
    ...(accountId !== undefined && { accountId }),
  });
  const convert = await toVersion(options?.personal_finance_category_version);
  return {
    feed,
    transactions_update_status: feed.status,
    added: rawList(page.added, convert),
    modified: rawList(page.modified, convert),
    removed: page.removed,
    next_cursor: feed.status === "NOT_READY" ? "" : page.nextCursor,
    has_more: page.hasMore,
  };
};

/** Stored transactions as one list, with categories in the requested version. */
const rawList = (
  transactions: readonly { json: string }[],
  convert: Awaited<ReturnType<typeof toVersion>>,
): RawJson<Transaction[]> => {
  const all = transactions.map(({ json }) => json);
  if (convert === null) return { json: jsonList(all) };
  // The stored rows were validated by their write.
  return { json: JSON.stringify(all.map((json) => convert<Transaction>(JSON.parse(json)))) };
};
