import type { FastifyInstance, FastifyReply } from "fastify";
import { type Brand, inBrand } from "../../../protocol/brand/brand.ts";
import { loadEndpoints } from "../../api/index.ts";
import { NEWEST_VERSION, VERSIONS, type VersionRegistry } from "../../versions/index.ts";
import { loadOnce } from "../load-once.ts";
import { openApiDocument } from "../openapi/document.ts";

/**
 * Serves each version's OpenAPI 3.1 document at `/openapi/<date>.json`, and the newest one also at
 * `/openapi.json`.
 */
export const openApiRoutes = (
  app: FastifyInstance,
  versions: VersionRegistry,
  brand: Brand,
): void => {
  for (const version of VERSIONS) {
    // Created on first request, since most servers never serve most versions. Cached, since any
    // client may request a document, and serializing half a megabyte is slow.
    const document = loadOnce(async () =>
      brandDocument(openApiDocument(await loadEndpoints(), versions, version), brand),
    );
    const route = async (_: unknown, reply: FastifyReply) =>
      reply
        .header("access-control-allow-origin", "*")
        .type("application/json; charset=utf-8")
        .send(await document());
    app.get(`/openapi/${version}.json`, route);
    if (version === NEWEST_VERSION) app.get("/openapi.json", route);
  }
};

/** The document as JSON, with the brand's headers, and the brand's name in the title. */
const brandDocument = (document: object, brand: Brand): Buffer => {
  const result = JSON.parse(inBrand(brand, JSON.stringify(document)));
  return Buffer.from(JSON.stringify({ ...result, info: { ...result.info, title: brand.title } }));
};
