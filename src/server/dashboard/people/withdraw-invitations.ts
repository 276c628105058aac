import type { AuditActor } from "../../domain/audit-actor.ts";
import type { Member } from "../../domain/dashboard/member.ts";
import type { Services } from "../../domain/services.ts";

/**
 * Withdraws, within a transaction, the invitations that a member has made, which would outlive them, and those for their
 * address, which would make them again what they are no longer; logs each.
 */
export const withdrawInvitationsOf = async (
  member: Member,
  { actor, address }: { actor: AuditActor; address: string },
  { store, clock }: Services,
): Promise<void> => {
  for (const invitation of await store.members.invitationsOf(member, clock())) {
    await store.members.endInvitation(invitation.invitationId);
    await store.audit.append({
      at: clock(),
      actor,
      action: "member.withdraw_invitation",
      subject: invitation.email ?? "by link",
      clientId: invitation.clientId,
      details: { role: invitation.role, because_of: member.email, address },
    });
  }
};
