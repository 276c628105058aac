import { z } from "zod";
import { DashboardInvited, DashboardPeople } from "../../../protocol/dashboard/dashboard-people.ts";
import { MEMBER_ROLES } from "../../../protocol/dashboard/member-role.ts";
import type { Client } from "../../domain/clients/client.ts";
import {
  INVITATION_MAIL_JOB,
  type Invitation,
  invitationMailPurpose,
  newInvitation,
} from "../../domain/dashboard/invitation.ts";
import { isLastAdmin, type Member } from "../../domain/dashboard/member.ts";
import { Fault } from "../../domain/fault.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import { newJob } from "../../domain/jobs/job.ts";
import type { Services } from "../../domain/services.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";
import { requireFresh } from "../settings/require-fresh.ts";
import { requireFreshSession } from "./fresh-session.ts";
import { plainEmail } from "./member-sign-in.ts";
import { withdrawInvitationsOf } from "./withdraw-invitations.ts";

/** The maximum number of a client's members and invitations. */
const MAX_PEOPLE = 200;

const Id = z.string().min(1).max(200);
const Role = z.enum(MEMBER_ROLES);

/** Lists the members of a client or of the operator, and the invitations. */
export const listPeople = dashboardCall({
  path: "/dashboard/api/people",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardPeople,
  run: (_, client, context) => loadPeople(client, context),
});

/**
 * Invites a person, and shows the invitation's address once. A server with mail also mails the
 * address.
 */
export const invitePerson = dashboardCall({
  path: "/dashboard/api/people/invite",
  role: "admin",
  about: "clients",
  request: z.strictObject({
    /** Empty if the member chooses the address. */
    email: z.union([z.literal(""), z.email().max(254)]),
    role: Role,
  }),
  response: DashboardInvited,
  run: async ({ email: typed, role }, client, context) => {
    const email = plainEmail(typed) || null;
    const clientId = client?.clientId ?? null;
    const invitedBy = context.member?.memberId ?? null;
    // This invitation would replace a member's credentials.
    if (email !== null && (await context.store.members.byEmail(email))?.clientId === clientId)
      await requireFreshSession(context);
    const { invitation, path } = newInvitation({ clientId, email, role, invitedBy }, context);
    const jobs =
      email !== null && context.mailer !== null
        ? [mailJobOf(email, path, invitation, context)]
        : [];
    const change = {
      action: "member.invite",
      subject: email ?? "by link",
      clientId: () => clientId ?? undefined,
      details: { role },
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      const people = await loadPeople(client, { ...context, store });
      if (people.members.length + people.invitations.length >= MAX_PEOPLE)
        throw new Fault("INVALID_FIELD", {
          message: `there are ${MAX_PEOPLE} members and invitations already`,
          display: `There are ${MAX_PEOPLE} members and invitations already. Remove one first.`,
        });
      await store.members.invite(invitation);
      await store.jobs.add(jobs);
    });
    return {
      ...(await loadPeople(client, context)),
      url: `${context.publicUrl()}${path}`,
      mailed: jobs.length > 0,
    };
  },
});

/** Withdraws an invitation. */
export const withdrawInvitation = dashboardCall({
  path: "/dashboard/api/people/withdraw",
  role: "admin",
  about: "clients",
  request: z.strictObject({ invitation_id: Id }),
  response: DashboardPeople,
  run: async ({ invitation_id: id }, client, context) => {
    const clientId = client?.clientId ?? null;
    const all = await context.store.members.invitations(clientId, context.clock());
    const invitation = all.find(({ invitationId }) => invitationId === id);
    if (!invitation) throw NOT_THERE();
    const change = {
      action: "member.withdraw_invitation",
      subject: invitation.email ?? "by link",
      clientId: () => clientId ?? undefined,
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      if (!(await store.members.endInvitation(id))) throw NOT_THERE();
    });
    return loadPeople(client, context);
  },
});

