import type { z } from "zod";
import { DashboardAnswer } from "../../../protocol/dashboard.ts";
import type { AuditAction, AuditRecord } from "../../domain/audit/audit-entry.ts";
import type { Client } from "../../domain/clients/client.ts";
import type { Services } from "../../domain/services.ts";
import { changeWithAudit, type DashboardCall, dashboardCall } from "../call.ts";
import { showClient } from "../show-client.ts";

const Answer = DashboardAnswer.omit({ request_id: true, session_ends_in: true });

type SettingsChange<Request extends z.ZodObject> = {
  path: `/dashboard/api/${string}`;
  request: Request;
  /** Its action in the audit log. */
  action: AuditAction;
  /** The details in the audit log, without secrets. */
  details(body: z.output<Request>, before: Client): AuditRecord["details"];
  run(body: z.output<Request>, client: Client, services: Services): Promise<unknown>;
};

/** Declares a change of one client's settings; it responds with the client after the change. */
export const settingsCall = <Request extends z.ZodObject>({
  run,
  action,
  details,
  ...call
}: SettingsChange<Request>): DashboardCall<Request, typeof Answer> =>
  dashboardCall({
    ...call,
    about: "client",
    response: Answer,
    run: async (body, client, context) => {
      let before = client;
      const change = {
        action,
        subject: client.clientId,
        details: () => details(body, before),
      };
      await changeWithAudit(context, change, async (services) => {
        before = (await reread(client, services)) ?? client;
        return run(body, client, services);
      });
      return showClient(await reread(client, context), context.isOperator, context);
    },
  });

/** Reads the client again. */
export const reread = ({ clientId }: Client, { store }: Services): Promise<Client | null> =>
  store.clients.byClientId(clientId);
