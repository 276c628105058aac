import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_BROWSER_MS } from "../domain/dashboard/dashboard-session.ts";

/**
 * Set by Link's own page before it leaves. Another page cannot set the cookie, nor can an address
 * sent to a victim.
 */
const TICKET = "service_link_ticket";

/** Identifies a browser to the sandbox bank, for one visit. */
const VISITOR = "service_link_visitor";

const prefix = (isSecure: boolean): string => (isSecure ? "__Host-" : "");

/** The ticket that Link's own page stored in this browser; empty for none. */
export const readTicketCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[prefix(isSecure) + TICKET] ?? "";

/** Deletes the ticket, which is for one navigation. */
export const clearTicketCookie = (reply: FastifyReply, isSecure: boolean): void => {
  reply.clearCookie(prefix(isSecure) + TICKET, { path: "/", secure: isSecure, sameSite: "strict" });
};

/** Each redirect has its own cookie, so that two tabs do not interfere. */
const oauthCookieName = (
  stateDigest: string,
  isSecure: boolean,
  name = "service_link_oauth",
): string => `${prefix(isSecure)}${name}_${stateDigest.slice(0, 12)}`;

/** The browser's secret of a redirect; empty for none. */
export const readOAuthCookie = (
  { cookies }: FastifyRequest,
  stateDigest: string,
  isSecure: boolean,
): string => cookies[oauthCookieName(stateDigest, isSecure)] ?? "";

/**
 * Gives a browser its redirect's secret for `ms`; 0 deletes it. The browser sends the cookie when
 * the institution's page, on another site, leads back here (SameSite=Lax). Scripts cannot read it.
 */
export const writeOAuthCookie = (
  reply: FastifyReply,
  { stateDigest, secret, lifetimeMs }: { stateDigest: string; secret: string; lifetimeMs: number },
  isSecure: boolean,
): void => {
  reply.setCookie(oauthCookieName(stateDigest, isSecure), secret, {
    path: "/",
    maxAge: Math.ceil(lifetimeMs / 1000),
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
  });
};

/**
 * Returns the browser's secret for its visit at the sandbox bank; empty for none. One redirect
 * began the visit.
 */
export const readVisitorCookie = (
  { cookies }: FastifyRequest,
  stateDigest: string,
  isSecure: boolean,
): string => cookies[oauthCookieName(stateDigest, isSecure, VISITOR)] ?? "";

/**
 * Gives a browser the secret for `ms`; 0 deletes it. Forms on other sites' pages do not send the
 * cookie.
 */
export const writeVisitorCookie = (
  reply: FastifyReply,
  { stateDigest, secret, lifetimeMs }: { stateDigest: string; secret: string; lifetimeMs: number },
  isSecure: boolean,
): void => {
  reply.setCookie(oauthCookieName(stateDigest, isSecure, VISITOR), secret, {
    path: "/",
    maxAge: Math.ceil(lifetimeMs / 1000),
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
  });
};

const DASHBOARD_SESSION = "service_link_dashboard";

/** The cookie of a browser in which the operator has signed in. */
const OPERATOR_BROWSER = "service_link_operator_browser";

/**
 * Over TLS the name's prefix binds the cookie to this host. Other hosts and pages over HTTP cannot
 * set it.
 */
const dashboardCookieName = (isSecure: boolean, name = DASHBOARD_SESSION): string =>
  isSecure ? `__Host-${name}` : name;

/** The browser's session token; empty for none. */
export const readDashboardCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[dashboardCookieName(isSecure)] ?? "";

/** The token of a known browser; empty for none. The token opens no session. */
export const readBrowserCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[dashboardCookieName(isSecure, OPERATOR_BROWSER)] ?? "";

/**
 * Gives the browser a session token for `ms`, or deletes it. Scripts cannot read the cookie, and
 * pages of other sites do not send it. Over HTTP it goes only to the Dashboard's own paths.
 */
export const writeDashboardCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  setCookie(reply, dashboardCookieName(isSecure), { token, endsIn }, isSecure);
};

/** Gives the browser its known-browser token, which opens no session. */
export const writeBrowserCookie = (reply: FastifyReply, token: string, isSecure: boolean): void =>
  setCookie(
    reply,
    dashboardCookieName(isSecure, OPERATOR_BROWSER),
    { token, endsIn: KNOWN_BROWSER_MS },
    isSecure,
  );

const setCookie = (
  reply: FastifyReply,
  name: string,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  reply.setCookie(name, token, {
    path: isSecure ? "/" : "/dashboard",
    maxAge: Math.ceil(endsIn / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  });
};
