import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { type Asset, type Assets, sendAsset } from "../assets.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { sendFile } from "./files.ts";

/** Everything on the page comes from this server as a separate file. */
const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  img: ["'self'", "data:"],
  connect: ["'self'"],
  trustedTypes: true,
});

/** Sends a documentation page under its policy. */
const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Asset): FastifyReply => {
  reply
    .header("content-security-policy", POLICY)
    .header("cross-origin-opener-policy", "same-origin")
    .header("cache-control", page.cacheControl);
  return sendAsset(request, reply, page);
};

/**
 * Serves the API reference at `/docs`, each version's changes at `/docs/changes`, and the errors at
 * `/docs/errors`: one page that draws `/openapi.json` and `/docs/errors.md`. Guides such as
 * `/docs/link`, and all their files, are served as well.
 */
export const docsRoutes = (app: FastifyInstance, { docs, guide, files }: Assets): void => {
  const route = (request: FastifyRequest, reply: FastifyReply) => {
    if (!docs) throw new Fault("NOT_FOUND", { message: "the reference was not built" });
    return sendPage(request, reply, docs);
  };
  for (const path of ["/docs", "/docs/changes", "/docs/errors"]) app.get(path, route);
  app.get<{ Params: { "*": string } }>("/docs/*", (request, reply) => {
    const path = `/docs/${request.params["*"]}`;
    const file = files.get(path);
    if (file) return sendFile(request, reply, file);
    const page = guide(path);
    if (!page) throw new Fault("NOT_FOUND", { message: "the documentation has no such page" });
    return sendPage(request, reply, page);
  });
};
