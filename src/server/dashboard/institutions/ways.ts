import { z } from "zod";
import { changedWays } from "../../domain/institutions/change-ways.ts";
import { WAY_KINDS } from "../../domain/institutions/way-settings.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

/** Sets the preferred kind of way, and whether Link asks for the way. */
export const setWays = dashboardCall({
  path: "/dashboard/api/institutions/ways",
  role: "developer",
  about: "operator",
  request: z.strictObject({ first: z.enum(WAY_KINDS), asks: z.boolean() }),
  response: z.object({}),
  run: async ({ first, asks }, _, context) => {
    const details = { first, asks };
    const change = { action: "institutions.set_ways", subject: "ways", details } as const;
    await changeWithAudit(context, change, async ({ store: { institutions } }) => {
      const before = await institutions.ways();
      const order = [first, ...before.order.filter((kind) => kind !== first)];
      await institutions.setWays(changedWays(before, { order, asks }));
    });
    await context.reloadInstitutions();
    return {};
  },
});
