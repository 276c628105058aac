import type { z } from "zod";
import type { TriedCall } from "../../protocol/dashboard-try.ts";
import type { AuditAction, AuditRecord } from "../domain/audit/audit-entry.ts";
import type { Client } from "../domain/clients/client.ts";
import type { Limit } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";

/**
 * A private call of the Dashboard, about
 * - `client`: one client. A client's session means its own; the operator names one by `client_id`.
 * - `clients`: one client or all. A client's session means its own; the operator may name one.
 * - `operator`: what is the operator's alone.
 */
export type DashboardCall<
  Request extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodObject = z.ZodObject,
> = {
  path: `/dashboard/api/${string}`;
  /** Without `client_id`, which says whom a call of the operator is about. */
  request: Request;
  response: Answer;
  /** How many bytes its body may have, where that is more than others may. */
  bodyLimit?: number;
} & (
  | { about: "client"; run: Run<Request, Answer, Client> }
  | { about: "clients"; run: Run<Request, Answer, Client | null> }
  | { about: "operator"; run: Run<Request, Answer, null> }
);

type Run<Request extends z.ZodObject, Answer extends z.ZodObject, About> = (
  body: z.output<Request>,
  about: About,
  context: CallContext,
) => Promise<z.input<Answer>>;

/** What a call works with: the services, and who makes it. */
export type CallContext = Services & {
  isOperator: boolean;
  /** The client whose session it is; null for the operator's. */
  sessionClientId: string | null;
  /** What the audit log calls the session. */
  sessionName: string;
  /** The digest of the session's token. */
  sessionDigest: string;
  /** How a path of the API is called for a client; null where there is no such path. */
  findPath(path: string): CallPath | null;
};

/** Calls a path of the API in a version, else in the client's own. */
export type CallPath = (
  client: Client,
  version: string | undefined,
  body: object,
) => Promise<TriedCall>;

/** Declares a call; the schemas give it its types. */
export const dashboardCall = <Request extends z.ZodObject, Answer extends z.ZodObject>(
  call: DashboardCall<Request, Answer>,
): DashboardCall<Request, Answer> => call;

/** A change for the audit log: what was done, to what, and what is said of it without secrets. */
export type Change = {
  action: AuditAction;
  subject: string;
  details?: AuditRecord["details"];
};

/** How many changes one client makes a minute: a script with its keys must not fill the audit log. */
const CHANGES: Limit = { perMinute: 120, code: "RATE_LIMIT" };

/** Makes a change and logs who made it: both or neither. `work` uses the store that it is given. */
export const changeWithAudit = async <Result>(
  context: CallContext,
  change: Change,
  work: (services: CallContext) => Promise<Result>,
): Promise<Result> => {
  await requireFewChanges(context);
  return transactWithAudit(context, change, work);
};

/** The same for whoever has asked `requireFewChanges` before, since something comes ahead of the transaction. */
export const transactWithAudit = <Result>(
  context: CallContext,
  { action, subject, details }: Change,
  work: (services: CallContext) => Promise<Result>,
): Promise<Result> =>
  context.store.transact(async (store) => {
    const result = await work({ ...context, store });
    await store.audit.append({
      at: context.clock(),
      actor: { kind: "dashboard", name: context.sessionName },
      action,
      subject,
      details,
    });
    return result;
  });

/** Throws RATE_LIMIT for a client that changes more than people do; the operator may. */
export const requireFewChanges = async ({
  sessionClientId,
  guessLimiter,
}: CallContext): Promise<void> => {
  if (sessionClientId !== null) await guessLimiter.pass(`changes ${sessionClientId}`, CHANGES);
};
