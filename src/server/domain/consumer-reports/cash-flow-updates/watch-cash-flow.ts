import type { CashFlowInsight } from "../../../../protocol/reports/cash-flow.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { dayAt, toDate } from "../../calendar.ts";
import type { Item } from "../../items/item.ts";
import type { NewJob } from "../../jobs/job.ts";
import { parseRawJson } from "../../raw-json.ts";
import type { ChangePage, JsonChange } from "../../transactions/transaction-feed.ts";
import type { User } from "../../users/user.ts";
import type { ConsumerReportDeps } from "../deps.ts";
import { userReferences } from "../user-webhooks.ts";
import { detectInsights, type MonitorState } from "./cash-flow-monitor.ts";

/**
 * Detects changes in an Item's accounts since the last update, and sends the webhooks. Idempotent:
 * the state is a cursor with an optimistic lock. One transaction writes the state and the webhooks,
 * so that concurrent runs count each change once.
 */
export const watchCashFlow = async (
  services: ConsumerReportDeps,
  itemId: string,
): Promise<void> => {
  const { clock, store } = services;
  for (;;) {
    const item = await store.items.byItemId(itemId);
    const user = item?.userId && (await store.users.byUserId(item.userId));
    const feed = await store.transactions.feed(itemId);
    // The first history is the baseline of later changes, and not news.
    if (!item || !user || feed?.status !== "HISTORICAL_UPDATE_COMPLETE") return;
    if (user.productsEndedAt !== null) return;
    const monitor = await store.cashFlowMonitors.ofUser(user.userId);
    const accounts = await store.items.accounts(itemId);
    const { state, isNew, insights } = detectInsights(monitor.state, {
      itemId,
      accounts: accounts.map(({ account }) => account),
      transactions: await loadChanges(
        services,
        itemId,
        monitor.state.items[itemId]?.lastChange ?? 0,
        feed.lastChange,
      ),
      lastChange: feed.lastChange,
      date: toDate(dayAt(feed.pulledAt ?? clock())),
    });
    const next = stateOfItems(state, await store.users.items(user.userId));
    if (JSON.stringify(next) === JSON.stringify(monitor.state)) return;
    const jobs: NewJob[] = [];
    if (isNew)
      for (const webhook of await loadAddresses(services, item, user))
        jobs.push(...(await cashFlowWebhooks(services, { user, webhook }, insights)));
    if (await store.cashFlowMonitors.record(monitor, next, jobs)) return;
  }
};

/** The number of changes per read. */
const PAGE_SIZE = 500;

/** The transactions added or modified within a range of changes. */
async function loadChanges(
  { store: { transactions } }: ConsumerReportDeps,
  itemId: string,
  after: number,
  upTo: number,
): Promise<Transaction[]> {
  const view = { withDescription: false, publicUrl: null };
  const additions = await allPages(after, upTo, (page) =>
    transactions.added(itemId, { ...page, ...view }),
  );
  const changes = await allPages(after, upTo, (page) =>
    transactions.modified(itemId, after, { ...page, ...view }),
  );
  return [...additions, ...changes];
}

async function allPages(
  start: number,
  upTo: number,
  read: (page: ChangePage) => Promise<JsonChange[]>,
): Promise<Transaction[]> {
  const values: Transaction[] = [];
  for (let after = start; ; ) {
    const page = await read({ after, upTo, count: PAGE_SIZE });
    values.push(...page.map(({ value }) => parseRawJson(value)));
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return values;
    after = last.number;
  }
}

/** The state without removed Items. */
const stateOfItems = (state: MonitorState, items: readonly Item[]): MonitorState => {
  const ids = new Set(items.map(({ itemId }) => itemId));
  return {
    ...state,
    items: Object.fromEntries(Object.entries(state.items).filter(([itemId]) => ids.has(itemId))),
  };
};

/** The addresses for an Item's updates: the Item's own, and its subscription's. */
const loadAddresses = async (
  { store }: ConsumerReportDeps,
  { itemId, webhook }: Item,
  { userId }: User,
): Promise<string[]> => {
  const subscription = await store.cashFlowSubscriptions.ofUser(userId);
  return [
    ...new Set([
      ...(webhook === null ? [] : [webhook]),
      ...(subscription?.itemId === itemId ? [subscription.webhook] : []),
    ]),
  ];
};

/** The webhooks of an update of a user's accounts, with or without insights. */
const cashFlowWebhooks = async (
  services: ConsumerReportDeps,
  { user, webhook }: { user: User; webhook: string },
  insights: readonly CashFlowInsight[],
): Promise<NewJob[]> => {
  const receiver = { clientId: user.clientId, webhook };
  const references = await userReferences(services, user);
  return references.flatMap(({ generation, userId }) =>
    generation === "new"
      ? services.webhooks.forClient(receiver, {
          name: "CASH_FLOW_UPDATES:CASH_FLOW_INSIGHTS_UPDATED",
          userId,
          insights,
        })
      : (["INSIGHTS_UPDATED", ...insights] as const).flatMap((code) =>
          services.webhooks.forClient(receiver, { name: `CASH_FLOW_UPDATES:${code}`, userId }),
        ),
  );
};
