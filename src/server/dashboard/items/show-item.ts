import { z } from "zod";
import {
  DashboardItemDetails,
  type DashboardTransaction,
  ID_SETTINGS,
} from "../../../protocol/dashboard/dashboard-items.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { Client } from "../../domain/clients/client.ts";
import type { AccountIds } from "../../domain/connectors/files.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { Fault } from "../../domain/fault.ts";
import { doesRebook, UNSEEN_IDS } from "../../domain/institutions/institution-ids.ts";
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

/** The maximum number of shown transactions. */
const MAX_TRANSACTIONS = 25;

/** Shows an Item with its accounts, the state of its updates, and its newest transactions. */
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

/** Returns an Item by id; throws NOT_FOUND for an unknown or another client's Item. */
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

/** Sets whether payments of an account from files are taken as booked again under another id. */
export const setItemIds = dashboardCall({
  path: "/dashboard/api/items/set-ids",
  role: "developer",
  about: "clients",
  request: ItemRequest.extend({
    account_id: z.string().min(1).max(200),
    setting: z.enum(ID_SETTINGS),
  }),
  response: DashboardItemDetails,
  run: async ({ item_id, account_id, setting }, client, context) => {
    let owner: string | undefined;
    const change = {
      action: "item.ids",
      subject: item_id,
      clientId: () => owner,
      details: { account_id, ids: setting },
    } as const;
    await changeWithAudit(context, change, async (services) => {
      const item = await requireItem(item_id, client, services);
      owner = item.clientId;
      const accounts = await services.store.items.accounts(item_id);
      const own = accounts.find(({ account }) => account.account_id === account_id);
      const { files } = services.directory.connectorOf(item.institutionId);
      const login = await openLogin(services, item);
      if (!own || !files || login.connectorState === null)
        throw new Fault("INVALID_FIELD", { message: "account_id is no account of files" });
      const word = setting === "learn" ? null : setting;
      const next = files.withIds(login.connectorState, own.key, word);
      if (!(await login.replaceState(next)).isStored)
        throw new Fault("INVALID_FIELD", {
          message: "a file was added at the same time",
          display: "A file was added at the same time. Try it again.",
        });
    });
    return details(await requireItem(item_id, client, context), context);
  },
});

/** Returns the behaviour of ids in each account's files; empty for an Item without files. */
async function fileIds(item: Item, context: CallContext): Promise<AccountIds[]> {
  if (item.removedAt !== null || !context.directory.has(item.institutionId)) return [];
  const { files } = context.directory.connectorOf(item.institutionId);
  if (!files) return [];
  const { connectorState } = await openLogin(context, item);
  return connectorState === null ? [] : files.idsIn(connectorState);
}

const idsShape = (ids: AccountIds | undefined) =>
  ids && {
    file_ids: {
      rebook: doesRebook({ ...UNSEEN_IDS, ...ids }),
      rebooked: ids.rebooked,
      setting: ids.setting ?? ("learn" as const),
    },
  };

async function details(item: Item, context: CallContext) {
  const { store } = context;
  const { itemId } = item;
  const names = await clientNames([item.clientId], context);
  const [status, accounts, ids, transactions] = await Promise.all([
    store.itemStatus.of(itemId),
    store.items.accounts(itemId),
    fileIds(item, context),
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
    accounts: accounts.map(({ key, account }) => ({
      account_id: account.account_id,
      name: account.name,
      mask: account.mask,
      subtype: account.subtype,
      holder_category: account.holder_category ?? null,
      ...idsShape(ids.find(({ accountKey }) => accountKey === key)),
    })),
    transactions,
  };
}

/**
 * Returns the newest transactions that the application may read; null if none may be read, and for
 * the operator if people's accounts are real.
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

/**
 * Whether an Item's transactions are shown: the application may read them, and the viewer is not
 * the operator of real accounts.
 */
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
