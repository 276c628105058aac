import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BridgeEndpoint } from "../../bridge/endpoint.ts";
import { runIdempotently } from "../../bridge/login/idempotent-submission.ts";
import { requireRunning, sessionOfToken } from "../../bridge/session/session-state.ts";
import { Fault } from "../../domain/fault.ts";
import { recordFailedSignIn } from "../../domain/outages/failed-sign-in.ts";
import { isOutage } from "../../domain/outages/request-counter.ts";
import { withPerson } from "../../domain/presence.ts";
import type { Services } from "../../domain/services.ts";
import { parseBody } from "../body.ts";
import { clientIp } from "../client-ip.ts";
import { createLargeBodyGate } from "../overload/large-bodies.ts";
import { ownOrigin } from "../own-origin.ts";
import { toPerson } from "../to-person.ts";

/**
 * Serves the bridge. The session token is read only from its header, so no page can send it.
 * `isSecure`: browsers reach the server by TLS, its own or a proxy's.
 */
export const bridgeRoutes = (
  app: FastifyInstance,
  services: Services,
  endpoints: readonly BridgeEndpoint[],
  isSecure: boolean,
): void => {
  const gate = createLargeBodyGate();
  for (const endpoint of endpoints) {
    const { bodyLimit } = endpoint;
    const options = bodyLimit ? { bodyLimit, onRequest: forLarge(gate) } : {};
    app.post(endpoint.path, options, async (request, reply) => {
      reply.header("cache-control", "no-store");
      const body = parseBody(endpoint.request, request.body);
      const answer = await withPerson(toPerson(request), () =>
        respond(endpoint, body, request),
      ).catch(async (failure: unknown) => {
        if (isOutage(failure)) await noteFailure(request);
        throw failure;
      });
      return { ...answer, request_id: request.id };
    });
  }

  /** Records a failed sign-in. An error here must not hide the institution's error. */
  async function noteFailure(request: FastifyRequest): Promise<void> {
    try {
      const session = await sessionOfToken(bearer(request.headers.authorization), services);
      await recordFailedSignIn(services, session);
    } catch (err) {
      request.log.error({ err }, "a failed sign-in cannot be recorded");
    }
  }

  async function respond(
    endpoint: BridgeEndpoint,
    body: Record<string, unknown>,
    request: FastifyRequest,
  ): Promise<Record<string, unknown>> {
    const { headers } = request;
    if (endpoint.access === "open")
      return endpoint.handle(body, {
        ...services,
        ownOrigin: ownOrigin(headers.host ?? "", isSecure),
        address: clientIp(request),
      });
    const token = bearer(headers.authorization);
    if (endpoint.access === "submission") return runIdempotently(endpoint, body, token, services);
    const session = await sessionOfToken(token, services);
    if (endpoint.access === "session") requireRunning(session);
    return endpoint.handle(body, { ...services, session });
  }
};

/** The size of a body that bypasses the gate for large bodies. */
const SMALL_BODY = 64 * 1024;

/** Lets small bodies bypass the gate for large bodies. A body of unknown length may be large. */
const forLarge = (
  gate: ReturnType<typeof createLargeBodyGate>,
): ReturnType<typeof createLargeBodyGate> =>
  async function (request, reply, done) {
    if (!(Number(request.headers["content-length"]) <= SMALL_BODY))
      await gate.call(this, request, reply, done);
  };

function bearer(header: string | undefined): string {
  const token = /^Bearer ([0-9A-Za-z]{1,100})$/.exec(header ?? "")?.[1];
  if (token === undefined) throw new Fault("INVALID_LINK_SESSION");
  return token;
}
