import type { z } from "zod";
import { DashboardAnswer } from "../../../protocol/dashboard/dashboard.ts";
import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import type { AuditAction, AuditRecord } from "../../domain/audit/audit-entry.ts";
import type { Client } from "../../domain/clients/client.ts";
import type { Services } from "../../domain/services.ts";
import { changeWithAudit, type DashboardCall, dashboardCall } from "../call.ts";
import { showClient } from "../show-client.ts";

const Answer = DashboardAnswer.omit({ request_id: true, session_ends_in: true });

type SettingsChange<Request extends z.ZodObject, Result> = {
  path: `/dashboard/api/${string}`;
  role: MemberRole;
  request: Request;
  /** Its action in the audit log. */
  action: AuditAction;
  /** The details for the audit log, without secrets; `result` is the change's result. */
  details(body: z.output<Request>, before: Client, result: Result): AuditRecord["details"];
  run(body: z.output<Request>, client: Client, services: Services): Promise<Result>;
};

/** Declares a change of a client's settings, which responds with the changed client. */
export const settingsCall = <Request extends z.ZodObject, Result>({
  run,
  action,
  details,
  ...call
}: SettingsChange<Request, Result>): DashboardCall<Request, typeof Answer> =>
  dashboardCall({
    ...call,
    about: "client",
    response: Answer,
    run: async (body, client, context) => {
      let before = client;
      let entry: AuditRecord["details"];
      const change = { action, subject: client.clientId, details: () => entry };
      await changeWithAudit(context, change, async (services) => {
        before = (await reread(client, services)) ?? client;
        entry = details(body, before, await run(body, client, services));
      });
      return showClient(await reread(client, context), context);
    },
  });

/** Reads the client again after the change. */
export const reread = ({ clientId }: Client, { store }: Services): Promise<Client | null> =>
  store.clients.byClientId(clientId);
