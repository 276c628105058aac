import type { MemberRole } from "../../protocol/dashboard/member-role.ts";
import { HOUR_MS, MINUTE_MS } from "../domain/calendar.ts";
import type { Client } from "../domain/clients/client.ts";
import { secretWith } from "../domain/clients/client-secret.ts";
import { isRestricted } from "../domain/clients/secret-restrictions.ts";
import { type DashboardSession, sessionName } from "../domain/dashboard/dashboard-session.ts";
import type { Member } from "../domain/dashboard/member.ts";
import { entryKey } from "../domain/dashboard/operator.ts";
import { Fault } from "../domain/fault.ts";
import { digest, opaqueId } from "../domain/identifiers.ts";
import type { Services } from "../domain/services.ts";

/** The time without a request after which a session ends. */
const IDLE_MS = HOUR_MS;

/** The maximum lifetime of a session, so that a stolen token does not work forever. */
const MAX_MS = 12 * HOUR_MS;

/** The minimum interval between writes of a session's last use. */
const TOUCH_MS = MINUTE_MS;

/**
 * The owner of a session, and the signed-in member; null if a secret, or the operator's password or
 * identity, opened the session.
 */
export type Owner = { member: Member | null } & (
  | { kind: "operator" }
  | { kind: "client"; client: Client }
);

/** The address and browser that opened a session. */
export type SessionOrigin = { address: string; browser: string };

/** An open session, and its token. */
export type ActiveSession = {
  owner: Owner;
  role: MemberRole;
  /** The session's name in the audit log, which gives no access. */
  name: string;
  token: string;
  endsIn: number;
};

/** Opens a session for an owner who has proven the credential with a digest. */
export const openSession = async (
  owner: Owner,
  keyDigest: string,
  origin: SessionOrigin,
  { store, clock, random }: Services,
): Promise<ActiveSession> => {
  const now = clock();
  const token = opaqueId(random, 43);
  const expiresAt = now + IDLE_MS;
  await store.dashboardSessions.open({
    tokenDigest: digest(token),
    clientId: owner.kind === "client" ? owner.client.clientId : null,
    memberId: owner.member?.memberId ?? null,
    keyDigest,
    ...origin,
    openedAt: now,
    seenAt: now,
    expiresAt,
  });
  return { ...activeSession(owner, token), endsIn: expiresAt - now };
};

/**
 * Opens and audits a session for the operator in one transaction. `subject` identifies the operator
 * as far as known.
 */
export const openOperatorSession = (
  keyDigest: string,
  subject: string,
  details: Readonly<Record<string, string>>,
  origin: SessionOrigin,
  services: Services,
): Promise<ActiveSession> =>
  services.store.transact(async (store) => {
    const owner = { kind: "operator", member: null } as const;
    const session = await openSession(owner, keyDigest, origin, { ...services, store });
    await store.audit.append({
      at: services.clock(),
      actor: { kind: "dashboard", name: session.name },
      action: "operator.sign_in",
      subject,
      details,
    });
    return session;
  });

/**
 * Returns a token's session and records its use; throws INVALID_DASHBOARD_SESSION for an unknown or
 * ended session.
 */
export const continueSession = async (
  token: string,
  services: Services,
): Promise<ActiveSession> => {
  const { store, clock } = services;
  const now = clock();
  const session = token === "" ? null : await store.dashboardSessions.byTokenDigest(digest(token));
  const owner = session && now < session.expiresAt ? await findOwner(session, services) : null;
  if (!session || !owner) throw new Fault("INVALID_DASHBOARD_SESSION");
  const active = activeSession(owner, token);
  if (now - session.seenAt < TOUCH_MS) return { ...active, endsIn: session.expiresAt - now };
  const expiresAt = Math.min(now + IDLE_MS, session.openedAt + MAX_MS);
  await store.dashboardSessions.touch({ ...session, seenAt: now, expiresAt });
  return { ...active, endsIn: expiresAt - now };
};

/** Ends a token's session on every server of the store. */
export const endSession = (token: string, { store }: Services): Promise<void> =>
  store.dashboardSessions.end(digest(token));

/** Returns the digest that binds a session to a password. A new password ends the session. */
export const passwordKey = (passwordHash: string): string => digest(passwordHash);

/** Returns the digest that binds a session to a passkey. The session ends with the passkey. */
export const passkeyKey = (credentialId: string): string => digest(`passkey ${credentialId}`);

/** A secret, the operator's password and the operator's identity have every right. */
const activeSession = (owner: Owner, token: string): Omit<ActiveSession, "endsIn"> => ({
  owner,
  role: owner.member?.role ?? "admin",
  name: toName(owner, token),
  token,
});

/** A mail address has no space, so no member's name can begin like an operator's. */
const toName = ({ kind, member }: Owner, token: string): string =>
  [
    ...(kind === "operator" ? ["operator"] : []),
    ...(member ? [member.email] : []),
    sessionName(digest(token)),
  ].join(" ");

/** Returns a session's owner; null if its credential is no longer valid. */
export async function findOwner(
  session: DashboardSession,
  services: Services,
): Promise<Owner | null> {
  if (session.memberId !== null) return findMember(session.memberId, session.keyDigest, services);
  if (session.clientId === null) return findOperator(session.keyDigest, services);
  // Once a client has members, its secret opens no sessions.
  if (await services.store.members.hasAny(session.clientId)) return null;
  return findClient(session.clientId, session.keyDigest, services);
}

async function findMember(
  memberId: string,
  keyDigest: string,
  { store }: Services,
): Promise<Owner | null> {
  const member = await store.members.byId(memberId);
  if (!member) return null;
  const isByPassword =
    member.passwordHash !== null && passwordKey(member.passwordHash) === keyDigest;
  const isByPasskey = async () =>
    (await store.members.passkeys(memberId)).some(
      ({ credentialId }) => passkeyKey(credentialId) === keyDigest,
    );
  if (!isByPassword && !(await isByPasskey())) return null;
  if (member.clientId === null) return { kind: "operator", member };
  const client = await store.clients.byClientId(member.clientId);
  return client && { kind: "client", client, member };
}

async function findOperator(
  keyDigest: string,
  { store, operatorIdentity }: Services,
): Promise<Owner | null> {
  const hash = await store.operator.passwordHash();
  const isByPassword = hash !== null && passwordKey(hash) === keyDigest;
  const isByEntry = operatorIdentity?.allowed.some(
    (entry) => entryKey(operatorIdentity, entry) === keyDigest,
  );
  return isByPassword || isByEntry ? { kind: "operator", member: null } : null;
}

async function findClient(
  clientId: string,
  keyDigest: string,
  { store, clock }: Services,
): Promise<Owner | null> {
  const isBoundTo = (client: Client): boolean => {
    const secret = secretWith(client, keyDigest, clock());
    return secret !== null && !isRestricted(secret.restrictions);
  };
  const client = await store.clients.byClientId(clientId);
  if (client && isBoundTo(client)) return { kind: "client", client, member: null };
  // Bypasses the cache, since another process may just have rotated this session's secret.
  const renewed = client && (await store.clients.byPublicKey(client.publicKey));
  return renewed && isBoundTo(renewed) ? { kind: "client", client: renewed, member: null } : null;
}
