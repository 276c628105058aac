import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

const InstitutionRequest = z.strictObject({ institution_id: z.string().min(1).max(100) });

/** Removes the connection of an institution, unless Items are linked by it. */
export const disconnectInstitution = dashboardCall({
  path: "/dashboard/api/institutions/disconnect",
  about: "operator",
  request: InstitutionRequest,
  response: z.object({ disconnected: z.literal(true) }),
  run: async ({ institution_id: institutionId }, _, context) => {
    const change = { action: "institution.disconnect", subject: institutionId } as const;
    await changeWithAudit(context, change, async ({ store, clock }) => {
      const { removed, liveItems } = await store.institutions.disconnect(institutionId, clock());
      if (liveItems > 0)
        throw invalid(
          `${itemsWords(liveItems)}, and could not be read any more; remove them first`,
        );
      if (!removed) throw invalid("it is not connected");
    });
    return { disconnected: true as const };
  },
});

/** Removes an institution with its connection, unless Items are linked there. */
export const removeInstitution = dashboardCall({
  path: "/dashboard/api/institutions/remove",
  about: "operator",
  request: InstitutionRequest,
  response: z.object({ removed: z.literal(true) }),
  run: async ({ institution_id: institutionId }, _, context) => {
    const change = { action: "institution.remove", subject: institutionId } as const;
    await changeWithAudit(context, change, async ({ store, clock }) => {
      const { removed, liveItems } = await store.institutions.remove(institutionId, clock());
      if (liveItems > 0)
        throw invalid(`${itemsWords(liveItems)}, and would have no institution; remove them first`);
      if (!removed) throw invalid("it is not one of your own");
    });
    return { removed: true as const };
  },
});

const itemsWords = (count: number): string =>
  `${count} ${count === 1 ? "Item is" : "Items are"} linked there`;

const invalid = (problem: string): Fault =>
  new Fault("INVALID_FIELD", {
    message: problem,
    display: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  });
