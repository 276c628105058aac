import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "../api/endpoint.ts";
import { Fault } from "../domain/fault.ts";
import type { World } from "../domain/world.ts";
import { chooseVersion, NEWEST_VERSION, VERSIONS } from "../versions/index.ts";
import { isJsonObject, parseBody } from "./body.ts";
import { CredentialFields, clientOf } from "./credentials.ts";

/** Serves the API: keys, version and shape are checked here, the rest is the endpoint's. */
export const apiRoutes = (
  app: FastifyInstance,
  world: World,
  endpoints: readonly Endpoint[],
): void => {
  for (const endpoint of endpoints) {
    const schema = endpoint.request.extend(CredentialFields.shape);
    app.post(endpoint.path, async (request, reply) => {
      if (endpoint.sandboxOnly && world.environment !== "sandbox") throw new Fault("SANDBOX_ONLY");
      const named = versionHeader(request);
      reply.header("service-version", named ?? NEWEST_VERSION);
      const { client_id, secret, ...body } = parseBody(schema, withHeaders(request));
      const client = await clientOf(CredentialFields.parse({ client_id, secret }), world.store);
      reply.header("service-version", named ?? client.defaultVersion);
      const answer = await endpoint.handle(body, { ...world, client });
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
