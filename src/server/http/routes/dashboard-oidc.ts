import type { FastifyInstance, FastifyReply } from "fastify";
import { finishOidc, OIDC_PROGRESS_MS, startOidc } from "../../dashboard/operator-oidc.ts";
import { Fault } from "../../domain/fault.ts";
import { WRONG_SECRETS } from "../../domain/limits/rate-limits.ts";
import type { Services } from "../../domain/services.ts";
import { clientIp } from "../client-ip.ts";
import { writeDashboardCookie } from "../cookies.ts";
import { sessionOrigin } from "../session-origin.ts";

const NAME = "service_link_dashboard_oidc";

/**
 * The operators' sign-in at their identity provider, and its callback. A sealed cookie holds the
 * sign-in's progress, so that no page can sign another browser in (login CSRF). The callback is a
 * navigation, so the browser sends a `lax` cookie.
 */
export const dashboardOidcRoutes = (
  app: FastifyInstance,
  services: Services,
  isSecure: boolean,
): void => {
  const { operatorIdentity, guessLimiter } = services;
  if (!operatorIdentity) return;
  const name = isSecure ? `__Host-${NAME}` : NAME;
  const writeProgress = (reply: FastifyReply, value: string): void => {
    reply.setCookie(name, value, {
      path: isSecure ? "/" : "/dashboard/oidc",
      maxAge: value === "" ? 0 : OIDC_PROGRESS_MS / 1000,
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure,
    });
  };

  app.get("/dashboard/oidc/start", async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      const { url, sealedProgress } = await startOidc(services);
      writeProgress(reply, sealedProgress);
      return reply.redirect(url, 303);
    } catch (err) {
      request.log.error({ err }, "the operators' identity provider cannot be reached");
      return reply.redirect("/dashboard?sign_in=unreachable", 303);
    }
  });

  app.get("/dashboard/oidc/return", async (request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    const address = clientIp(request);
    const guesses = `oidc ${address}`;
    await guessLimiter.check(guesses, WRONG_SECRETS);
    const sealedProgress = request.cookies[name] ?? "";
    writeProgress(reply, "");
    const query = request.url.slice(request.url.indexOf("?"));
    try {
      const origin = sessionOrigin(request);
      const session = await finishOidc(query, sealedProgress, address, origin, services);
      writeDashboardCookie(reply, session, isSecure);
      return reply.redirect("/dashboard", 303);
    } catch (err) {
      await guessLimiter.pass(guesses, WRONG_SECRETS);
      const isRefusal = err instanceof Fault && err.code === "UNAUTHORIZED_ROUTE_ACCESS";
      request.log.warn({ err }, "an operator's sign-in was refused");
      return reply.redirect(`/dashboard?sign_in=${isRefusal ? "refused" : "failed"}`, 303);
    }
  });
};
