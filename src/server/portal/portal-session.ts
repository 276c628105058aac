import { MINUTE_MS } from "../domain/calendar.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import { openOneTimeAddress } from "../domain/portal-users/one-time-address.ts";
import type { PortalSession } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";

/** A session ends after this time without a request, since users leave pages open. */
const IDLE_MS = 30 * MINUTE_MS;

/** A session ends after this time despite requests. */
const MAX_MS = 4 * 60 * MINUTE_MS;

/** An open session, and the ms until its end. */
export type ActiveSession = PortalSession & { endsIn: number };

/**
 * Opens a session with the token of a one-time address. Throws INVALID_ONE_TIME_ADDRESS if the
 * address was used, is expired, or belongs to a deleted Item or person.
 */
export const openSession = async (
  sealed: string,
  services: Services,
): Promise<{ token: string; session: ActiveSession }> => {
  const { clock, random, store } = services;
  const { itemId, personId, addressId, expiresAt } = openOneTimeAddress(services, sealed);
  const isThere =
    personId === null
      ? (await store.items.byItemId(itemId ?? ""))?.removedAt === null
      : (await store.portalUsers.byId(personId)) !== null;
  if (!isThere) throw new Fault("INVALID_ONE_TIME_ADDRESS");
  const token = Buffer.from(random(32)).toString("base64url");
  const now = clock();
  const session = {
    sessionDigest: digest(token),
    itemId,
    personId,
    openedAt: now,
    seenAt: now,
  };
  if (!(await store.portalUsers.openSession(session, { addressId, expiresAt })))
    throw new Fault("INVALID_ONE_TIME_ADDRESS");
  return { token, session: { ...session, endsIn: IDLE_MS } };
};

/**
 * Returns the session of a token and records the use. Throws INVALID_ACCOUNT_SESSION if the session
 * is unknown or over.
 */
export const continueSession = async (
  token: string,
  services: Services,
): Promise<ActiveSession> => {
  const { clock, store } = services;
  const now = clock();
  const session = token === "" ? null : await store.portalUsers.session(digest(token));
  if (!session || endOf(session) <= now) throw new Fault("INVALID_ACCOUNT_SESSION");
  if (now - session.seenAt >= MINUTE_MS)
    await store.portalUsers.recordSeen(session.sessionDigest, now);
  const renewal = { ...session, seenAt: now };
  return { ...renewal, endsIn: endOf(renewal) - now };
};

const endOf = ({ openedAt, seenAt }: PortalSession): number =>
  Math.min(seenAt + IDLE_MS, openedAt + MAX_MS);
