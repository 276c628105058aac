import { z } from "zod";
import type { PasskeyChallenge } from "../../../protocol/dashboard/dashboard-people.ts";
import { PasskeyAnswer, verifyPasskeyAnswer } from "../../domain/dashboard/passkey.ts";
import { Fault } from "../../domain/fault.ts";
import { PASSKEY_SIGN_INS, WRONG_SECRETS } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { type ActiveSession, passkeyKey, type SessionOrigin } from "../dashboard-session.ts";
import { loadOwner, openMemberSession } from "./member-sign-in.ts";
import { newChallenge, openChallenge, Sealed } from "./passkey-challenge.ts";

const SIGN_IN = "passkey sign-in";

/** Returns the options for asking a user for a passkey, which are the same for every member. */
export const startPasskeySignIn = (
  pageOrigin: string,
  services: Services,
): z.input<typeof PasskeyChallenge> => {
  const { challenge, sealed } = newChallenge(SIGN_IN, null, services);
  const rpId = new URL(pageOrigin).hostname;
  return { sealed, options: { challenge, rpId, userVerification: "required" } };
};

export const PasskeySignIn = z.strictObject({ sealed: Sealed, credential: PasskeyAnswer });

/** Opens a session for the member of an answering passkey; throws INVALID_API_KEYS otherwise. */
export const signInByPasskey = async (
  { sealed, credential }: z.infer<typeof PasskeySignIn>,
  from: { address: string; pageOrigin: string; origin: SessionOrigin },
  services: Services,
): Promise<ActiveSession> => {
  const { guessLimiter, store, clock } = services;
  const guesses = `passkey ${from.address}`;
  await guessLimiter.check(guesses, WRONG_SECRETS);
  const made = openChallenge(sealed, SIGN_IN, services);
  const passkey = made && (await store.members.passkey(credential.id));
  const expected = made && { challenge: made.challenge, origin: from.pageOrigin };
  const counter = passkey && expected && verifyPasskeyAnswer(credential, passkey, expected);
  if (passkey && counter !== null)
    await guessLimiter.pass(`passkey of ${passkey.memberId}`, PASSKEY_SIGN_INS);
  const session =
    made && passkey && counter !== null
      ? await store.transact(async (transaction) => {
          const inTransaction = { ...services, store: transaction };
          const use = { counter, challengedAt: made.at, usedAt: clock() };
          const member = await transaction.members.byId(passkey.memberId);
          if (!member || !(await transaction.members.usePasskey(credential.id, use))) return null;
          const owner = await loadOwner(member, inTransaction);
          const key = passkeyKey(credential.id);
          return owner && openMemberSession(owner, key, from.origin, "passkey", inTransaction);
        })
      : null;
  if (session) return session;
  await guessLimiter.pass(guesses, WRONG_SECRETS);
  throw new Fault("INVALID_API_KEYS", {
    message: "no member has this passkey, or its answer is not good",
    display: "This passkey does not sign in here.",
  });
};
