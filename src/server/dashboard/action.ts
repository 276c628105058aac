import type { z } from "zod";
import type { AuditAction, AuditRecord } from "../domain/audit/audit-entry.ts";
import type { Client } from "../domain/clients/client.ts";
import type { Services } from "../domain/services.ts";
import type { ActiveSession } from "./session.ts";

/** Something that a client changes about itself. What it asks for is checked before anything changes. */
export type DashboardAction<Request extends z.ZodObject = z.ZodObject> = {
  path: `/dashboard/${string}`;
  request: Request;
  /** What the audit log calls it. */
  action: AuditAction;
  /** What the audit log says of it beside the client, without secrets. */
  details(body: z.output<Request>): AuditRecord["details"];
  /** Runs in one transaction with its entry in the audit log, by the store of `services`. */
  run(body: z.output<Request>, client: Client, services: Services): Promise<void>;
};

/** Declares an action; the schema gives it its types. */
export const dashboardAction = <Request extends z.ZodObject>(
  action: DashboardAction<Request>,
): DashboardAction<Request> => action;

/** Changes what an action changes, and logs who did it: both or neither. */
export const runAction = (
  { action, details, run }: DashboardAction,
  body: Record<string, unknown>,
  { client, sessionId }: ActiveSession,
  services: Services,
): Promise<void> =>
  services.store.transact(async (store) => {
    await run(body, client, { ...services, store });
    await store.audit.append({
      at: services.clock(),
      actor: { kind: "dashboard", name: sessionId },
      action,
      subject: client.clientId,
      details: details(body),
    });
  });
