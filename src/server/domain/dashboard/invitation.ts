import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import { digest, opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";

/** An invitation to become a member, once. Its token is stored as a digest only. Times are ms since 1970. */
export type Invitation = {
  invitationId: string;
  tokenDigest: string;
  /** Null for the operator's people. */
  clientId: string | null;
  /** The address of the member, in small letters; null for one that they choose. */
  email: string | null;
  role: MemberRole;
  /**
   * The member who made the invitation, which ends with their membership; null if the operator or a client's
   * secret made it.
   */
  invitedBy: string | null;
  createdAt: number;
  expiresAt: number;
};

/** The lifetime of an invitation: seven days. */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/** Creates an invitation, and the path of its page; the token is in the fragment, which no log sees. */
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

/** The name of the job that writes the mail of an invitation. */
export const INVITATION_MAIL_JOB = "send-invitation";

/** The purpose under which that job's address and path are sealed. */
export const invitationMailPurpose = (mailId: string): string => `invitation-mail:${mailId}`;
