import { z } from "zod";
import { DashboardSearch, type Found } from "../../protocol/dashboard/dashboard-search.ts";
import { COUNTRY_CODES } from "../../protocol/vocabulary.ts";
import { type CallContext, dashboardCall } from "./call.ts";
import { isHidden } from "./hidden-institutions.ts";
import { pageRequest } from "./list-page.ts";

/** A result, and its owner: a client, the operator, or everyone. */
type Match = Omit<Found, "kind" | "client_id"> & { owner: string | "operator" | "everyone" };

type Lookup = (id: string, context: CallContext) => Promise<Match | null>;

/** The maximum number of results by name, per kind. */
const MAX_NAMES = 5;

/** The lookup of an id in each store. `search` removes results that the session may not see. */
const LOOKUPS: Record<Found["kind"], Lookup> = {
  item: async (id, context) => {
    const item = await context.store.items.byItemId(id);
    return item && { id, owner: item.clientId, name: institutionName(item.institutionId, context) };
  },
  session: async (id, context) => {
    const use = await context.store.traffic.linkUseById(id);
    const at = use?.institutionId ? institutionName(use.institutionId, context) : null;
    return use && { id, owner: use.clientId, name: at ?? "No institution yet" };
  },
  request: async (id, { store }) => {
    const request = await store.traffic.requestById(id);
    return (
      request && {
        ...{ id, owner: request.clientId ?? "operator" },
        name: `${request.path} ${request.errorCode ?? request.status}`,
      }
    );
  },
  webhook: async (id, { store }) => {
    const delivery = await store.deliveries.byId(id);
    return delivery && { id, owner: delivery.clientId, name: delivery.webhook };
  },
  user: async (id, { store, sessionClientId }) => {
    const user =
      (await store.users.byUserId(id)) ??
      (sessionClientId && (await store.users.byClientUserId(sessionClientId, id)));
    return user ? { id: user.userId, owner: user.clientId, name: user.clientUserId } : null;
  },
  client: async (id, { store }) => {
    const client = await store.clients.byClientId(id);
    return client && { id, owner: id, name: client.name || id };
  },
  institution: async (id, context) => {
    const { directory } = context;
    if (!directory.has(id) || isHidden(directory.get(id), context)) return null;
    return { id, owner: "everyone", name: directory.get(id).name };
  },
};

/** Finds anything by its id, and institutions and clients by name. */
export const search = dashboardCall({
  path: "/dashboard/api/search",
  role: "read",
  about: "clients",
  request: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ examples: ["ins_109508"] }),
  }),
  response: DashboardSearch,
  run: async ({ text }, _, context) => {
    await context.reloadInstitutions();
    const byId = await loadIds(text, context);
    return { found: byId.length > 0 ? byId : await loadNames(text, context) };
  },
});

async function loadIds(id: string, context: CallContext): Promise<Found[]> {
  const { isOperator, sessionClientId } = context;
  const matches = await Promise.all(
    Object.entries(LOOKUPS).map(async ([kind, lookup]) => ({
      kind: kind as Found["kind"],
      match: await lookup(id, context),
    })),
  );
  return matches.flatMap(({ kind, match }) => {
    if (!match) return [];
    const { owner, ...found } = match;
    if (!isOperator && owner !== sessionClientId && owner !== "everyone") return [];
    const client_id = owner === "operator" || owner === "everyone" ? null : owner;
    return [{ kind, client_id, ...found }];
  });
}

async function loadNames(text: string, context: CallContext): Promise<Found[]> {
  const { directory, store, isOperator } = context;
  const institutions = directory
    .search(text, { countryCodes: COUNTRY_CODES, products: [] }, MAX_NAMES)
    .map(({ institutionId, name }) => ({
      ...{ kind: "institution" as const, id: institutionId, name, client_id: null },
    }));
  if (!isOperator) return institutions;
  const page = pageRequest({ order: "descending", limit: MAX_NAMES });
  const { rows } = await store.lists.clients({ ...page, search: text, access: null });
  const clients = rows.map(({ clientId, name }) => ({
    ...{ kind: "client" as const, id: clientId, name: name || clientId, client_id: clientId },
  }));
  return [...clients, ...institutions];
}

const institutionName = (id: string, { directory }: CallContext): string =>
  directory.has(id) ? directory.get(id).name : id;
