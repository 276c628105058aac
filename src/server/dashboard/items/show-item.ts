import { z } from "zod";
import {
  DashboardItemDetails,
  type DashboardTransaction,
} from "../../../protocol/dashboard/dashboard-items.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { Client } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item } from "../../domain/items/item.ts";
import { hasAccess, requireAccess } from "../../domain/items/item-state.ts";
import { parseRawJson } from "../../domain/raw-json.ts";
import type { Services } from "../../domain/services.ts";
import { requestPull } from "../../domain/transactions/ensure-fresh-feed.ts";
import { urlWithoutQuery } from "../../domain/webhooks/webhook-url.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";
import { clientNames } from "../client-names.ts";
import { itemShape } from "./list-items.ts";

/** The request for one Item. */
export const ItemRequest = z.strictObject({ item_id: z.string().min(1).max(200) });

/** The number of transactions that an Item is shown with. */
const MAX_TRANSACTIONS = 25;

/** Shows an Item with its accounts, the state of its updates and its newest transactions. */
export const showItem = dashboardCall({
  path: "/dashboard/api/items/show",
  role: "read",
  about: "clients",
  request: ItemRequest,
  response: DashboardItemDetails,
  run: async ({ item_id }, client, context) =>
    details(await requireItem(item_id, client, context), context),
});

/** Adds a job that pulls an Item's new transactions ahead of schedule. */
export const refreshItem = dashboardCall({
  path: "/dashboard/api/items/refresh",
  role: "developer",
  about: "clients",
  request: ItemRequest,
  response: DashboardItemDetails,
  run: async ({ item_id }, client, context) => {
    let owner: string | undefined;
    const change = { action: "item.refresh", subject: item_id, clientId: () => owner } as const;
    await changeWithAudit(context, change, async (services) => {
      const item = await requireItem(item_id, client, services);
      owner = item.clientId;
      const { environment, clock } = services;
      requireAccess(item, "institution", { environment, now: clock() });
      if (!item.products.includes("transactions"))
        throw new Fault("PRODUCTS_NOT_SUPPORTED", {
          message: "the Item was not linked for transactions",
          display: "This Item was not linked for transactions.",
        });
      await requestPull(services, item);
    });
    return details(await requireItem(item_id, client, context), context);
  },
});

/** Returns an Item by its id; throws NOT_FOUND if it is unknown or another client's. */
export const requireItem = async (
  itemId: string,
  client: Client | null,
  { store }: Services,
): Promise<Item> => {
  const item = await store.items.byItemId(itemId);
  if (item && (client === null || client.clientId === item.clientId)) return item;
  throw new Fault("NOT_FOUND", {
    message: "no Item has this item_id",
    display: "There is no such Item.",
  });
};

async function details(item: Item, context: CallContext) {
  const { store } = context;
  const { itemId } = item;
  const names = await clientNames([item.clientId], context);
  const [status, accounts, transactions] = await Promise.all([
    store.itemStatus.of(itemId),
    store.items.accounts(itemId),
    newestTransactions(item, context),
  ]);
  const pulledAt = status.transactionsUpdatedAt;
  return {
    item: {
      ...itemShape({ ...item, clientUserId: null, pulledAt }, names, context),
      consented_products: item.consentedProducts,
      auth_method: item.products.includes("auth") ? item.authMethod : null,
      webhook: item.webhook && urlWithoutQuery(item.webhook),
      logged_in_at: item.loggedInAt,
      removed_at: item.removedAt,
      transactions_updated_at: status.transactionsUpdatedAt,
      transactions_failed_at: status.transactionsFailedAt,
    },
    accounts: accounts.map(({ account: { account_id, name, mask, subtype, holder_category } }) => ({
      account_id,
      name,
      mask,
      subtype,
      holder_category: holder_category ?? null,
    })),
    transactions,
  };
}

/**
 * Returns the newest transactions that the Item's application may read; null if it may read none, and for the
 * operator of people's real accounts.
 */
async function newestTransactions(item: Item, context: CallContext) {
  if (!showsTransactions(item, context)) return null;
  const { transactions, total } = await context.store.transactions.page(item.itemId, {
    period: { from: "0000-01-01", to: "9999-12-31" },
    accountIds: null,
    count: MAX_TRANSACTIONS,
    offset: 0,
    withDescription: false,
    publicUrl: null,
  });
  const newest = transactions === null ? [] : parseRawJson<Transaction[]>(transactions);
  return { newest: newest.map(transactionShape), total };
}

/** Whether an Item's transactions are shown: its application may read them, and they are not real ones that the operator sees. */
export const showsTransactions = (
  item: Item,
  { environment, clock, isOperator }: CallContext,
): boolean =>
  !(isOperator && environment !== "sandbox") &&
  item.products.includes("transactions") &&
  hasAccess(item, "cached", { environment, now: clock() });

const transactionShape = ({
  counterparties: [party],
  personal_finance_category: category,
  ...transaction
}: Transaction): DashboardTransaction => ({
  transaction_id: transaction.transaction_id,
  date: transaction.date,
  name: transaction.name,
  counterparty: party ? { name: party.name, type: party.type } : null,
  category: category && {
    primary: category.primary,
    detailed: category.detailed,
    confidence_level: category.confidence_level,
  },
  amount: transaction.amount,
  currency: transaction.iso_currency_code ?? transaction.unofficial_currency_code,
  pending: transaction.pending,
});
