import { z } from "zod";
import {
  DashboardPasskeys,
  NewPasskeyChallenge,
  type PasskeyChallenge,
} from "../../../protocol/dashboard-people.ts";
import { sessionName } from "../../domain/dashboard/dashboard-session.ts";
import type { Member } from "../../domain/dashboard/member.ts";
import {
  ALGORITHMS,
  NewPasskey,
  PasskeyAnswer,
  verifyNewPasskey,
  verifyPasskeyAnswer,
} from "../../domain/dashboard/passkey.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import { PASSKEY_SIGN_INS, WRONG_SECRETS } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";
import { type ActiveSession, passkeyKey, type SessionOrigin } from "../dashboard-session.ts";
import { openMemberSession, ownerOf } from "./member-sign-in.ts";

/** A challenge is good for this long. */
const CHALLENGE_MS = 5 * 60 * 1000;

/** The passkeys that a member may have. */
const MAX_PASSKEYS = 20;

const Sealed = z.string().min(1).max(1000);

/** Lists one's own passkeys. */
export const listPasskeys = dashboardCall({
  path: "/dashboard/api/people/passkeys",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardPasskeys,
  run: (_, _client, context) => passkeysOf(requireMember(context), context),
});

/** Returns the options with which a browser makes a passkey for the member who is signed in. */
export const startPasskey = dashboardCall({
  path: "/dashboard/api/people/passkey/start",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: NewPasskeyChallenge,
  run: async (_, _client, context) => {
    const member = requireMember(context);
    const own = await context.store.members.passkeys(member.memberId);
    const { challenge, sealed } = newChallenge(purposeOf(member), context);
    return {
      sealed,
      options: {
        challenge,
        rp: { id: new URL(context.pageOrigin).hostname, name: context.brand.title },
        user: {
          id: Buffer.from(member.memberId).toString("base64url"),
          name: member.email,
          displayName: member.email,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        excludeCredentials: own.map(({ credentialId: id }) => ({ type: "public-key", id })),
        attestation: "none",
      },
    };
  },
});

/** Adds a passkey to the member who is signed in. */
export const addPasskey = dashboardCall({
  path: "/dashboard/api/people/passkey/add",
  role: "read",
  about: "clients",
  request: z.strictObject({ sealed: Sealed, credential: NewPasskey }),
  response: DashboardPasskeys,
  run: async ({ sealed, credential }, _client, context) => {
    const member = requireMember(context);
    const made = openChallenge(sealed, purposeOf(member), context);
    const expected = made && { challenge: made.challenge, origin: context.pageOrigin };
    const key = expected && verifyNewPasskey(credential, expected);
    if (!made || !key)
      throw new Fault("INVALID_FIELD", {
        message: "credential is no new passkey for this challenge and page",
        display: "The passkey was not accepted. Try again.",
      });
    const change = {
      action: "member.add_passkey",
      subject: member.email,
      clientId: () => member.clientId ?? undefined,
      details: { passkey: nameOf(credential.id) },
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      const own = await store.members.passkeys(member.memberId);
      if (own.length >= MAX_PASSKEYS || (await store.members.passkey(credential.id)))
        throw new Fault("INVALID_FIELD", {
          message: `credential is known already, or there are ${MAX_PASSKEYS}`,
          display: `This passkey was added before, or you have ${MAX_PASSKEYS} already.`,
        });
      await store.members.addPasskey({
        ...{ credentialId: credential.id, memberId: member.memberId, name: context.browser },
        ...{ ...key, challengedAt: made.at, createdAt: context.clock(), usedAt: null },
      });
    });
    return passkeysOf(member, context);
  },
});

/** Removes one of one's own passkeys; the sessions that it has opened end. */
export const removePasskey = dashboardCall({
  path: "/dashboard/api/people/passkey/remove",
  role: "read",
  about: "clients",
  request: z.strictObject({ passkey_id: z.string().min(1).max(1400) }),
  response: DashboardPasskeys,
  run: async ({ passkey_id: id }, _client, context) => {
    const member = requireMember(context);
    const change = {
      action: "member.remove_passkey",
      subject: member.email,
      clientId: () => member.clientId ?? undefined,
      details: { passkey: nameOf(id) },
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      if (!(await store.members.removePasskey(member.memberId, id)))
        throw new Fault("NOT_FOUND", {
          message: "no such passkey",
          display: "This passkey is gone already.",
        });
    });
    return passkeysOf(member, context);
  },
});

const SIGN_IN = "passkey sign-in";

/** Returns the options with which a browser asks its user for a passkey; they are the same for every member. */
export const startPasskeySignIn = (
  pageOrigin: string,
  services: Services,
): z.input<typeof PasskeyChallenge> => {
  const { challenge, sealed } = newChallenge(SIGN_IN, services);
  const rpId = new URL(pageOrigin).hostname;
  return { sealed, options: { challenge, rpId, userVerification: "required" } };
};

export const PasskeySignIn = z.strictObject({ sealed: Sealed, credential: PasskeyAnswer });

/** Opens a session for the member whose passkey has answered; throws INVALID_API_KEYS otherwise. */
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
          const owner = await ownerOf(member, inTransaction);
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

const purposeOf = ({ memberId }: Member): string => `passkey of member ${memberId}`;

/** A passkey's name in the audit log. */
const nameOf = (credentialId: string): string => sessionName(digest(credentialId));

const Challenge = z.object({ challenge: z.string(), at: z.int() });

function newChallenge(purpose: string, { random, vault, clock }: Services) {
  const challenge = Buffer.from(random(32)).toString("base64url");
  return { challenge, sealed: vault.seal(purpose, JSON.stringify({ challenge, at: clock() })) };
}

/** Returns a challenge of ours and when it was made; null for another text, and for one that is too old. */
function openChallenge(sealed: string, purpose: string, { vault, clock }: Services) {
  try {
    const made = Challenge.parse(JSON.parse(vault.open(purpose, sealed)));
    return clock() - made.at < CHALLENGE_MS ? made : null;
  } catch {
    return null;
  }
}

function requireMember({ member }: CallContext): Member {
  if (member) return member;
  throw new Fault("INVALID_FIELD", {
    message: "only a member has passkeys",
    display: "Only a member has passkeys: sign in as one.",
  });
}

async function passkeysOf(
  { memberId }: Member,
  { store }: Services,
): Promise<z.input<typeof DashboardPasskeys>> {
  const passkeys = await store.members.passkeys(memberId);
  return {
    passkeys: passkeys.map((passkey) => ({
      ...{ passkey_id: passkey.credentialId, name: passkey.name },
      ...{ created_at: passkey.createdAt, used_at: passkey.usedAt },
    })),
  };
}
