import { z } from "zod";
import { MEMBER_ROLES } from "./member-role.ts";

/** A person with a Dashboard account. Times are ms since 1970. */
const DashboardMember = z.object({
  member_id: z.string(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  created_at: z.int(),
  /** Null before the first sign-in. */
  signed_in_at: z.int().nullable(),
});
export type DashboardMember = z.infer<typeof DashboardMember>;

/** An invitation that was not accepted yet. */
const DashboardInvitation = z.object({
  invitation_id: z.string(),
  /** Null if the member chooses the address. */
  email: z.string().nullable(),
  role: z.enum(MEMBER_ROLES),
  /**
   * The address of the inviting member. Null without a member, and for a client if the operator's
   * member invited.
   */
  invited_by: z.string().nullable(),
  created_at: z.int(),
  expires_at: z.int(),
});
export type DashboardInvitation = z.infer<typeof DashboardInvitation>;

/** The members of a client or of the operator, and the open invitations. */
export const DashboardPeople = z.object({
  members: z.array(DashboardMember),
  invitations: z.array(DashboardInvitation),
  /** Whether the server can mail an invitation. */
  sends_mail: z.boolean(),
});
export type DashboardPeople = z.infer<typeof DashboardPeople>;

/** The result of an invitation, with the address of its page, which is shown once. */
export const DashboardInvited = DashboardPeople.extend({ url: z.string(), mailed: z.boolean() });
export type DashboardInvited = z.infer<typeof DashboardInvited>;

/** An invitation for its page. */
export const OpenedInvitation = z.object({
  email: z.string().nullable(),
  role: z.enum(MEMBER_ROLES),
  /** The client's name, or the server's for the operator's people. */
  owner: z.string(),
  /** Whether the invited person is already a member. Accepting then replaces the credentials. */
  is_member: z.boolean(),
  /**
   * A secret of one-time codes: in base32, as an SVG of its QR code, and sealed for the response.
   */
  totp: z.object({ secret: z.string(), qr: z.string(), sealed: z.string() }),
});
export type OpenedInvitation = z.infer<typeof OpenedInvitation>;

/** A session that is open on the Dashboard. Times are ms since 1970. */
const OpenSession = z.object({
  session_id: z.string(),
  /**
   * The member's address; null for a session of a secret, or of the operator's password or
   * identity.
   */
  email: z.string().nullable(),
  is_own: z.boolean(),
  is_current: z.boolean(),
  /** The browser and the network address that opened the session; null if unknown. */
  browser: z.string().nullable(),
  address: z.string().nullable(),
  opened_at: z.int(),
  /** The last use, to the minute. */
  seen_at: z.int(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** The open sessions, the last used first. */
export const DashboardSessions = z.object({ sessions: z.array(OpenSession) });
export type DashboardSessions = z.infer<typeof DashboardSessions>;

/** A passkey of the member who is signed in. Times are ms since 1970. */
const DashboardPasskey = z.object({
  passkey_id: z.string(),
  /** The browser that added the passkey, in plain words. */
  name: z.string(),
  created_at: z.int(),
  used_at: z.int().nullable(),
});

export const DashboardPasskeys = z.object({
  passkeys: z.array(DashboardPasskey),
  /**
   * Whether the member can also sign in by password and one-time code. Otherwise the last passkey
   * cannot be removed.
   */
  has_password: z.boolean(),
});
export type DashboardPasskeys = z.infer<typeof DashboardPasskeys>;

/**
 * The browser's options for requesting a passkey (WebAuthn) as JSON, and the challenge sealed for
 * the response.
 */
export const PasskeyChallenge = z.object({
  options: z.looseObject({ challenge: z.string() }),
  sealed: z.string(),
});
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>;

/** The browser's options for creating a passkey, and the challenge. */
export const NewPasskeyChallenge = PasskeyChallenge.extend({
  options: z.looseObject({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  }),
});
export type NewPasskeyChallenge = z.infer<typeof NewPasskeyChallenge>;
