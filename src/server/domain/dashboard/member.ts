import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import type { Invitation } from "./invitation.ts";
import type { Passkey } from "./passkey.ts";

/** A person who signs in to the Dashboard by themselves. Times are ms since 1970. */
export type Member = {
  memberId: string;
  /** Null for the operator's people. */
  clientId: string | null;
  /** In small letters; no two members have the same. */
  email: string;
  role: MemberRole;
  /** The scrypt hash of the password; null for a member who has passkeys only. */
  passwordHash: string | null;
  /** The sealed secret of one-time codes (TOTP), which go with the password; null without one. */
  sealedTotp: string | null;
  /** The step of the last one-time code that was used, so that none is used twice. */
  totpStep: number;
  /** How many codes were wrong with the right password since the last sign-in. */
  wrongCodes: number;
  createdAt: number;
  /** Null before the first sign-in. */
  signedInAt: number | null;
};

/** The port for members. */
export type MemberStore = {
  byId(memberId: string): Promise<Member | null>;
  byEmail(email: string): Promise<Member | null>;
  /** The members of a client, or the operator's for null, by their addresses. */
  of(clientId: string | null): Promise<Member[]>;
  /** Returns whether a client has a member, or anybody at all. */
  hasAny(clientId?: string): Promise<boolean>;
  /** Adds a member, or replaces the member with this id, whose sessions and passkeys end. */
  put(member: Member): Promise<void>;
  /** Records a sign-in by a one-time code; false if its step, or a later one, was used before. */
  recordCode(memberId: string, totpStep: number, signedInAt: number): Promise<boolean>;
  /** Counts a wrong code that came with the right password. */
  countWrongCode(memberId: string): Promise<void>;
  setRole(memberId: string, role: MemberRole): Promise<void>;
  /** Removes a member with their sessions. */
  remove(memberId: string): Promise<void>;
  /** The passkeys of a member, the oldest first. */
  passkeys(memberId: string): Promise<Passkey[]>;
  passkey(credentialId: string): Promise<Passkey | null>;
  addPasskey(passkey: Passkey): Promise<void>;
  /** Records a use; false if the passkey has answered this challenge, or a later one, before, or with this count. */
  usePasskey(
    credentialId: string,
    use: { counter: number; challengedAt: number; usedAt: number },
  ): Promise<boolean>;
  /** Removes a passkey of a member; returns false if it does not exist. */
  removePasskey(memberId: string, credentialId: string): Promise<boolean>;
  /** Adds an invitation. If it names an address, it replaces the owner's earlier invitation for that address. */
  invite(invitation: Invitation): Promise<void>;
  /** Returns the invitation of a token, if it is valid at `now`. */
  invitation(tokenDigest: string, now: number): Promise<Invitation | null>;
  /** Returns the valid invitations of a client, or the operator's for null, newest first. */
  invitations(clientId: string | null, now: number): Promise<Invitation[]>;
  /**
   * The invitations that are valid at a moment: those that the member has made, and those of the
   * same owner for the member's address.
   */
  invitationsOf(
    member: Pick<Member, "memberId" | "clientId" | "email">,
    now: number,
  ): Promise<Invitation[]>;
  /** Uses up or withdraws an invitation; returns false if it does not exist. */
  endInvitation(invitationId: string): Promise<boolean>;
};

/** Whether a client has no other admin. */
export const isLastAdmin = async (
  { clientId, memberId, role }: Member,
  members: Pick<MemberStore, "of">,
): Promise<boolean> =>
  role === "admin" &&
  !(await members.of(clientId)).some(
    (other) => other.role === "admin" && other.memberId !== memberId,
  );
