import { z } from "zod";
import { DashboardAttention } from "../../../protocol/dashboard/dashboard-overview.ts";
import type { Page, PageRequest } from "../../domain/dashboard/lists.ts";
import { type CallContext, dashboardCall } from "../call.ts";

/** The maximum number of rows to count. */
const PAGE = { after: null, order: "descending", limit: 99 } as const satisfies PageRequest;

/** Counts everything that needs attention, for the navigation. */
export const countAttention = dashboardCall({
  path: "/dashboard/api/attention",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardAttention,
  run: (_, client, context) => loadAttention(client?.clientId ?? null, context),
});

/** Returns the number of Items, webhooks and clients that need attention, of one client or all. */
export const loadAttention = async (
  clientId: string | null,
  { store, isOperator }: CallContext,
): Promise<DashboardAttention> => {
  const [items, webhooks, clients] = await Promise.all([
    store.lists.items({ ...PAGE, clientId, institutionId: null, state: "error" }),
    countWebhooks(clientId, "given_up", store),
    isOperator ? store.lists.clients({ ...PAGE, search: "", access: "requested" }) : null,
  ]);
  return {
    items: toCount(items),
    webhooks,
    clients: clients ? toCount(clients) : { count: 0, more: false },
  };
};

/** Returns the number of deliveries in a state. */
export const countWebhooks = async (
  clientId: string | null,
  state: "waiting" | "given_up" | "delivered",
  { lists }: CallContext["store"],
): Promise<DashboardAttention["webhooks"]> =>
  toCount(await lists.webhooks({ ...PAGE, sort: "created", clientId, itemId: null, state }));

const toCount = ({ rows, next }: Page<unknown>) => ({ count: rows.length, more: next !== null });
