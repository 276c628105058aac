import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import type { Invitation } from "./invitation.ts";
import type { Passkey } from "./passkey.ts";

/** A person with their own sign-in to the Dashboard. Times are ms since 1970. */
export type Member = {
  memberId: string;
  /** Null for the operator's members. */
  clientId: string | null;
  /** In lower case, and unique among members. */
  email: string;
  role: MemberRole;
  /** The scrypt hash of the password; null for a member with passkeys only. */
  passwordHash: string | null;
  /** The sealed secret of one-time codes (TOTP) next to the password; null without one. */
  sealedTotp: string | null;
  /** The step of the last accepted one-time code, so that no code is accepted twice. */
  totpStep: number;
  /** The number of wrong codes after a right password since the last sign-in. */
  wrongCodes: number;
  createdAt: number;
  /** Null before the first sign-in. */
  signedInAt: number | null;
};

/** The port for members. */
export type MemberStore = {
  byId(memberId: string): Promise<Member | null>;
  byEmail(email: string): Promise<Member | null>;
  /** The members of a client, or of the operator for null, by address. */
  of(clientId: string | null): Promise<Member[]>;
  /** Whether a client has a member, or whether any member exists. */
  hasAny(clientId?: string): Promise<boolean>;
  /**
   * Adds a member. An existing member with this id is replaced, and their sessions and passkeys
   * end.
   */
  put(member: Member): Promise<void>;
  /** Records a sign-in by a one-time code; false if this step or a later step was already used. */
  recordCode(memberId: string, totpStep: number, signedInAt: number): Promise<boolean>;
  /** Counts a wrong code after a right password. */
  countWrongCode(memberId: string): Promise<void>;
  setRole(memberId: string, role: MemberRole): Promise<void>;
  /** Removes a member with their sessions. */
  remove(memberId: string): Promise<void>;
  /** The passkeys of a member, the oldest first. */
  passkeys(memberId: string): Promise<Passkey[]>;
  passkey(credentialId: string): Promise<Passkey | null>;
  addPasskey(passkey: Passkey): Promise<void>;
  /**
   * Records a use; false if the passkey has answered this or a later challenge, or repeats its
   * counter.
   */
  usePasskey(
    credentialId: string,
    use: { counter: number; challengedAt: number; usedAt: number },
  ): Promise<boolean>;
  /** Removes a passkey of a member; false for an unknown passkey. */
  removePasskey(memberId: string, credentialId: string): Promise<boolean>;
  /** Adds an invitation, in place of the owner's earlier invitation for the same address. */
  invite(invitation: Invitation): Promise<void>;
  /** Returns the invitation of a token if it is still valid, or null. */
  invitation(tokenDigest: string, now: number): Promise<Invitation | null>;
  /** Returns the valid invitations of a client, or of the operator for null, newest first. */
  invitations(clientId: string | null, now: number): Promise<Invitation[]>;
  /**
   * The valid invitations that a member has made, and those of the same owner for the member's
   * address.
   */
  invitationsOf(
    member: Pick<Member, "memberId" | "clientId" | "email">,
    now: number,
  ): Promise<Invitation[]>;
  /** Uses up or withdraws an invitation; false for an unknown invitation. */
  endInvitation(invitationId: string): Promise<boolean>;
};

/** Whether a member is the client's only admin. */
export const isLastAdmin = async (
  { clientId, memberId, role }: Member,
  members: Pick<MemberStore, "of">,
): Promise<boolean> =>
  role === "admin" &&
  !(await members.of(clientId)).some(
    (other) => other.role === "admin" && other.memberId !== memberId,
  );
