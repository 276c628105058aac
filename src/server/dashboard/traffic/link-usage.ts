import { z } from "zod";
import { ListRequest, pageSchema } from "../../../protocol/dashboard/dashboard.ts";
import {
  DashboardFunnel,
  DashboardLinkUse,
  DashboardLinkUseDetails,
} from "../../../protocol/dashboard/dashboard-traffic.ts";
import { DAY_MS } from "../../domain/calendar.ts";
import type { Funnel, LinkUse } from "../../domain/dashboard/traffic.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import { dashboardCall } from "../call.ts";
import { clientName } from "../client-names.ts";
import { cursorText, pageRequest } from "../list-page.ts";
import { sessionPoints } from "../overview/chart-points.ts";

const DAYS = 30;

/** The maximum number of institutions. */
const MAX_INSTITUTIONS = 20;

/** The maximum number of an Item's sessions. */
const MAX_OF_ITEM = 20;

/** The maximum number of error codes. */
const MAX_ERRORS = 20;

/** Lists uses of Link. */
export const listLinkUses = dashboardCall({
  path: "/dashboard/api/sessions",
  role: "read",
  about: "clients",
  request: ListRequest.extend({
    outcome: z.enum(["running", "connected", "exited", "expired"]).optional(),
    sort: z.enum(["began", "outcome"]).default("began"),
    /** The period of the uses' start, with an exclusive end. */
    from: z.int().min(0).optional(),
    until: z.int().min(0).optional(),
    /** Only the newest uses that connected or updated this Item. */
    item_id: z.string().min(1).max(200).optional(),
  }),
  response: pageSchema(DashboardLinkUse),
  run: async ({ outcome, sort, item_id, from, until, ...body }, client, context) => {
    if (item_id !== undefined) {
      const uses = await context.store.traffic.linkUsesOf(item_id, MAX_OF_ITEM);
      const own = uses.filter(({ clientId }) => client === null || clientId === client.clientId);
      return { rows: own.map((row) => toShape(row, context)), next: null };
    }
    const { rows, next } = await context.store.traffic.linkUses({
      ...pageRequest(body, sort === "outcome" ? ["word", "number"] : ["number"]),
      sort,
      clientId: client?.clientId ?? null,
      outcome: outcome ?? null,
      since: from ?? null,
      until: until ?? null,
    });
    return { rows: rows.map((row) => toShape(row, context)), next: cursorText(next) };
  },
});

/** Shows one use of Link with its events. */
export const showLinkUse = dashboardCall({
  path: "/dashboard/api/sessions/show",
  role: "read",
  about: "clients",
  request: z.strictObject({ link_session_id: z.string().min(1).max(200) }),
  response: DashboardLinkUseDetails,
  run: async ({ link_session_id }, client, context) => {
    const { traffic } = context.store;
    const linkUse = await traffic.linkUseById(link_session_id);
    if (!linkUse || (client !== null && linkUse.clientId !== client.clientId))
      throw new Fault("NOT_FOUND", {
        message: "no Link session has this link_session_id",
        display: "There is no such Link session.",
      });
    const [events, itemIds] = await Promise.all([
      traffic.eventsOf(link_session_id),
      traffic.itemsOf(link_session_id),
    ]);
    const items = await Promise.all(
      itemIds.map(async (item_id) => {
        const item = await context.store.items.byItemId(item_id);
        return {
          item_id,
          institution_name: item && institutionName(item.institutionId, context),
        };
      }),
    );
    return {
      visit: {
        ...toShape(linkUse, context),
        client_name: await clientName(linkUse.clientId, context),
      },
      items,
      events: events.map(({ eventId, at, source, name, detail, errorCode, ms }) => ({
        event_id: eventId,
        at,
        source,
        name,
        detail,
        error_code: errorCode,
        ms,
      })),
    };
  },
});

/** Shows the steps at which users left Link in the last days, and their errors. */
export const showFunnel = dashboardCall({
  path: "/dashboard/api/sessions/funnel",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardFunnel,
  run: async (_, client, context) => {
    const since = context.clock() - DAYS * DAY_MS;
    const clientId = client?.clientId ?? null;
    const [funnel, points] = await Promise.all([
      context.store.traffic.funnel(clientId, since),
      sessionPoints(clientId, "month", context),
    ]);
    return {
      days: DAYS,
      points,
      // Counts the uses that reached at least this step.
      steps: funnel.steps.map(({ reached }, place) => ({
        reached,
        count: funnel.steps.slice(place).reduce((sum, { count }) => sum + count, 0),
      })),
      institutions: toInstitutions(funnel, context),
      errors: errorsOf(funnel),
    };
  },
});

function toInstitutions({ institutions }: Funnel, services: Services) {
  return [...institutions]
    .sort(([, a], [, b]) => b.chosen - a.chosen)
    .slice(0, MAX_INSTITUTIONS)
    .map(([id, both]) => ({ institution_name: institutionName(id, services), ...both }));
}

/** Returns users' errors, the most frequent first. */
function errorsOf({ errors }: Funnel) {
  return [...errors]
    .map(([error_code, count]) => ({ error_code, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_ERRORS);
}

const institutionName = (institutionId: string, { directory }: Services): string =>
  directory.has(institutionId) ? directory.get(institutionId).name : institutionId;

const toShape = (linkUse: LinkUse, services: Services): DashboardLinkUse => ({
  link_session_id: linkUse.linkSessionId,
  client_id: linkUse.clientId,
  institution_name: linkUse.institutionId && institutionName(linkUse.institutionId, services),
  reached: linkUse.reached,
  outcome: linkUse.outcome,
  exit_status: linkUse.exitStatus,
  error_code: linkUse.errorCode,
  update_mode: linkUse.updateMode,
  started_at: linkUse.startedAt,
  seen_at: linkUse.seenAt,
});
