import { z } from "zod";
import {
  ClientPage,
  DashboardAnswer,
  ListRequest,
  ShownKeys,
} from "../../../protocol/dashboard/dashboard.ts";
import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { type Client, MAX_NAME_LENGTH } from "../../domain/clients/client.ts";
import { eraseClientJob } from "../../domain/clients/erase-client.ts";
import {
  generateKeys,
  isPlainName,
  newClient,
  PLAIN_NAME_RULE,
} from "../../domain/clients/new-client.ts";
import { Fault } from "../../domain/fault.ts";
import { NEWEST_VERSION } from "../../versions/index.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";
import { cursorText, pageRequest } from "../list-page.ts";
import { requireFresh } from "../settings/require-fresh.ts";
import { showClient } from "../show-client.ts";

/** The name of a client: one plain line, or empty. */
export const Name = z.string().trim().max(MAX_NAME_LENGTH).refine(isPlainName, PLAIN_NAME_RULE);
const ClientAnswer = DashboardAnswer.omit({ request_id: true, session_ends_in: true });

/** Lists the clients. */
export const listClients = dashboardCall({
  path: "/dashboard/api/clients",
  role: "read",
  about: "operator",
  request: ListRequest.extend({
    search: z.string().trim().max(100).default(""),
    access: z.enum(["none", "requested", "granted"]).optional(),
  }),
  response: ClientPage,
  run: async (body, _, { store }) => {
    const { rows, next } = await store.lists.clients({
      ...pageRequest(body),
      search: body.search,
      access: body.access ?? null,
    });
    return {
      rows: rows.map((row) => ({
        client_id: row.clientId,
        name: row.name,
        default_version: row.defaultVersion,
        public_key_enabled: row.publicKeyEnabled,
        production_access: row.productionAccess,
        live_items: row.liveItems,
        created_at: row.createdAt,
      })),
      next: cursorText(next),
    };
  },
});

/** Creates a client, and shows its keys once. */
export const createClient = dashboardCall({
  path: "/dashboard/api/clients/create",
  role: "admin",
  about: "operator",
  request: z.strictObject({ name: Name }),
  response: z.object({ keys: ShownKeys }),
  run: async ({ name }, _, context) => {
    const keys = generateKeys(context.random);
    const client = newClient(keys, context, { name, defaultVersion: NEWEST_VERSION });
    const change = { action: "client.create", subject: client.clientId } as const;
    await changeWithAudit(context, change, ({ store }) => store.clients.add(client));
    return { keys };
  },
});

const OperatorFields = z.strictObject({
  name: Name.optional(),
  products: z.array(z.enum(LINK_PRODUCTS)).min(1).optional(),
  partner: z.boolean().optional(),
});

/** Changes the operator's settings of a client: its name, products and partner status. */
export const changeClient = dashboardCall({
  path: "/dashboard/api/clients/change",
  role: "admin",
  about: "operator",
  request: z.strictObject({
    id: z.string().max(200),
    ...OperatorFields.shape,
    /** The values that the editor saw. */
    expected: OperatorFields.optional(),
  }),
  response: ClientAnswer,
  run: async ({ id, name, products, partner, expected }, _, context) => {
    if (!(await context.store.clients.byClientId(id)))
      throw new Fault("NOT_FOUND", { message: "no such client" });
    let before: Client | null = null;
    const details = () =>
      before
        ? changedFields(
            { products: before.products, partner: before.partner, name: before.name },
            {
              ...(products && { products }),
              ...(partner !== undefined && { partner }),
              ...(name !== undefined && { name }),
            },
          )
        : {};
    const change = { action: "client.change", subject: id, details } as const;
    await changeWithAudit(context, change, async ({ store: { clients } }) => {
      const client = await clients.byClientId(id);
      before = client;
      if (client) requireFresh(expected, client);
      if (name !== undefined) await clients.setName(id, name);
      if (products !== undefined) await clients.setProducts(id, [...new Set(products)]);
      if (partner !== undefined) await clients.setPartner(id, partner);
    });
    return showClient(await context.store.clients.byClientId(id), context);
  },
});

/** Removes a client at once, after its client_id was typed. A job erases its data. */
export const removeClient = dashboardCall({
  path: "/dashboard/api/clients/remove",
  role: "admin",
  about: "operator",
  request: z.strictObject({
    id: z.string().max(200),
    /** The typed client_id. */
    confirm: z.string().max(200),
    /** Whether to remove a client with live Items. */
    with_items: z.boolean(),
  }),
  response: z.object({ live_items: z.int() }),
  run: async ({ id, confirm, with_items }, _, { store, clock, random, sessionName, address }) => {
    if (confirm.trim() !== id)
      throw new Fault("INVALID_FIELD", {
        message: "confirm must be the client_id",
        display: "This is not its client_id: nothing was removed.",
      });
    const jobs = [eraseClientJob({ clock, random }, id)];
    const options = { onlyEmpty: !with_items, jobs, now: clock() };
    const { removed, liveItems } = await store.transact(async ({ clients, audit }) => {
      const answer = await clients.remove(id, options);
      if (answer.removed)
        await audit.append({
          at: clock(),
          actor: { kind: "dashboard", name: sessionName },
          action: "client.remove",
          subject: id,
          details: { live_items: answer.liveItems, address },
        });
      return answer;
    });
    if (removed) return { live_items: liveItems };
    if (liveItems === 0) throw new Fault("NOT_FOUND", { message: "no such client" });
    const count = liveItems === 1 ? "1 live Item" : `${liveItems} live Items`;
    throw new Fault("INVALID_FIELD", {
      message: `with_items must be true for a client with ${count}`,
      display: `It has ${count}: nothing was removed. Tick the box to remove them with it.`,
    });
  },
});
