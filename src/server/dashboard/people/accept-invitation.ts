import type { z } from "zod";
import type { OpenedInvitation } from "../../../protocol/dashboard-people.ts";
import { knownBrowserToken } from "../../domain/dashboard/dashboard-session.ts";
import type { Invitation } from "../../domain/dashboard/invitation.ts";
import { isLastAdmin, type Member } from "../../domain/dashboard/member.ts";
import { hashPassword } from "../../domain/dashboard/password.ts";
import { base32, otpauthUri, TOTP_SECRET_BYTES, totpStep } from "../../domain/dashboard/totp.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, opaqueId } from "../../domain/identifiers.ts";
import { WRONG_SECRETS } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { passwordKey } from "../dashboard-session.ts";
import type { Guesses } from "../guesses.ts";
import { requireNotGuessable } from "../new-password.ts";
import type { SignedIn, SignInFrom } from "../sign-in.ts";
import { openMemberSession, ownerOf, plainEmail, totpPurpose } from "./member-sign-in.ts";
import { withdrawInvitationsOf } from "./withdraw-invitations.ts";

const GONE = () =>
  new Fault("INVALID_FIELD", {
    message: "the invitation is unknown, used, withdrawn or expired",
    display: "This invitation was used or withdrawn, or is too old. Ask for another one.",
  });

const sealPurpose = (tokenDigest: string): string => `totp of invitation ${tokenDigest}`;

/** Shows an invitation with a new secret of one-time codes; the invitation stays good. */
export const openInvitation = async (
  token: string,
  address: string,
  services: Services,
): Promise<z.input<typeof OpenedInvitation>> => {
  const { store, vault, random, brand } = services;
  const invitation = await findInvitation(token, address, services);
  const { email, role, clientId, tokenDigest } = invitation;
  const client = clientId === null ? null : await store.clients.byClientId(clientId);
  const known = email === null ? null : await store.members.byEmail(email);
  const secret = random(TOTP_SECRET_BYTES).slice();
  const { default: encodeQr } = await import("qr");
  return {
    ...{ email, role },
    owner: client ? client.name || client.clientId : brand.title,
    is_member: known !== null && known.clientId === clientId,
    totp: {
      secret: base32(secret),
      qr: encodeQr(otpauthUri(secret, brand.title, email ?? client?.name ?? ""), "svg"),
      sealed: vault.sealBytes(sealPurpose(tokenDigest), secret),
    },
  };
};

/**
 * Uses an invitation up: adds its member, or replaces the credentials of the one with its address, whose sessions end;
 * opens a session. Throws INVALID_FIELD if the invitation, the address, the password or the one-time code is not good.
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
  const { store, clock, random, brand, vault, guessLimiter } = services;
  const invitation = await findInvitation(given.token, address, services);
  const email = plainEmail(invitation.email ?? given.email ?? "");
  if (email === "") throw new Fault("MISSING_FIELDS", { message: "email is needed" });
  requireNotGuessable(given.password, [brand.name, email.split("@")[0] ?? ""]);
  const secret = openSecret(given.sealed, invitation, services);
  const step = totpStep(secret, given.code, clock());
  if (step === null) {
    await guessLimiter.pass(guessesOf(address), WRONG_SECRETS);
    throw new Fault("INVALID_FIELD", {
      message: "code is not the current one of the authenticator app",
      display: "This is not the code that the app shows now. Enter the next one.",
    });
  }
  try {
    // Before the hash, which takes a place that others need.
    requireOwnAddress(await store.members.byEmail(email), invitation);
  } catch (failure) {
    await guessLimiter.pass(guessesOf(address), WRONG_SECRETS);
    throw failure;
  }
  const passwordHash = await guesses.hash("others", () => hashPassword(given.password, random));
  return store.transact(async (transaction) => {
    const inTransaction = { ...services, store: transaction };
    const existing = await transaction.members.byEmail(email);
    requireOwnAddress(existing, invitation);
    if (existing && invitation.role !== "admin") await requireOtherAdmin(existing, inTransaction);
    if (!(await transaction.members.endInvitation(invitation.invitationId))) throw GONE();
    const actor = { kind: "dashboard", name: "invitation" } as const;
    if (existing && invitation.role !== "admin")
      await withdrawInvitationsOf(existing, { actor, address: origin.address }, inTransaction);
    const memberId = existing?.memberId ?? opaqueId(random);
    const member: Member = {
      ...{ memberId, clientId: invitation.clientId, email, role: invitation.role, passwordHash },
      sealedTotp: vault.sealBytes(totpPurpose(memberId), secret),
      ...{
        totpStep: step,
        wrongCodes: 0,
        createdAt: existing?.createdAt ?? clock(),
        signedInAt: clock(),
      },
    };
    await transaction.members.put(member);
    const owner = await ownerOf(member, inTransaction);
    if (!owner) throw GONE();
    await transaction.audit.append({
      at: clock(),
      actor,
      action: existing ? "member.reset" : "member.accept",
      subject: email,
      clientId: member.clientId,
      details: { role: member.role, address: origin.address },
    });
    const key = passwordKey(passwordHash);
    const session = await openMemberSession(owner, key, origin, "invitation", inTransaction);
    return { session, browserToken: knownBrowserToken(key, services) };
  });
};

/** Throws if an address is another member's: a link without an address must not take a member over. */
function requireOwnAddress(existing: Member | null, { email, clientId }: Invitation): void {
  if (existing && (email === null || existing.clientId !== clientId))
    throw new Fault("INVALID_FIELD", {
      message: "email is another member's",
      display: "Somebody signs in with this e-mail address already. Take another one.",
    });
}

/** Throws if a client would be left to members who may not change its members. */
async function requireOtherAdmin(member: Member, { store }: Services): Promise<void> {
  if (member.clientId !== null && (await isLastAdmin(member, store.members)))
    throw new Fault("INVALID_FIELD", {
      message: "the last admin stays",
      display: "You are the last admin. Ask for an invitation as admin.",
    });
}

const guessesOf = (address: string): string => `invitation ${address}`;

async function findInvitation(
  token: string,
  address: string,
  { store, clock, guessLimiter }: Services,
): Promise<Invitation> {
  await guessLimiter.check(guessesOf(address), WRONG_SECRETS);
  const invitation = await store.members.invitation(digest(token), clock());
  if (invitation) return invitation;
  await guessLimiter.pass(guessesOf(address), WRONG_SECRETS);
  throw GONE();
}

function openSecret(sealed: string, { tokenDigest }: Invitation, { vault }: Services): Uint8Array {
  try {
    return vault.openBytes(sealPurpose(tokenDigest), sealed);
  } catch (cause) {
    throw new Fault("INVALID_FIELD", { message: "sealed is not of this invitation", cause });
  }
}
