import type { z } from "zod";
import { knownBrowserToken } from "../../domain/dashboard/dashboard-session.ts";
import type { Invitation } from "../../domain/dashboard/invitation.ts";
import { isLastAdmin, type Member } from "../../domain/dashboard/member.ts";
import type { Passkey } from "../../domain/dashboard/passkey.ts";
import { hashPassword } from "../../domain/dashboard/password.ts";
import { totpStep } from "../../domain/dashboard/totp.ts";
import { Fault } from "../../domain/fault.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import type { Services } from "../../domain/services.ts";
import {
  type ActiveSession,
  passkeyKey,
  passwordKey,
  type SessionOrigin,
} from "../dashboard-session.ts";
import type { Guesses } from "../guesses.ts";
import { requireNotGuessable } from "../new-password.ts";
import type { SignedIn, SignInFrom } from "../sign-in.ts";
import { loadOwner, openMemberSession, totpPurpose } from "./member-sign-in.ts";
import {
  countRefusal,
  emailOf,
  findInvitation,
  GONE,
  passkeyPurpose,
  requireOwnAddress,
  totpSealPurpose,
} from "./open-invitation.ts";
import { type MadePasskey, verifyMadePasskey } from "./passkey-challenge.ts";
import { withdrawInvitationsOf } from "./withdraw-invitations.ts";

/**
 * Uses up an invitation: adds its member, or replaces the credentials of the member with its
 * address, whose sessions end; opens a session. Throws INVALID_FIELD for an invalid invitation,
 * address, password or one-time code.
 */
export const acceptInvitation = async (
  given: {
    token: string;
    email?: string | undefined;
    password: string;
    sealed: string;
    code: string;
  },
  { address, origin }: SignInFrom,
  guesses: Guesses,
  services: Services,
): Promise<SignedIn> => {
  const { store, clock, random, brand, vault } = services;
  const invitation = await findInvitation(given.token, address, services);
  const email = emailOf(given.email, invitation);
  requireNotGuessable(given.password, [brand.name, email.split("@")[0] ?? ""]);
  const secret = openSecret(given.sealed, invitation, services);
  const usedStep = await countRefusal(address, services, async () => {
    const step = totpStep(secret, given.code, clock());
    if (step === null)
      throw new Fault("INVALID_FIELD", {
        message: "code is not the current one of the authenticator app",
        display: "This is not the code that the app shows now. Enter the next one.",
      });
    // Checked before the hash, whose slot others may need.
    requireOwnAddress(await store.members.byEmail(email), invitation);
    return step;
  });
  const passwordHash = await guesses.hash("others", () => hashPassword(given.password, random));
  const key = passwordKey(passwordHash);
  const person: Person = {
    ...{ email, memberId: opaqueId(random), keyDigest: key, passkey: null },
    credentials: (memberId) => ({
      ...{ passwordHash, sealedTotp: vault.sealBytes(totpPurpose(memberId), secret) },
      totpStep: usedStep,
    }),
  };
  const session = await join(person, invitation, origin, services);
  return { session, browserToken: knownBrowserToken(key, services) };
};

/**
 * Accepts an invitation with a new passkey. Its member then has no password and no one-time codes.
 * Throws INVALID_FIELD for an invalid invitation, address or passkey.
 */
export const acceptByPasskey = async (
  { token, ...made }: { token: string } & z.infer<typeof MadePasskey>,
  { address, pageOrigin, origin }: { address: string; pageOrigin: string; origin: SessionOrigin },
  services: Services,
): Promise<ActiveSession> => {
  const invitation = await findInvitation(token, address, services);
  const purpose = passkeyPurpose(invitation);
  const { email, passkey } = await countRefusal(address, services, async () =>
    verifyMadePasskey(made, purpose, pageOrigin, services),
  );
  const { memberId, credentialId } = passkey;
  const person: Person = {
    ...{ email, memberId, keyDigest: passkeyKey(credentialId) },
    passkey: { ...passkey, name: origin.browser },
    credentials: () => ({ passwordHash: null, sealedTotp: null, totpStep: 0 }),
  };
  return join(person, invitation, origin, services);
};

/** An invited person with proven new credentials. */
type Person = {
  email: string;
  /** The new member's id. */
  memberId: string;
  /** The digest that binds the session. */
  keyDigest: string;
  passkey: Passkey | null;
  credentials(memberId: string): Pick<Member, "passwordHash" | "sealedTotp" | "totpStep">;
};

/** Uses up an invitation for a person, and opens a session, in one transaction. */
const join = (
  { email, keyDigest, passkey, credentials, ...fresh }: Person,
  invitation: Invitation,
  origin: SessionOrigin,
  services: Services,
): Promise<ActiveSession> =>
  services.store.transact(async (transaction) => {
    const { clock } = services;
    const inTransaction = { ...services, store: transaction };
    const existing = await transaction.members.byEmail(email);
    requireOwnAddress(existing, invitation);
    if (!(await transaction.members.endInvitation(invitation.invitationId))) throw GONE();
    const actor = { kind: "dashboard", name: "invitation" } as const;
    if (existing && invitation.role !== "admin") {
      await requireOtherAdmin(existing, inTransaction);
      await withdrawInvitationsOf(existing, { actor, address: origin.address }, inTransaction);
    }
    const memberId = existing?.memberId ?? fresh.memberId;
    if (passkey) await requireNew(passkey, memberId, inTransaction);
    const member: Member = {
      ...{ memberId, clientId: invitation.clientId, email, role: invitation.role },
      ...credentials(memberId),
      ...{ wrongCodes: 0, createdAt: existing?.createdAt ?? clock(), signedInAt: clock() },
    };
    await transaction.members.put(member);
    // Added last, since the change of the member removes earlier passkeys.
    if (passkey) await transaction.members.addPasskey(passkey);
    const owner = await loadOwner(member, inTransaction);
    if (!owner) throw GONE();
    await transaction.audit.append({
      at: clock(),
      actor,
      action: existing ? "member.reset" : "member.accept",
      subject: email,
      clientId: member.clientId,
      details: {
        ...{ role: member.role, by: passkey ? "passkey" : "password" },
        address: origin.address,
      },
    });
    return openMemberSession(owner, keyDigest, origin, "invitation", inTransaction);
  });

/** Throws unless a passkey was made for this member and is unused. */
async function requireNew(passkey: Passkey, memberId: string, { store }: Services): Promise<void> {
  if (passkey.memberId === memberId && !(await store.members.passkey(passkey.credentialId))) return;
  throw new Fault("INVALID_FIELD", {
    message: "credential is known already, or was made before its member joined or left",
    display: "This passkey was added before, or this page is too old. Load it again.",
  });
}

/** Throws if the client's remaining members could not manage members. */
async function requireOtherAdmin(member: Member, { store }: Services): Promise<void> {
  if (member.clientId !== null && (await isLastAdmin(member, store.members)))
    throw new Fault("INVALID_FIELD", {
      message: "the last admin stays",
      display: "You are the last admin. Ask for an invitation as admin.",
    });
}

function openSecret(sealed: string, invitation: Invitation, { vault }: Services): Uint8Array {
  try {
    return vault.openBytes(totpSealPurpose(invitation), sealed);
  } catch (cause) {
    throw new Fault("INVALID_FIELD", { message: "sealed is not of this invitation", cause });
  }
}
