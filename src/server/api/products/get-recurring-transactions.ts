import { z } from "zod";
import { TransactionStream } from "../../../protocol/reports/recurring.ts";
import type { Item } from "../../domain/items/item.ts";
import { filterInTurns, mapInTurns } from "../../domain/jobs/in-turns.ts";
import { streamInTurns } from "../../domain/jobs/json-in-turns.ts";
import { ensureFreshFeed } from "../../domain/transactions/ensure-fresh-feed.ts";
import { readStreams } from "../../domain/transactions/recurring/watch-streams.ts";
import { chargeProduct } from "../charge-product.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { AccountIds, Token } from "../fields.ts";
import { loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";
import { toVersion } from "./category-version.ts";
import { getTransactions, TransactionOptions } from "./get-transactions.ts";

/** The options of a request for streams. */
export const RecurringOptions = z
  .strictObject({
    include_personal_finance_category: TransactionOptions.include_personal_finance_category,
    personal_finance_category_version: TransactionOptions.personal_finance_category_version,
  })
  .optional()
  .meta({ examples: [] });

/** The streams of an Item or an account. */
export const RecurringStreams = z.strictObject({
  inflow_streams: z.array(TransactionStream),
  outflow_streams: z.array(TransactionStream),
  updated_datetime: z.iso.datetime().meta({
    description: "When the transactions were pulled last.",
    examples: ["2026-01-15T12:00:00.000Z"],
  }),
});

/** The recurring transactions of an Item: salaries, rent, subscriptions. */
export const getRecurringTransactions = endpoint({
  path: "/transactions/recurring/get",
  effect: "read",
  products: ["transactions"],
  summary: "Retrieve the recurring transactions of an Item as streams.",
  description:
    "A stream has the transactions of one account with one payee or payer that come in one rhythm; two " +
    "subscriptions with one merchant are two. They are found in the history of 24 months: PRODUCT_NOT_READY " +
    "until that is read. After the first call, RECURRING_TRANSACTIONS_UPDATE says when streams have changed.",
  refusals: getTransactions.refusals ?? [],
  limits: {
    item: { perMinute: 20, sandboxPerMinute: 80, code: "TRANSACTIONS_LIMIT" },
    client: { perMinute: 1000, code: "TRANSACTIONS_LIMIT" },
  },
  request: z.strictObject({
    access_token: Token,
    account_ids: AccountIds.optional(),
    options: RecurringOptions,
  }),
  response: RecurringStreams,
  async handle({ access_token, account_ids, options }, context) {
    const itemBefore = await loadItem(access_token, context);
    if (account_ids) await loadAccounts(itemBefore, account_ids, context);
    const item = await chargeProduct(itemBefore, "transactions", context);
    return readRecurring(item, { accountIds: account_ids, options }, context);
  },
});

type Choice = {
  accountIds: readonly string[] | undefined;
  options: z.infer<typeof RecurringOptions>;
};

/**
 * Returns the streams of an Item's accounts, all or some; PRODUCT_NOT_READY before the history is
 * read.
 */
export const readRecurring = async (
  item: Item,
  { accountIds, options }: Choice,
  context: ApiContext,
) => {
  const feed = await ensureFreshFeed(context, item, { min: "HISTORICAL_UPDATE_COMPLETE" });
  const { inflow, outflow } = await readStreams(context, feed);
  const choice = accountIds && new Set(accountIds);
  const isChosen = ({ account_id }: TransactionStream) => choice?.has(account_id) ?? true;
  const convert = await toVersion(options?.personal_finance_category_version);
  const chosen = async (streams: readonly TransactionStream[]) => {
    const some = await filterInTurns(streams, isChosen);
    return streamInTurns(convert ? await mapInTurns(some, convert) : some);
  };
  return {
    inflow_streams: await chosen(inflow),
    outflow_streams: await chosen(outflow),
    updated_datetime: new Date(feed.pulledAt ?? context.clock()).toISOString(),
  };
};
