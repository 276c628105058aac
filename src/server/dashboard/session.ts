import { z } from "zod";
import type { Client } from "../domain/clients/client.ts";
import { Fault } from "../domain/fault.ts";
import type { Services } from "../domain/services.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A session ends when nothing was asked for so long. */
const IDLE_MS = HOUR_MS;

/** And at last, however much is asked: whoever finds its token cannot keep it alive for ever. */
const LONGEST_MS = 12 * HOUR_MS;

const PURPOSE = "dashboard-session";

const Session = z.strictObject({
  session_id: z.string(),
  client_id: z.string(),
  /** The digest of the secret that it was opened with: another secret ends it. */
  secret_digest: z.string(),
  opened_at: z.int(),
  seen_at: z.int(),
});
type Session = z.infer<typeof Session>;

/** A session that goes on, and the token that carries it. */
export type ActiveSession = { sessionId: string; client: Client; token: string; endsIn: number };

/**
 * Opens a session for a client that has proven its secret. Its token is sealed, so that only this
 * server makes it, every process knows it, and nobody reads in it; the store only learns that it was
 * signed out of.
 */
export const openSession = (client: Client, services: Services): ActiveSession => {
  const now = services.clock();
  const session_id = Buffer.from(services.random(16)).toString("base64url");
  return activeSession(
    { session_id, ...ownerOf(client), opened_at: now, seen_at: now },
    client,
    services,
  );
};

/** The session of a token, seen now; INVALID_DASHBOARD_SESSION for any that is not, or no longer, good. */
export const continueSession = async (
  token: string,
  services: Services,
): Promise<ActiveSession> => {
  const session = sessionOf(token, services);
  const client = await services.store.clients.byClientId(session.client_id);
  const isOver =
    client?.secretDigest !== session.secret_digest ||
    endOf(session) <= services.clock() ||
    (await services.store.dashboardSessions.hasEnded(session.session_id));
  if (isOver) throw new Fault("INVALID_DASHBOARD_SESSION");
  return activeSession({ ...session, seen_at: services.clock() }, client, services);
};

/** Ends the session of a token on every server of the store, whatever copies there are of the token. */
export const endSession = async (token: string, services: Services): Promise<void> => {
  const { session_id, opened_at } = sessionOf(token, services);
  await services.store.dashboardSessions.end(session_id, opened_at + LONGEST_MS);
};

const ownerOf = ({ clientId, secretDigest }: Client) => ({
  client_id: clientId,
  secret_digest: secretDigest,
});

const endOf = ({ opened_at, seen_at }: Session): number =>
  Math.min(seen_at + IDLE_MS, opened_at + LONGEST_MS);

const activeSession = (
  session: Session,
  client: Client,
  { vault, clock }: Services,
): ActiveSession => ({
  sessionId: session.session_id,
  client,
  token: vault.seal(PURPOSE, JSON.stringify(session)),
  endsIn: endOf(session) - clock(),
});

function sessionOf(token: string, { vault }: Services): Session {
  try {
    return Session.parse(JSON.parse(vault.open(PURPOSE, token)));
  } catch (cause) {
    throw new Fault("INVALID_DASHBOARD_SESSION", { cause });
  }
}