/** Changes a member's role at once. */
export const changeRole = dashboardCall({
  path: "/dashboard/api/people/role",
  role: "admin",
  about: "clients",
  request: z.strictObject({
    member_id: Id,
    role: Role,
    /** The values that the editor saw. */
    expected: z.strictObject({ role: Role }).optional(),
  }),
  response: DashboardPeople,
  run: async ({ member_id: id, role, expected }, client, context) => {
    const member = await requireMember(id, client, context);
    const change = {
      action: "member.change_role",
      subject: member.email,
      clientId: () => member.clientId ?? undefined,
      details: { role_before: member.role, role },
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      const current = await requireMember(id, client, { ...context, store });
      requireFresh(expected, current);
      if (role !== "admin") await requireOtherAdmin(current, { ...context, store });
      await withdrawInvitationsOf(current, callerOf(context), { ...context, store });
      await store.members.setRole(id, role);
    });
    return loadPeople(client, context);
  },
});

/** Removes a member and ends their sessions at once. */
export const removeMember = dashboardCall({
  path: "/dashboard/api/people/remove",
  role: "admin",
  about: "clients",
  request: z.strictObject({ member_id: Id }),
  response: DashboardPeople,
  run: async ({ member_id: id }, client, context) => {
    const member = await requireMember(id, client, context);
    const change = {
      action: "member.remove",
      subject: member.email,
      clientId: () => member.clientId ?? undefined,
      details: { role_before: member.role, role: null },
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      const current = await requireMember(id, client, { ...context, store });
      await requireOtherAdmin(current, { ...context, store });
      await withdrawInvitationsOf(current, callerOf(context), { ...context, store });
      await store.members.remove(id);
    });
    return loadPeople(client, context);
  },
});

const NOT_THERE = () =>
  new Fault("NOT_FOUND", {
    message: "no such member or invitation",
    display: "It is gone already: somebody else has removed it.",
  });

async function requireMember(
  id: string,
  client: Client | null,
  { store }: Services,
): Promise<Member> {
  const member = await store.members.byId(id);
  if (member && member.clientId === (client?.clientId ?? null)) return member;
  throw NOT_THERE();
}

/**
 * Throws if the client's remaining members could not manage members. The operator may do even that.
 */
async function requireOtherAdmin(member: Member, context: CallContext): Promise<void> {
  if (context.isOperator || !(await isLastAdmin(member, context.store.members))) return;
  throw new Fault("INVALID_FIELD", {
    message: "the last admin stays",
    display: "This is the last admin. Make somebody else an admin first.",
  });
}

const callerOf = ({ sessionName, address }: CallContext) => ({
  actor: { kind: "dashboard" as const, name: sessionName },
  address,
});

async function loadPeople(
  client: Client | null,
  { store, clock, mailer, isOperator }: CallContext,
): Promise<z.input<typeof DashboardPeople>> {
  const clientId = client?.clientId ?? null;
  const members = await store.members.of(clientId);
  // A client does not see the operator's members, even in its audit log.
  const inviters = isOperator ? [...members, ...(await store.members.of(null))] : members;
  const emails = new Map(inviters.map(({ memberId, email }) => [memberId, email]));
  const invitations = await store.members.invitations(clientId, clock());
  return {
    members: members.map((member) => ({
      ...{ member_id: member.memberId, email: member.email, role: member.role },
      ...{ created_at: member.createdAt, signed_in_at: member.signedInAt },
    })),
    invitations: invitations.map((invitation) => ({
      ...{ invitation_id: invitation.invitationId, email: invitation.email, role: invitation.role },
      ...{ created_at: invitation.createdAt, expires_at: invitation.expiresAt },
      invited_by: emails.get(invitation.invitedBy ?? "") ?? null,
    })),
    sends_mail: mailer !== null,
  };
}

const mailJobOf = (
  to: string,
  path: string,
  { clientId, expiresAt }: Invitation,
  services: Services,
) => {
  const mailId = opaqueId(services.random);
  return newJob(services, {
    name: INVITATION_MAIL_JOB,
    lane: INVITATION_MAIL_JOB,
    payload: {
      client_id: clientId,
      mail_id: mailId,
      sealed_mail: services.vault.seal(invitationMailPurpose(mailId), JSON.stringify({ to, path })),
      until: expiresAt,
    },
  });
};
