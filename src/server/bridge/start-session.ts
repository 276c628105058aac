import { type Standing, StartSessionRequest, StartSessionResponse } from "../../protocol/bridge.ts";
import { Fault } from "../domain/fault.ts";
import { NEW_GUARD } from "../domain/guard.ts";
import { digest, opaqueId } from "../domain/identifiers.ts";
import type { LinkSession } from "../domain/link-session.ts";
import { isFreeOrigin, parseOrigin } from "../domain/origin.ts";
import { SESSION_STARTS, SESSION_STARTS_OF_ADDRESS } from "../domain/rate-limits.ts";
import { requireReceiver } from "../domain/receiver.ts";
import { sessionEndJobs } from "../domain/session-news.ts";
import { requireProducts } from "../domain/session-products.ts";
import type { World } from "../domain/world.ts";
import { bridgeEndpoint, type OpenContext } from "./endpoint.ts";
import { indexAddress } from "./institution-index.ts";
import { type Opening, openingOf } from "./opening.ts";
import { reopen } from "./reopen-session.ts";
import { listedFor } from "./session.ts";
import { standingOf } from "./standing.ts";

/** A page that is left open with Link loaded can still start after this long. */
const SESSION_LIFETIME_MS = 4 * 60 * 60 * 1000;

/**
 * Checks what opens Link against its client, and starts a session, goes on with the one that its link
 * token has where the frame is known by its secret, or says what is wrong.
 */
export const startSession = bridgeEndpoint({
  path: "/bridge/session/start",
  access: "open",
  request: StartSessionRequest,
  response: StartSessionResponse,
  async handle({ config, origin, resume }, context): Promise<StartSessionResponse> {
    const opening = await openingOf(config, context);
    requireOrigin(opening, origin, context);
    requireReceiver("webhook", opening.config.webhook, context.environment);
    const starts = `session-start ${opening.client.clientId}`;
    await context.limiter.pass(`${starts} ${context.address}`, SESSION_STARTS_OF_ADDRESS);
    await context.limiter.pass(starts, SESSION_STARTS);
    if (opening.mends === null) requireProducts(opening.client, opening.config);
    const token = opaqueId(context.random, 43);
    const secrets = { token, resume };
    const { session, standing } = await start(
      newSession(opening, origin, secrets, context),
      context,
    );
    return {
      link_session_id: session.linkSessionId,
      session_token: token,
      expires_at: new Date(session.expiresAt).toISOString(),
      client_name: session.config.clientName,
      language: session.config.language,
      institutions: listedFor(session, context),
      institution_index: indexAddress(session),
      update: session.mends !== null,
      standing,
    };
  },
});

function newSession(
  opening: Opening,
  origin: string,
  { token, resume }: { token: string; resume: string | undefined },
  world: World,
): LinkSession {
  const createdAt = world.clock();
  const { client, config, linkToken, mends } = opening;
  return {
    linkSessionId: opaqueId(world.random),
    tokenDigest: digest(token),
    clientId: client.clientId,
    origin,
    config,
    linkTokenDigest: linkToken?.digest ?? null,
    resumeDigest: linkToken === null || resume === undefined ? null : digest(resume),
    mends: mends?.itemId ?? null,
    consent: null,
    guard: NEW_GUARD,
    step: mends ? { at: "credentials", institutionId: mends.institutionId } : { at: "institution" },
    revision: 0,
    createdAt,
    expiresAt: createdAt + SESSION_LIFETIME_MS,
  };
}

/** Starts the session, or goes on with the one that its link token has; of two at once one starts. */
async function start(
  wanted: LinkSession,
  world: World,
): Promise<{ session: LinkSession; standing: Standing }> {
  const { sessions } = world.store;
  const { linkTokenDigest } = wanted;
  for (;;) {
    const existing =
      linkTokenDigest === null ? null : await sessions.byLinkTokenDigest(linkTokenDigest);
    if (existing) {
      const reopened = await reopen(existing, wanted, world);
      if (reopened) return reopened;
    } else if (await sessions.start(wanted, sessionEndJobs(world, wanted)))
      return { session: wanted, standing: standingOf(wanted, world) };
  }
}

/** A frame stands in a page that its client knows, in an app or not; a whole page is our own. */
function requireOrigin(
  { client, isWebview }: Opening,
  origin: string,
  { environment, ownOrigin }: OpenContext,
): void {
  const parsed = parseOrigin(origin);
  const isKnown =
    parsed !== null &&
    ((isWebview && parsed === ownOrigin) ||
      isFreeOrigin(parsed, environment) ||
      client.allowedOrigins.includes(parsed));
  if (!isKnown) throw new Fault("INVALID_ORIGIN");
}
