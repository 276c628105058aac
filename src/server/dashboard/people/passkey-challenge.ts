import { z } from "zod";
import type { NewPasskeyChallenge } from "../../../protocol/dashboard/dashboard-people.ts";
import {
  ALGORITHMS,
  NewPasskey,
  type Passkey,
  verifyNewPasskey,
} from "../../domain/dashboard/passkey.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";

/** The lifetime of a challenge. */
const CHALLENGE_MS = 5 * 60 * 1000;

/** A sealed challenge. */
export const Sealed = z.string().min(1).max(1500);

/** A passkey made by a browser, and its challenge. */
export const MadePasskey = z.strictObject({ sealed: Sealed, credential: NewPasskey });

const Person = z.object({ memberId: z.string(), email: z.string() });
const Challenge = z.object({
  challenge: z.string(),
  at: z.int(),
  /** The person of a new passkey; null for a sign-in. */
  person: Person.nullable(),
});

/** Makes a challenge of 32 random bytes, sealed for a purpose. */
export const newChallenge = (
  purpose: string,
  person: z.infer<typeof Person> | null,
  { random, vault, clock }: Services,
): { challenge: string; sealed: string } => {
  const challenge = Buffer.from(random(32)).toString("base64url");
  const made: z.infer<typeof Challenge> = { challenge, at: clock(), person };
  return { challenge, sealed: vault.seal(purpose, JSON.stringify(made)) };
};

/** Returns the challenge sealed for a purpose; null if forged, for another purpose, or too old. */
export const openChallenge = (
  sealed: string,
  purpose: string,
  { vault, clock }: Services,
): z.infer<typeof Challenge> | null => {
  try {
    const made = Challenge.parse(JSON.parse(vault.open(purpose, sealed)));
    return clock() - made.at < CHALLENGE_MS ? made : null;
  } catch {
    return null;
  }
};

/** Returns the options for creating a person's further passkey. */
export const startNewPasskey = (
  purpose: string,
  { memberId, email }: z.infer<typeof Person>,
  own: readonly Passkey[],
  pageOrigin: string,
  services: Services,
): z.input<typeof NewPasskeyChallenge> => {
  const { challenge, sealed } = newChallenge(purpose, { memberId, email }, services);
  return {
    sealed,
    options: {
      challenge,
      rp: { id: new URL(pageOrigin).hostname, name: services.brand.title },
      user: { id: Buffer.from(memberId).toString("base64url"), name: email, displayName: email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: own.map(({ credentialId: id }) => ({ type: "public-key", id })),
      attestation: "none",
    },
  };
};

/** Verifies a created passkey; throws INVALID_FIELD if a check fails. */
export const verifyMadePasskey = (
  { sealed, credential }: z.infer<typeof MadePasskey>,
  purpose: string,
  pageOrigin: string,
  services: Services,
): { email: string; passkey: Omit<Passkey, "name"> } => {
  const made = openChallenge(sealed, purpose, services);
  const expected = made && { challenge: made.challenge, origin: pageOrigin };
  const key = expected && verifyNewPasskey(credential, expected);
  if (!made?.person || !key)
    throw new Fault("INVALID_FIELD", {
      message: "credential is no new passkey for this challenge and page",
      display: "The passkey was not accepted. Try again.",
    });
  const { memberId, email } = made.person;
  const times = { challengedAt: made.at, createdAt: services.clock(), usedAt: null };
  return { email, passkey: { credentialId: credential.id, memberId, ...key, ...times } };
};
