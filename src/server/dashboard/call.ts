import type { z } from "zod";
import type { TriedCall } from "../../protocol/dashboard/dashboard.ts";
import { isAtLeast, type MemberRole } from "../../protocol/dashboard/member-role.ts";
import type { AuditAction, AuditRecord } from "../domain/audit/audit-entry.ts";
import type { Client } from "../domain/clients/client.ts";
import type { Member } from "../domain/dashboard/member.ts";
import { Fault } from "../domain/fault.ts";
import type { Limit } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";
import { findOwner } from "./dashboard-session.ts";

/**
 * A private call of the Dashboard, about
 * - `client`: one client. A client's session means its own; the operator names one by `client_id`.
 * - `clients`: one client or all. A client's session means its own; the operator may name one.
 * - `operator`: for the operator only.
 */
export type DashboardCall<
  Request extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodObject = z.ZodObject,
> = {
  path: `/dashboard/api/${string}`;
  /** The least role that may make it. */
  role: MemberRole;
  /** Without `client_id`, by which the operator names the client of a call. */
  request: Request;
  response: Answer;
  /** Whether it permits a file, by which its response is replaced. */
  isFile?: true;
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

/** The services of a call, and its session. */
export type CallContext = Services & {
  isOperator: boolean;
  /** The member whose session it is; null if none is. */
  member: Member | null;
  role: MemberRole;
  /** The client whose session it is; null for the operator's. */
  sessionClientId: string | null;
  /** The session's name in the audit log. */
  sessionName: string;
  /** The address that the call came from. */
  address: string;
  /** The browser that it came from in plain words, and the origin of its page. */
  browser: string;
  pageOrigin: string;
  /** The digest of the session's token. */
  sessionDigest: string;
  /** Returns the call of a path of the API for a client; null if there is no such path. */
  findPath(path: string): CallPath | null;
};

/** Calls a path of the API in a version, by default the client's own. */
export type CallPath = (
  client: Client,
  version: string | undefined,
  body: object,
) => Promise<TriedCall>;

/** Declares a call, with types derived from its schemas. */
export const dashboardCall = <Request extends z.ZodObject, Answer extends z.ZodObject>(
  call: DashboardCall<Request, Answer>,
): DashboardCall<Request, Answer> => call;

/** A change for the audit log: its action, its subject, and details without secrets. */
export type Change = {
  action: AuditAction;
  subject: string;
  /** The client that the call is about, if neither the subject nor the session is one. */
  clientId?: () => string | undefined;
  /** A function is called after the change. */
  details?: AuditRecord["details"] | (() => AuditRecord["details"]);
};

/**
 * The changes of one client or member per minute: a script with its keys must not fill the audit log, and no member use up
 * the changes of those who may remove them.
 */
const CHANGES: Limit = { perMinute: 120, code: "RATE_LIMIT" };

/** Makes a change and logs it in one transaction. `work` uses the store that it is given. */
export const changeWithAudit = async <Result>(
  context: CallContext,
  change: Change,
  work: (services: CallContext) => Promise<Result>,
): Promise<Result> => {
  await requireFewChanges(context);
  return transactWithAudit(context, change, work);
};

/**
 * Like `changeWithAudit`, for callers that have called `requireFewChanges` already, since they do something before the
 * transaction.
 */
export const transactWithAudit = <Result>(
  context: CallContext,
  { action, subject, clientId, details }: Change,
  work: (services: CallContext) => Promise<Result>,
): Promise<Result> =>
  context.store.transact(async (store) => {
    await requireStillOpen({ ...context, store });
    const result = await work({ ...context, store });
    await store.audit.append({
      at: context.clock(),
      actor: { kind: "dashboard", name: context.sessionName },
      action,
      subject,
      clientId: clientId?.() ?? context.sessionClientId,
      details: {
        ...(typeof details === "function" ? details() : details),
        address: context.address,
      },
    });
    return result;
  });

/**
 * Throws if the session has ended, the credential that opened it is no longer valid, or its member's role was
 * reduced, since the call began: otherwise a removed admin's changes, such as an invitation, would outlive
 * them.
 */
async function requireStillOpen(context: CallContext): Promise<void> {
  const { store, role, sessionDigest } = context;
  const session = await store.dashboardSessions.byTokenDigest(sessionDigest);
  const owner = session && (await findOwner(session, context));
  if (!owner) throw new Fault("INVALID_DASHBOARD_SESSION");
  if (owner.member && !isAtLeast(owner.member.role, role))
    throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
      message: `the role is ${owner.member.role} by now`,
      display: `Your role is “${owner.member.role}” by now.`,
    });
}

/** Throws RATE_LIMIT if a client or a member makes more changes than people do; the operator's password has no limit. */
export const requireFewChanges = async ({
  member,
  sessionClientId,
  guessLimiter,
}: CallContext): Promise<void> => {
  const who = member?.memberId ?? sessionClientId;
  if (who !== null) await guessLimiter.pass(`changes ${who}`, CHANGES);
};
