import type { Client } from "../domain/clients/client.ts";
import { secretWith } from "../domain/clients/client-secret.ts";
import { isRestricted } from "../domain/clients/secret-restrictions.ts";
import type { DashboardSession } from "../domain/dashboard/dashboard-session.ts";
import { entryKey } from "../domain/dashboard/operator.ts";
import { Fault } from "../domain/fault.ts";
import { digest, opaqueId } from "../domain/identifiers.ts";
import type { Services } from "../domain/services.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends after this time without a request. */
const IDLE_MS = HOUR_MS;

/** A session ends after this time despite requests: a stolen token must not keep it alive for ever. */
const MAX_MS = 12 * HOUR_MS;

/** The time of a session's last use is stored at most this often. */
const TOUCH_MS = MINUTE_MS;

/** The owner of a session. */
export type Owner = { kind: "operator" } | { kind: "client"; client: Client };

/** An open session, and its token. */
export type ActiveSession = {
  owner: Owner;
  /** Its name in the audit log, which opens nothing. */
  name: string;
  token: string;
  endsIn: number;
};

/** Opens a session for a client that has proven its secret, or for the operator. */
export const openSession = async (
  owner: Owner,
  keyDigest: string,
  { store, clock, random }: Services,
): Promise<ActiveSession> => {
  const now = clock();
  const token = opaqueId(random, 43);
  const expiresAt = now + IDLE_MS;
  await store.dashboardSessions.open({
    tokenDigest: digest(token),
    clientId: owner.kind === "client" ? owner.client.clientId : null,
    keyDigest,
    openedAt: now,
    seenAt: now,
    expiresAt,
  });
  return { owner, name: nameOf(owner, token), token, endsIn: expiresAt - now };
};

/** Opens a session for the operator and logs it in one transaction. `subject` names the operator as far as known. */
export const openOperatorSession = (
  keyDigest: string,
  subject: string,
  details: Readonly<Record<string, string>>,
  services: Services,
): Promise<ActiveSession> =>
  services.store.transact(async (store) => {
    const session = await openSession({ kind: "operator" }, keyDigest, { ...services, store });
    await store.audit.append({
      at: services.clock(),
      actor: { kind: "dashboard", name: session.name },
      action: "operator.sign_in",
      subject,
      details,
    });
    return session;
  });

/** Returns the session of a token and records its use; throws INVALID_DASHBOARD_SESSION if it is unknown or over. */
export const continueSession = async (
  token: string,
  services: Services,
): Promise<ActiveSession> => {
  const { store, clock } = services;
  const now = clock();
  const session = token === "" ? null : await store.dashboardSessions.byTokenDigest(digest(token));
  const owner = session && now < session.expiresAt ? await findOwner(session, services) : null;
  if (!session || !owner) throw new Fault("INVALID_DASHBOARD_SESSION");
  const active = { owner, name: nameOf(owner, token), token };
  if (now - session.seenAt < TOUCH_MS) return { ...active, endsIn: session.expiresAt - now };
  const expiresAt = Math.min(now + IDLE_MS, session.openedAt + MAX_MS);
  await store.dashboardSessions.touch({ ...session, seenAt: now, expiresAt });
  return { ...active, endsIn: expiresAt - now };
};

/** Ends the session of a token on every server of the store. */
export const endSession = (token: string, { store }: Services): Promise<void> =>
  store.dashboardSessions.end(digest(token));

/** Returns the digest that the operator's session is bound to: another password ends it. */
export const operatorKey = (passwordHash: string): string => digest(passwordHash);

const nameOf = ({ kind }: Owner, token: string): string =>
  `${kind === "operator" ? "operator " : ""}${digest(token).slice(0, 16)}`;

/** Returns the owner of a session; null if the secret, password or identity that opened it no longer holds. */
async function findOwner(
  { clientId, keyDigest }: DashboardSession,
  { store, clock, operatorIdentity }: Services,
): Promise<Owner | null> {
  if (clientId === null) {
    const hash = await store.operator.passwordHash();
    const isByPassword = hash !== null && operatorKey(hash) === keyDigest;
    const isByEntry = operatorIdentity?.allowed.some(
      (entry) => entryKey(operatorIdentity, entry) === keyDigest,
    );
    return isByPassword || isByEntry ? { kind: "operator" } : null;
  }
  const isBoundTo = (client: Client): boolean => {
    const secret = secretWith(client, keyDigest, clock());
    return secret !== null && !isRestricted(secret.restrictions);
  };
  const client = await store.clients.byClientId(clientId);
  if (client && isBoundTo(client)) return { kind: "client", client };
  // Bypasses the cache, since another process may just have rotated the secret in this session.
  const renewed = client && (await store.clients.byPublicKey(client.publicKey));
  return renewed && isBoundTo(renewed) ? { kind: "client", client: renewed } : null;
}
