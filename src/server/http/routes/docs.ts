import type { FastifyInstance } from "fastify";
import { Fault } from "../../domain/fault.ts";
import type { Assets } from "../assets.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { sendAsset } from "../send-asset.ts";

/** Everything on the page comes from this server, and nothing of it is written into the page itself. */
const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  img: ["'self'", "data:"],
  connect: ["'self'"],
});

/** Serves the API reference at `/docs`: a page that draws `/openapi.json`, from this server alone. */
export const docsRoutes = (app: FastifyInstance, { docs }: Assets): void => {
  app.get("/docs", (request, reply) => {
    if (!docs) throw new Fault("NOT_FOUND", { message: "the reference was not built" });
    reply
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin")
      .header("cache-control", docs.cacheControl);
    return sendAsset(request, reply, docs);
  });
};
