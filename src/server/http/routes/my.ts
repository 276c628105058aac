import type { FastifyInstance } from "fastify";
import { Fault } from "../../domain/fault.ts";
import type { Assets } from "../assets.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";

const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  connect: ["'self'"],
});

/** Serves the page on which a user sees one connection and can end it. */
export const myRoutes = (app: FastifyInstance, { files }: Assets): void => {
  app.get("/my", (_, reply) => {
    const page = files.get("/my.html");
    reply
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin")
      .header("cache-control", "no-store");
    if (!page) throw new Fault("NOT_FOUND", { message: "the page was not built" });
    return reply.header("content-type", page.type).send(page.identity);
  });
};
