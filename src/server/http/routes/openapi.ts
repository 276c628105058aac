import type { FastifyInstance, FastifyReply } from "fastify";
import type { Endpoint } from "../../api/endpoint.ts";
import { NEWEST_VERSION, VERSIONS, type VersionRegistry } from "../../versions/index.ts";
import { openApiDocument } from "../openapi/document.ts";

/**
 * Serves the OpenAPI 3.1 document of each version at `/openapi/<date>.json`, and of the newest one at
 * `/openapi.json` as well.
 */
export const openApiRoutes = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  versions: VersionRegistry,
): void => {
  for (const version of VERSIONS) {
    // Made when it is first asked for: most servers are never asked for most of them.
    let document: object | undefined;
    const route = (_: unknown, reply: FastifyReply) => {
      document ??= openApiDocument(endpoints, versions, version);
      return reply.header("access-control-allow-origin", "*").send(document);
    };
    app.get(`/openapi/${version}.json`, route);
    if (version === NEWEST_VERSION) app.get("/openapi.json", route);
  }
};
