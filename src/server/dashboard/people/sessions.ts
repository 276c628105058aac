import { z } from "zod";
import { DashboardSessions } from "../../../protocol/dashboard/dashboard-people.ts";
import type { Client } from "../../domain/clients/client.ts";
import { type DashboardSession, sessionName } from "../../domain/dashboard/dashboard-session.ts";
import { Fault } from "../../domain/fault.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";

/** Lists an owner's open sessions. An admin sees all; other members see their own. */
export const listSessions = dashboardCall({
  path: "/dashboard/api/people/sessions",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardSessions,
  run: async (_, client, context) =>
    toShape(await visibleSessions(client, context), client, context),
});

/** Ends one session, or all own sessions except this one. */
export const signOutSession = dashboardCall({
  path: "/dashboard/api/people/sign-out",
  role: "read",
  about: "clients",
  request: z.strictObject({
    /** Left out for all own sessions except this one. */
    session_id: z.string().min(1).max(100).optional(),
  }),
  response: DashboardSessions,
  run: async ({ session_id: id }, client, context) => {
    const sessions = await visibleSessions(client, context);
    const ended = sessions.filter((session) =>
      id === undefined
        ? isOwn(session, context) && session.tokenDigest !== context.sessionDigest
        : sessionName(session.tokenDigest) === id,
    );
    if (id !== undefined && ended.length === 0)
      throw new Fault("NOT_FOUND", {
        message: "no such session",
        display: "This session has ended already.",
      });
    if (ended.length > 0) {
      const [first] = ended;
      const change = {
        action: "member.end_session",
        subject:
          (first && (await loadEmails(client, context)).get(first.memberId ?? "")) ?? "session",
        clientId: () => client?.clientId,
        details: { sessions: ended.map(({ tokenDigest }) => sessionName(tokenDigest)) },
      } as const;
      await changeWithAudit(context, change, async ({ store }) => {
        for (const { tokenDigest } of ended) await store.dashboardSessions.end(tokenDigest);
      });
    }
    return toShape(await visibleSessions(client, context), client, context);
  },
});

async function visibleSessions(
  client: Client | null,
  context: CallContext,
): Promise<DashboardSession[]> {
  const clientId = client?.clientId ?? null;
  const all = await context.store.dashboardSessions.of(clientId, context.clock());
  // With members, a client's secret opens no sessions, and earlier ones have ended.
  const hasMembers = clientId !== null && (await context.store.members.hasAny(clientId));
  return all.filter(
    (session) =>
      !(hasMembers && session.memberId === null) &&
      (context.role === "admin" || isOwn(session, context)),
  );
}

/** Whether a session belongs to the same member; without members, to the same owner. */
const isOwn = (
  { clientId, memberId }: DashboardSession,
  { member, sessionClientId }: CallContext,
): boolean => clientId === sessionClientId && memberId === (member?.memberId ?? null);

const loadEmails = async (client: Client | null, { store }: CallContext) =>
  new Map(
    (await store.members.of(client?.clientId ?? null)).map(({ memberId, email }) => [
      memberId,
      email,
    ]),
  );

async function toShape(
  sessions: readonly DashboardSession[],
  client: Client | null,
  context: CallContext,
): Promise<z.input<typeof DashboardSessions>> {
  const emails = await loadEmails(client, context);
  return {
    sessions: sessions.map((session) => ({
      session_id: sessionName(session.tokenDigest),
      email: (session.memberId !== null && emails.get(session.memberId)) || null,
      is_own: isOwn(session, context),
      is_current: session.tokenDigest === context.sessionDigest,
      browser: session.browser,
      address: session.address,
      opened_at: session.openedAt,
      seen_at: session.seenAt,
    })),
  };
}
