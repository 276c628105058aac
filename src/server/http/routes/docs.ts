import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Brand, inBrand } from "../../../protocol/brand.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { Fault } from "../../domain/fault.ts";
import { NEWEST_VERSION, VERSIONS, type VersionRegistry } from "../../versions/index.ts";
import { type Assets, sendAsset } from "../assets.ts";
import { openApiDocument } from "../openapi/document.ts";
import { contentSecurityPolicy } from "../security-headers.ts";

/** Everything on the page comes from this server, and nothing of it is written into the page itself. */
const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  img: ["'self'", "data:"],
  connect: ["'self'"],
  trustedTypes: true,
});

/**
 * Serves the API reference at `/docs` and what each version changed at `/docs/changes`: one page that draws
 * `/openapi.json`, from this server alone.
 */
export const docsRoutes = (app: FastifyInstance, { docs }: Assets): void => {
  const route = (request: FastifyRequest, reply: FastifyReply) => {
    if (!docs) throw new Fault("NOT_FOUND", { message: "the reference was not built" });
    reply
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin")
      .header("cache-control", docs.cacheControl);
    return sendAsset(request, reply, docs);
  };
  for (const path of ["/docs", "/docs/changes"]) app.get(path, route);
};

/**
 * Serves the OpenAPI 3.1 document of each version at `/openapi/<date>.json`, and of the newest one at
 * `/openapi.json` as well.
 */
export const openApiRoutes = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  versions: VersionRegistry,
  brand: Brand,
): void => {
  for (const version of VERSIONS) {
    // Made when it is first asked for: most servers are never asked for most of them. Anybody may ask, and
    // half a megabyte is not to be written as JSON each time.
    let document: Buffer | undefined;
    const route = (_: unknown, reply: FastifyReply) => {
      document ??= brandDocument(openApiDocument(endpoints, versions, version), brand);
      return reply
        .header("access-control-allow-origin", "*")
        .type("application/json; charset=utf-8")
        .send(document);
    };
    app.get(`/openapi/${version}.json`, route);
    if (version === NEWEST_VERSION) app.get("/openapi.json", route);
  }
};

/** The document as JSON, with the brand's own headers, and its name in the title. */
const brandDocument = (document: object, brand: Brand): Buffer => {
  const result = JSON.parse(inBrand(brand, JSON.stringify(document)));
  return Buffer.from(JSON.stringify({ ...result, info: { ...result.info, title: brand.title } }));
};
