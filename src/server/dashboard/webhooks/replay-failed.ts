import { z } from "zod";
import { DashboardReplay } from "../../../protocol/dashboard/dashboard-items.ts";
import { deliveryJob } from "../../webhooks/delivery-job.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

/** The number of deliveries per call, which bounds the wait of other writers. */
const MAX_REPLAYS = 200;

/** Resends a client's failed webhooks created since a time, the newest first. */
export const replayFailed = dashboardCall({
  path: "/dashboard/api/webhooks/replay-failed",
  role: "developer",
  about: "client",
  request: z.strictObject({
    /** In ms since 1970. */
    since: z.int().min(0),
  }),
  response: DashboardReplay,
  run: async ({ since }, client, context) => {
    const { clientId } = client;
    const change = {
      action: "webhook.replay_failed",
      subject: clientId,
      details: { since },
    } as const;
    return changeWithAudit(context, change, async (services) => {
      const { store, clock } = services;
      const { rows, next } = await store.lists.webhooks({
        ...{ after: null, order: "descending", limit: MAX_REPLAYS, sort: "created" },
        ...{ clientId, itemId: null, state: "given_up", since },
      });
      for (const { deliveryId, createdAt } of rows) {
        const delivery = await store.deliveries.byId(deliveryId, createdAt);
        if (delivery)
          await store.deliveries.replay(delivery, clock(), [deliveryJob(services, delivery)]);
      }
      return { replayed: rows.length, more: next !== null };
    });
  },
});
