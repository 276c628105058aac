import { z } from "zod";
import {
  DashboardPasskeys,
  NewPasskeyChallenge,
} from "../../../protocol/dashboard/dashboard-people.ts";
import { sessionName } from "../../domain/dashboard/dashboard-session.ts";
import type { Member } from "../../domain/dashboard/member.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import { type CallContext, changeWithAudit, dashboardCall } from "../call.ts";
import { passkeyKey } from "../dashboard-session.ts";
import { requireFreshSession } from "./fresh-session.ts";
import { MadePasskey, startNewPasskey, verifyMadePasskey } from "./passkey-challenge.ts";

/** The maximum number of a member's passkeys. */
const MAX_PASSKEYS = 20;

/** Lists the member's own passkeys. */
export const listPasskeys = dashboardCall({
  path: "/dashboard/api/people/passkeys",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardPasskeys,
  run: (_, _client, context) => loadPasskeys(requireMember(context), context),
});

/** Returns the options for creating a passkey for the member, who has just signed in. */
export const startPasskey = dashboardCall({
  path: "/dashboard/api/people/passkey/start",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: NewPasskeyChallenge,
  run: async (_, _client, context) => {
    const member = requireMember(context);
    await requireFreshSession(context);
    const own = await context.store.members.passkeys(member.memberId);
    return startNewPasskey(purposeOf(member), member, own, context.pageOrigin, context);
  },
});

/**
 * Adds a passkey to the signed-in member. The challenge was made in a fresh session, which is not
 * checked again.
 */
export const addPasskey = dashboardCall({
  path: "/dashboard/api/people/passkey/add",
  role: "read",
  about: "clients",
  request: MadePasskey,
  response: DashboardPasskeys,
  run: async (made, _client, context) => {
    const member = requireMember(context);
    const { pageOrigin } = context;
    const { passkey } = verifyMadePasskey(made, purposeOf(member), pageOrigin, context);
    const { credentialId } = passkey;
    const change = {
      action: "member.add_passkey",
      subject: member.email,
      clientId: () => member.clientId ?? undefined,
      details: { passkey: toName(credentialId) },
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      const own = await store.members.passkeys(member.memberId);
      if (own.length >= MAX_PASSKEYS || (await store.members.passkey(credentialId)))
        throw new Fault("INVALID_FIELD", {
          message: `credential is known already, or there are ${MAX_PASSKEYS}`,
          display: `This passkey was added before, or you have ${MAX_PASSKEYS} already.`,
        });
      await store.members.addPasskey({ ...passkey, name: context.browser });
    });
    return loadPasskeys(member, context);
  },
});

/** Removes a passkey of a member who has just signed in. Its sessions end. */
export const removePasskey = dashboardCall({
  path: "/dashboard/api/people/passkey/remove",
  role: "read",
  about: "clients",
  request: z.strictObject({ passkey_id: z.string().min(1).max(1400) }),
  response: DashboardPasskeys,
  run: async ({ passkey_id: id }, _client, context) => {
    const member = requireMember(context);
    await requireFreshSession(context);
    const change = {
      action: "member.remove_passkey",
      subject: member.email,
      clientId: () => member.clientId ?? undefined,
      details: { passkey: toName(id) },
    } as const;
    await changeWithAudit(context, change, async ({ store }) => {
      const own = await store.members.passkeys(member.memberId);
      const { passwordHash } = (await store.members.byId(member.memberId)) ?? member;
      if (passwordHash === null && own.length === 1 && own[0]?.credentialId === id)
        throw new Fault("INVALID_FIELD", {
          message: "the last passkey of a member without a password stays",
          display:
            "This is your only way to sign in. Add another passkey first, or ask an admin for an invitation to set your sign-in again.",
        });
      if (!(await store.members.removePasskey(member.memberId, id)))
        throw new Fault("NOT_FOUND", {
          message: "no such passkey",
          display: "This passkey is gone already.",
        });
      for (const session of await store.dashboardSessions.of(member.clientId, context.clock()))
        if (session.keyDigest === passkeyKey(id))
          await store.dashboardSessions.end(session.tokenDigest);
    });
    return loadPasskeys(member, context);
  },
});

const purposeOf = ({ memberId }: Member): string => `passkey of member ${memberId}`;

/** A passkey's name in the audit log. */
const toName = (credentialId: string): string => sessionName(digest(credentialId));

function requireMember({ member }: CallContext): Member {
  if (member) return member;
  throw new Fault("INVALID_FIELD", {
    message: "only a member has passkeys",
    display: "Only a member has passkeys: sign in as one.",
  });
}

async function loadPasskeys(
  { memberId, passwordHash }: Member,
  { store }: CallContext,
): Promise<z.input<typeof DashboardPasskeys>> {
  const passkeys = await store.members.passkeys(memberId);
  return {
    has_password: passwordHash !== null,
    passkeys: passkeys.map((passkey) => ({
      ...{ passkey_id: passkey.credentialId, name: passkey.name },
      ...{ created_at: passkey.createdAt, used_at: passkey.usedAt },
    })),
  };
}
