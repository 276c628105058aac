import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "../api/endpoint.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import type { Charge, Meter } from "../domain/meter.ts";
import { type LimitChanges, limitsOf } from "../domain/rate-limits.ts";
import type { World } from "../domain/world.ts";
import { chooseVersion, NEWEST_VERSION, VERSIONS } from "../versions/index.ts";
import { isJsonObject, parseBody } from "./body.ts";
import { ANYBODY, CredentialFields, clientOf } from "./credentials.ts";

/** What the API counts by: how often each path may be called, and what is billed. */
export type Counting = { limitChanges: LimitChanges; meter: Meter };

/**
 * Serves the API: keys, version, shape and limits are checked here, the rest is the endpoint's. What
 * a call is charged for is counted when it has succeeded, and only then.
 */
export const apiRoutes = (
  app: FastifyInstance,
  world: World,
  endpoints: readonly Endpoint[],
  { limitChanges, meter }: Counting,
): void => {
  for (const endpoint of endpoints) {
    const { path } = endpoint;
    const limits = limitsOf(path, endpoint.limits, world.environment, limitChanges);
    const keyFields = endpoint.isOpen ? CredentialFields.partial() : CredentialFields;
    const schema = endpoint.request.extend(keyFields.shape);
    app.post(endpoint.path, async (request, reply) => {
      if (endpoint.sandboxOnly && world.environment !== "sandbox") throw new Fault("SANDBOX_ONLY");
      const named = versionHeader(request);
      reply.header("service-version", named ?? NEWEST_VERSION);
      const { client_id, secret, ...body } = parseBody(schema, withHeaders(request));
      const caller = { world, address: request.ip };
      const isAnybody = endpoint.isOpen && client_id === undefined && secret === undefined;
      const client = isAnybody ? ANYBODY : await clientOf({ client_id, secret }, caller);
      reply.header("service-version", named ?? client.defaultVersion);
      if (limits.client)
        await world.limiter.pass(
          `client ${isAnybody ? request.ip : client.clientId} ${path}`,
          limits.client,
        );
      if (limits.item && typeof body.access_token === "string")
        await world.limiter.pass(`item ${digest(body.access_token)} ${path}`, limits.item);
      const charges: Charge[] = [];
      const charge = (one: Charge) => void charges.push(one);
      const answer = await endpoint.handle(body, { ...world, client, charge });
      for (const one of charges) meter.count(one);
      return { ...answer, request_id: request.id };
    });
  }
};

/** The body, with the keys that came as headers put where the schema looks for them. */
function withHeaders(request: FastifyRequest): unknown {
  const { body, headers } = request;
  if (!isJsonObject(body)) return body;
  if ("public_key" in body) throw new Fault("INCOMPATIBLE_API_VERSION");
  const clientId = headers["service-client-id"];
  const secret = headers["service-secret"];
  return {
    ...(clientId !== undefined && { client_id: clientId }),
    ...(secret !== undefined && { secret }),
    ...body,
  };
}

/** The version the header asks for, if any; INVALID_HEADERS for one that does not exist. */
function versionHeader({ headers }: FastifyRequest): string | undefined {
  const header = headers["service-version"];
  if (header === undefined) return undefined;
  const version = typeof header === "string" ? chooseVersion(header, header) : null;
  if (version === null)
    throw new Fault("INVALID_HEADERS", {
      message: `Service-Version must be one of ${VERSIONS.join(", ")}`,
    });
  return version;
}
