import { z } from "zod";
import { DashboardAnswer } from "../../../protocol/dashboard/dashboard.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { MAX_NOTE_LENGTH } from "../../domain/clients/production-access.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";
import { settingsCall } from "../settings/change.ts";
import { showClient } from "../show-client.ts";

/** Lines of text without characters that a database cannot store. */
const Note = z
  .string()
  .trim()
  .max(MAX_NOTE_LENGTH)
  .regex(/^(?:[\t\r\n]|[^\p{Cc}\p{Cs}])*$/u, "must be text without control characters");

/** Requests production access from the operator. A later request replaces the note. */
export const requestProduction = settingsCall({
  path: "/dashboard/api/production/request",
  role: "admin",
  request: z.strictObject({ note: Note.default("") }),
  action: "client.request_production",
  details: (_, { productionAccess: before }, access: "granted" | "requested") =>
    changedFields({ access: before.state }, { access }),
  async run({ note }, { clientId }, services) {
    requireProduction(services);
    const { clients } = services.store;
    // The operator may have granted access since.
    if ((await clients.byClientId(clientId))?.productionAccess.state === "granted")
      return "granted";
    const access = { state: "requested", at: services.clock(), note } as const;
    await clients.setProductionAccess(clientId, access);
    return access.state;
  },
});

/** Grants a client production access, refuses its request, or withdraws access. */
export const changeProduction = dashboardCall({
  path: "/dashboard/api/production/change",
  role: "admin",
  about: "operator",
  request: z.strictObject({ id: z.string().max(200), granted: z.boolean() }),
  response: DashboardAnswer.omit({ request_id: true, session_ends_in: true }),
  run: async ({ id, granted }, _, context) => {
    if (!(await context.store.clients.byClientId(id)))
      throw new Fault("NOT_FOUND", { message: "no such client" });
    requireProduction(context);
    const action = granted ? "client.grant_production" : "client.withdraw_production";
    const access = granted ? "granted" : "none";
    let before: string | null = null;
    const details = () => changedFields({ access: before }, { access });
    await changeWithAudit(context, { action, subject: id, details }, async ({ store }) => {
      before = (await store.clients.byClientId(id))?.productionAccess.state ?? null;
      await store.clients.setProductionAccess(id, { state: access });
    });
    return showClient(await context.store.clients.byClientId(id), context);
  },
});

function requireProduction({ environment }: Services): void {
  if (environment === "production") return;
  throw new Fault("UNAUTHORIZED_ENVIRONMENT", {
    message: `this server serves ${environment}; production access is a matter of the production server`,
    display: "Production access is asked for on the Dashboard of the production server.",
  });
}
