import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { runAction } from "../../dashboard/action.ts";
import { dashboardActions } from "../../dashboard/index.ts";
import {
  type ActiveSession,
  continueSession,
  endSession,
  openSession,
} from "../../dashboard/session.ts";
import { showClient } from "../../dashboard/show-client.ts";
import { Fault } from "../../domain/fault.ts";
import type { Services } from "../../domain/services.ts";
import type { Assets } from "../assets.ts";
import { parseBody } from "../body.ts";
import { clientIp } from "../client-ip.ts";
import { contentSecurityPolicy } from "../content-security-policy.ts";
import { CredentialFields, clientOf } from "../credentials.ts";
import { readCookie, writeCookie } from "../dashboard-cookie.ts";
import { ownOrigin } from "../own-origin.ts";
import { sendAsset } from "../send-asset.ts";

const POLICY = contentSecurityPolicy({
  script: ["'self'"],
  style: ["'self'"],
  img: ["data:"],
  connect: ["'self'"],
  trustedTypes: true,
});

const unlessNoSession = (error: unknown): void => {
  if (!(error instanceof Fault && error.code === "INVALID_DASHBOARD_SESSION")) throw error;
};

const SignInRequest = z.strictObject(CredentialFields.shape);
const NoFields = z.strictObject({});

/**
 * Serves the Dashboard, on which a client sees and changes its own settings, and the private paths
 * behind it. The secret is traded for a session at once; whoever calls says neither who they are nor
 * whose settings they mean but by the session's cookie. A change is taken from our own page only.
 */
export const dashboardRoutes = (
  app: FastifyInstance,
  services: Services,
  assets: Assets,
  isSecure: boolean,
): void => {
  // A context of its own: no other path reads cookies.
  app.register(async (dashboard) => {
    await dashboard.register(cookie);
    addRoutes(dashboard, services, assets, isSecure);
  });
};

function addRoutes(
  app: FastifyInstance,
  services: Services,
  { dashboard }: Assets,
  isSecure: boolean,
): void {
  app.get("/dashboard", (request, reply) => {
    if (!dashboard) throw new Fault("NOT_FOUND", { message: "the Dashboard was not built" });
    reply
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin")
      .header("cache-control", "no-store");
    return sendAsset(request, reply, dashboard);
  });

  app.get("/dashboard/client", async (request, reply) => {
    reply.header("cache-control", "no-store");
    return answer(await continueSession(readCookie(request), services), request, reply);
  });

  app.post("/dashboard/session", async (request, reply) => {
    startPost(request, reply);
    const keys = parseBody(SignInRequest, request.body);
    const client = await clientOf(keys, { services, address: clientIp(request) });
    return answer(openSession(client, services), request, reply);
  });

  app.post("/dashboard/sign-out", async (request, reply) => {
    startPost(request, reply);
    parseBody(NoFields, request.body);
    // Who has no session, or none that we made, has nothing to end.
    const token = readCookie(request);
    if (token !== "") await endSession(token, services).catch(unlessNoSession);
    writeCookie(reply, { token: "", endsIn: 0 }, isSecure);
    return { request_id: request.id };
  });

  for (const action of dashboardActions)
    app.post(action.path, async (request, reply) => {
      startPost(request, reply);
      const session = await continueSession(readCookie(request), services);
      await runAction(action, parseBody(action.request, request.body), session, services);
      return answer(await continueSession(session.token, services), request, reply);
    });

  /** Refuses what another site's page sends along with our cookie (CSRF). */
  function startPost({ headers }: FastifyRequest, reply: FastifyReply): void {
    reply.header("cache-control", "no-store");
    const own = ownOrigin(headers.host ?? "", isSecure);
    if (own === "" || headers.origin !== own)
      throw new Fault("INVALID_ORIGIN", {
        message: "the Dashboard is used from its own page only",
      });
  }

  function answer(session: ActiveSession, { id }: FastifyRequest, reply: FastifyReply) {
    writeCookie(reply, session, isSecure);
    return { ...showClient(session, services), request_id: id };
  }
}
