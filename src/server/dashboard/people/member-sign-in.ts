import type { Client } from "../../domain/clients/client.ts";
import { knownBrowserId, knownBrowserToken } from "../../domain/dashboard/dashboard-session.ts";
import type { Member } from "../../domain/dashboard/member.ts";
import { isPassword } from "../../domain/dashboard/password.ts";
import { TOTP_SECRET_BYTES, totpStep } from "../../domain/dashboard/totp.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { Services } from "../../domain/services.ts";
import { type ActiveSession, type Owner, openSession, passwordKey } from "../dashboard-session.ts";
import type { Guesses } from "../guesses.ts";
import type { SignedIn, SignInFrom } from "../sign-in.ts";

/** A mail address in the form by which members are found. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();

/** The purpose for which a member's one-time-code secret is sealed. */
export const totpPurpose = (memberId: string): string => `totp of member ${memberId}`;

/** Stands for the secret of a member without one. */
const NO_SECRET = Buffer.alloc(TOTP_SECRET_BYTES);

const WRONG = () =>
  new Fault("INVALID_API_KEYS", {
    message: "no member has this e-mail address, password and one-time code",
    display: "The e-mail address, the password or the code is wrong.",
  });

/** The maximum number of wrong codes after a right password; three of a million codes are valid at a time. */
const MAX_WRONG_CODES = 100;

const SPENT = () =>
  new Fault("INVALID_API_KEYS", {
    message: `${MAX_WRONG_CODES} one-time codes were wrong since this member's last sign-in`,
    display:
      "Too many codes were wrong since your last sign-in. Sign in by a passkey or in a browser that you have used before, or ask for another invitation.",
  });

/**
 * Opens a session by e-mail address, password and one-time code. Throws INVALID_API_KEYS if one is
 * wrong, in the same time whether the member exists or not.
 */
export const signInMember = async (
  given: { email: string; password: string; code: string },
  { address, browserToken, origin }: SignInFrom,
  guesses: Guesses,
  services: Services,
): Promise<SignedIn> => {
  const email = plainEmail(given.email);
  const member = await services.store.members.byEmail(email);
  const hash = member?.passwordHash ?? null;
  const guess = {
    ...({ kind: "member", account: `member ${digest(email)}`, address } as const),
    browser: hash === null ? null : knownBrowserId(browserToken, passwordKey(hash), services),
    lockOut: {
      action: "member.lock_out",
      // A text that anyone may type is not logged.
      subject: member?.email ?? "unknown",
      clientId: member?.clientId ?? null,
    } as const,
  };
  let isSpent = false;
  const session = await guesses.guess(guess, async () => {
    const isRight = await isPassword(given.password, hash);
    const step = totpStep(openSecret(member, services), given.code, services.clock());
    if (isRight && member) {
      isSpent = guess.browser === null && member.wrongCodes >= MAX_WRONG_CODES;
      if (isSpent) return null;
      if (step === null) await services.store.members.countWrongCode(member.memberId);
    }
    if (!isRight || step === null || !member || hash === null || member.sealedTotp === null)
      return null;
    return services.store.transact(async (store) => {
      const inTransaction = { ...services, store };
      if (!(await store.members.recordCode(member.memberId, step, services.clock()))) return null;
      const owner = await loadOwner(member, inTransaction);
      return (
        owner && openMemberSession(owner, passwordKey(hash), origin, "password", inTransaction)
      );
    });
  });
  if (isSpent) throw SPENT();
  if (!session || hash === null) throw WRONG();
  return { session, browserToken: knownBrowserToken(passwordKey(hash), services) };
};

/** Opens and audits a member's session, within a transaction. */
export const openMemberSession = async (
  owner: Owner & { member: Member },
  keyDigest: string,
  origin: SignInFrom["origin"],
  by: "password" | "invitation" | "passkey",
  services: Services,
): Promise<ActiveSession> => {
  const session = await openSession(owner, keyDigest, origin, services);
  await services.store.audit.append({
    at: services.clock(),
    actor: { kind: "dashboard", name: session.name },
    action: "member.sign_in",
    subject: owner.member.email,
    clientId: owner.member.clientId,
    details: { by, address: origin.address },
  });
  return session;
};

/** Returns the owner of a member's session; null if the client is gone. */
export const loadOwner = async (
  member: Member,
  { store }: Services,
): Promise<(Owner & { member: Member }) | null> => {
  if (member.clientId === null) return { kind: "operator", member };
  const client: Client | null = await store.clients.byClientId(member.clientId);
  return client && { kind: "client", client, member };
};

const openSecret = (member: Member | null, { vault }: Services): Uint8Array =>
  member?.sealedTotp ? vault.openBytes(totpPurpose(member.memberId), member.sealedTotp) : NO_SECRET;
