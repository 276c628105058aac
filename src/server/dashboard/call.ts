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
 * - `client`: one client. A client's session means its own client; the operator names a client by `client_id`.
 * - `clients`: one client or all. A client's session means its own client; the operator may name a client.
 * - `operator`: the operator only.
 */
export type DashboardCall<
  Request extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodObject = z.ZodObject,
> = {
  path: `/dashboard/api/${string}`;
  /** The minimum role for the call. */
  role: MemberRole;
  /** Without `client_id`, with which the operator names a call's client. */
  request: Request;
  response: Answer;
  /** Whether the response is replaced by a file. */
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
  /** The session's member; null without one. */
  member: Member | null;
  role: MemberRole;
  /** The session's client; null for the operator's sessions. */
  sessionClientId: string | null;
  /** The session's name in the audit log. */
  sessionName: string;
  /** The caller's address. */
  address: string;
  /** The browser as text, and its page's origin. */
  browser: string;
  pageOrigin: string;
  /** The digest of the session's token. */
  sessionDigest: string;
  /** Returns the call of an API path for a client, or null. */
  findPath(path: string): CallPath | null;
};

/** Calls an API path in a version, by default the client's own. */
export type CallPath = (
  client: Client,
  version: string | undefined,
  body: object,
) => Promise<TriedCall>;

/** Declares a call, with types derived from its schemas. */
export const dashboardCall = <Request extends z.ZodObject, Answer extends z.ZodObject>(
  call: DashboardCall<Request, Answer>,
): DashboardCall<Request, Answer> => call;

/** A change for the audit log: its action, subject, and details without secrets. */
export type Change = {
  action: AuditAction;
  subject: string;
  /** The call's client, if neither the subject nor the session is one. */
  clientId?: () => string | undefined;
  /** A function is called after the change. */
  details?: AuditRecord["details"] | (() => AuditRecord["details"]);
};

/**
 * The limit of changes per client or member. A script must not fill the audit log, and no member
 * may use up the changes of members who could remove them.
 */
const CHANGES: Limit = { perMinute: 120, code: "RATE_LIMIT" };

/** Makes and audits a change in one transaction. `work` uses the given store. */
export const changeWithAudit = async <Result>(
  context: CallContext,
  change: Change,
  work: (services: CallContext) => Promise<Result>,
): Promise<Result> => {
  await requireFewChanges(context);
  return transactWithAudit(context, change, work);
};

/**
 * Like `changeWithAudit`, for callers that have already called `requireFewChanges`, since they act
 * before the transaction.
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
 * Throws if since the call's start the session has ended, its credential became invalid, or its
 * member's role was reduced. Otherwise a removed admin's changes, such as an invitation, would
 * outlive the admin.
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

/**
 * Throws RATE_LIMIT if a client or member makes more changes than people do. The operator's
 * password has no limit.
 */
export const requireFewChanges = async ({
  member,
  sessionClientId,
  guessLimiter,
}: CallContext): Promise<void> => {
  const who = member?.memberId ?? sessionClientId;
  if (who !== null) await guessLimiter.pass(`changes ${who}`, CHANGES);
};
