import type { AuditActor } from "../../domain/audit-actor.ts";
import type { Member } from "../../domain/dashboard/member.ts";
import type { Services } from "../../domain/services.ts";

/**
 * Withdraws the invitations made by a member and those for the member's address, and audits each,
 * in the transaction that removes the member or changes the role. Otherwise invitations would keep
 * the member's former rights alive.
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
      details: {
        role: invitation.role,
        // A client reads its own entries, but does not see the operator's members.
        ...(invitation.clientId === member.clientId
          ? { because_of: member.email, address }
          : { because_of: "a member of the operator" }),
      },
    });
  }
};
