import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import type { Assets } from "../assets.ts";
import { editAsset } from "../brand-assets.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { sendAsset } from "../send-asset.ts";
import type { SessionCalls } from "../session-calls.ts";
import { dashboardCallRoutes } from "./dashboard-calls.ts";
import { dashboardOidcRoutes } from "./dashboard-oidc.ts";
import { dashboardSessionRoutes } from "./dashboard-session.ts";

const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  img: ["'self'", "data:"],
  connect: ["'self'"],
  // Link is tried here.
  frame: ["'self'"],
  trustedTypes: true,
});

/** Below the Dashboard, but none of its pages. */
const NO_PAGE = /^\/dashboard\/(api|assets)(\/|$)/;

/**
 * Serves the Dashboard, on which clients see and change what is theirs and the operator sees all, and
 * the private calls behind it. Every page of it is the same document, whose script reads the path.
 */
export const dashboardRoutes = (
  app: FastifyInstance,
  services: Services,
  assets: Assets,
  isSecure: boolean,
  calls: SessionCalls,
): void => {
  const page =
    assets.dashboard && services.operatorIdentity
      ? editAsset(assets.dashboard, (html) => html.replace("<html ", '<html data-oidc="true" '))
      : assets.dashboard;
  for (const path of ["/dashboard", "/dashboard/*"])
    app.get(path, (request, reply) => {
      if (!page) throw new Fault("NOT_FOUND", { message: "the Dashboard was not built" });
      if (NO_PAGE.test(request.url)) throw new Fault("NOT_FOUND");
      reply
        .header("content-security-policy", POLICY)
        .header("cross-origin-opener-policy", "same-origin")
        .header("cache-control", "no-store");
      return sendAsset(request, reply, page);
    });
  // A context of its own: no other path reads cookies.
  app.register(async (dashboard) => {
    await dashboard.register(cookie);
    dashboardOidcRoutes(dashboard, services, isSecure);
    dashboardSessionRoutes(dashboard, services, isSecure);
    dashboardCallRoutes(dashboard, services, isSecure, (path) => calls.findPath(app, path));
  });
};
