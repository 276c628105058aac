import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import { digest, opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";

/**
 * A single-use invitation to become a member. Only the digest of its token is stored. Times are ms
 * since 1970.
 */
export type Invitation = {
  invitationId: string;
  tokenDigest: string;
  /** Null for the operator's members. */
  clientId: string | null;
  /** The member's address in lower case; null if the member chooses the address. */
  email: string | null;
  role: MemberRole;
  /**
   * The inviting member, with whose membership the invitation ends; null if the operator or a
   * client's secret invited.
   */
  invitedBy: string | null;
  createdAt: number;
  expiresAt: number;
};

/** The lifetime of an invitation: seven days. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/** Creates an invitation, and its page's path. The token is in the fragment, which no log sees. */
export const newInvitation = (
  invited: Pick<Invitation, "clientId" | "email" | "role" | "invitedBy">,
  { clock, random }: Pick<Runtime, "clock" | "random">,
): { invitation: Invitation; path: string } => {
  const token = opaqueId(random, 43);
  const now = clock();
  return {
    invitation: {
      ...invited,
      invitationId: opaqueId(random),
      tokenDigest: digest(token),
      createdAt: now,
      expiresAt: now + INVITATION_MS,
    },
    path: `/dashboard/invitation#${token}`,
  };
};

/** The name of the job that sends an invitation by mail. */
export const INVITATION_MAIL_JOB = "send-invitation";

/** The purpose for which the job's address and path are sealed. */
export const invitationMailPurpose = (mailId: string): string => `invitation-mail:${mailId}`;
