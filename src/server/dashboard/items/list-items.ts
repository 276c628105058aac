import { z } from "zod";
import { ListRequest, pageSchema } from "../../../protocol/dashboard.ts";
import { DashboardItem } from "../../../protocol/dashboard-items.ts";
import { dashboardCall } from "../call.ts";
import { clientNames } from "../client-names.ts";
import { cursorText, pageRequest } from "../list-page.ts";
import { itemShape } from "./item-shape.ts";

/** Lists Items that are live, have an error, or were removed. */
export const listItems = dashboardCall({
  path: "/dashboard/api/items",
  about: "clients",
  request: ListRequest.extend({
    state: z.enum(["live", "error", "removed"]).default("live"),
    institution_id: z.string().trim().max(100).optional(),
  }),
  response: pageSchema(DashboardItem),
  run: async ({ state, institution_id, ...body }, client, context) => {
    const { rows, next } = await context.store.lists.items({
      ...pageRequest(body),
      clientId: client?.clientId ?? null,
      institutionId: institution_id || null,
      state,
    });
    const names = await clientNames(
      rows.map(({ clientId }) => clientId),
      context,
    );
    return { rows: rows.map((row) => itemShape(row, names, context)), next: cursorText(next) };
  },
});
