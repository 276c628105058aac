import type { z } from "zod";
import type {
  NewPasskeyChallenge,
  OpenedInvitation,
} from "../../../protocol/dashboard/dashboard-people.ts";
import type { Invitation } from "../../domain/dashboard/invitation.ts";
import type { Member } from "../../domain/dashboard/member.ts";
import { base32, otpauthUri, TOTP_SECRET_BYTES } from "../../domain/dashboard/totp.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, opaqueId } from "../../domain/identifiers.ts";
import { WRONG_SECRETS } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { plainEmail } from "./member-sign-in.ts";
import { startNewPasskey } from "./passkey-challenge.ts";

/** The refusal of an invalid invitation. */
export const GONE = () =>
  new Fault("INVALID_FIELD", {
    message: "the invitation is unknown, used, withdrawn or expired",
    display: "This invitation was used or withdrawn, or is too old. Ask for another one.",
  });

/** The purpose for which an invitation's one-time-code secret is sealed. */
export const totpSealPurpose = ({ tokenDigest }: Invitation): string =>
  `totp of invitation ${tokenDigest}`;

/** The purpose for which an invitation's passkey challenge is sealed. */
export const passkeyPurpose = ({ tokenDigest }: Invitation): string =>
  `passkey of invitation ${tokenDigest}`;

/** Shows an invitation with a new one-time-code secret. The invitation stays valid. */
export const openInvitation = async (
  token: string,
  address: string,
  services: Services,
): Promise<z.input<typeof OpenedInvitation>> => {
  const { store, vault, random, brand } = services;
  const invitation = await findInvitation(token, address, services);
  const { email, role, clientId } = invitation;
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
      sealed: vault.sealBytes(totpSealPurpose(invitation), secret),
    },
  };
};

/**
 * Returns the options for creating an invited person's passkey. The invitation stays valid. Throws
 * INVALID_FIELD for an invalid invitation or address.
 */
export const startInvitationPasskey = async (
  given: { token: string; email?: string | undefined },
  { address, pageOrigin }: { address: string; pageOrigin: string },
  services: Services,
): Promise<z.input<typeof NewPasskeyChallenge>> => {
  const invitation = await findInvitation(given.token, address, services);
  const email = emailOf(given.email, invitation);
  const known = await services.store.members.byEmail(email);
  await countRefusal(address, services, async () => requireOwnAddress(known, invitation));
  const person = { memberId: known?.memberId ?? opaqueId(services.random), email };
  // A member's earlier passkeys are not excluded, since accepting removes them.
  return startNewPasskey(passkeyPurpose(invitation), person, [], pageOrigin, services);
};

/** Returns a token's valid invitation; throws INVALID_FIELD otherwise, which counts as a guess. */
export const findInvitation = async (
  token: string,
  address: string,
  services: Services,
): Promise<Invitation> => {
  const { store, clock, guessLimiter } = services;
  await guessLimiter.check(guessesOf(address), WRONG_SECRETS);
  const invitation = await store.members.invitation(digest(token), clock());
  return countRefusal(address, services, async () => {
    if (invitation) return invitation;
    throw GONE();
  });
};

/** Runs `work`, and counts its failure as a wrong guess from an address. */
export const countRefusal = async <Result>(
  address: string,
  { guessLimiter }: Services,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (failure) {
    await guessLimiter.pass(guessesOf(address), WRONG_SECRETS);
    throw failure;
  }
};

const guessesOf = (address: string): string => `invitation ${address}`;

/** Returns an invited person's mail address: the invitation's, or the typed one. */
export const emailOf = (given: string | undefined, invitation: Invitation): string => {
  const email = plainEmail(invitation.email ?? given ?? "");
  if (email === "") throw new Fault("MISSING_FIELDS", { message: "email is needed" });
  return email;
};

/**
 * Throws if an address is another member's. A link without an address must not take over a member.
 */
export const requireOwnAddress = (
  existing: Member | null,
  { email, clientId }: Invitation,
): void => {
  if (existing && (email === null || existing.clientId !== clientId))
    throw new Fault("INVALID_FIELD", {
      message: "email is another member's",
      display: "Somebody signs in with this e-mail address already. Take another one.",
    });
};
