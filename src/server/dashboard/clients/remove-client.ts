import { z } from "zod";
import { eraseClientJob } from "../../domain/clients/erase-client.ts";
import { Fault } from "../../domain/fault.ts";
import { dashboardCall } from "../call.ts";

/** Removes a client at once, after its client_id is typed; a job erases its data. */
export const removeClient = dashboardCall({
  path: "/dashboard/api/clients/remove",
  about: "operator",
  request: z.strictObject({
    id: z.string().max(200),
    /** The client_id, typed again. */
    confirm: z.string().max(200),
    /** Whether to remove it even if it has live Items. */
    with_items: z.boolean(),
  }),
  response: z.object({ live_items: z.int() }),
  run: async ({ id, confirm, with_items }, _, { store, clock, random, sessionName }) => {
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
          details: { live_items: answer.liveItems },
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
