import type { FastifyInstance } from "fastify";
import type { BridgeEndpoint } from "../bridge/endpoint.ts";
import { sessionOf } from "../bridge/session.ts";
import { Fault } from "../domain/fault.ts";
import type { World } from "../domain/world.ts";
import { parseBody } from "./body.ts";

/** Serves the bridge. The session token is read from its header only, so no page can send one. */
export const bridgeRoutes = (
  app: FastifyInstance,
  world: World,
  endpoints: readonly BridgeEndpoint[],
): void => {
  for (const endpoint of endpoints) {
    app.post(endpoint.path, async (request, reply) => {
      reply.header("cache-control", "no-store");
      const body = parseBody(endpoint.request, request.body);
      const answer =
        endpoint.access === "open"
          ? await endpoint.handle(body, world)
          : await endpoint.handle(body, {
              ...world,
              session: await sessionOf(bearer(request.headers.authorization), world),
            });
      return { ...answer, request_id: request.id };
    });
  }
};

function bearer(header: string | undefined): string {
  const token = /^Bearer ([0-9A-Za-z]{1,100})$/.exec(header ?? "")?.[1];
  if (token === undefined) throw new Fault("INVALID_LINK_SESSION");
  return token;
}
