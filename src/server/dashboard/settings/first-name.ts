import { z } from "zod";
import { FIRST_CLIENT_NAME } from "../../../protocol/dashboard/first-client.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { Name } from "../clients/manage-clients.ts";
import { reread, settingsCall } from "./change.ts";
import { requireFresh } from "./require-fresh.ts";

/**
 * Names the first start's client, which still has the default name. Only the operator changes later
 * names, so that no client takes another client's name.
 */
export const nameFirstClient = settingsCall({
  path: "/dashboard/api/first-name",
  role: "admin",
  request: z.strictObject({ name: Name.min(1) }),
  action: "client.change",
  details: ({ name }, before) => changedFields({ name: before.name }, { name }),
  run: async ({ name }, client, services) => {
    const { name: current } = (await reread(client, services)) ?? client;
    requireFresh({ name: FIRST_CLIENT_NAME }, { name: current });
    await services.store.clients.setName(client.clientId, name);
  },
});
