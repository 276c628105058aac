import { Fault } from "../../domain/fault.ts";
import type { CallContext } from "../call.ts";

/** How long a session is fresh after its sign-in. */
const FRESH_MS = 10 * 60 * 1000;

/**
 * Throws STALE_DASHBOARD_SESSION after an old sign-in. A stolen session must not give the thief
 * credentials.
 */
export const requireFreshSession = async ({
  store,
  clock,
  sessionDigest,
}: CallContext): Promise<void> => {
  const session = await store.dashboardSessions.byTokenDigest(sessionDigest);
  if (session && clock() - session.openedAt < FRESH_MS) return;
  throw new Fault("STALE_DASHBOARD_SESSION", {
    display: "Your sign-in is more than ten minutes old. Sign in again to do this.",
  });
};
