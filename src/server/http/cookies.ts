import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_BROWSER_MS } from "../domain/dashboard/dashboard-session.ts";

/** Set by Link's own page as it leaves; another page cannot set it, and an address that is sent to a victim does not. */
const TICKET = "service_link_ticket";

/** Names a browser to the bank of the sandbox, in one visit. */
const VISITOR = "service_link_visitor";

const prefix = (isSecure: boolean): string => (isSecure ? "__Host-" : "");

/** The ticket that Link's own page has stored in this browser; empty for none. */
export const readTicketCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[prefix(isSecure) + TICKET] ?? "";

/** Deletes that ticket, which is for one navigation. */
export const clearTicketCookie = (reply: FastifyReply, isSecure: boolean): void => {
  reply.clearCookie(prefix(isSecure) + TICKET, { path: "/", secure: isSecure, sameSite: "strict" });
};

/** Each redirect has a cookie of its own, so that two tabs do not disturb each other. */
const oauthCookieName = (
  stateDigest: string,
  isSecure: boolean,
  name = "service_link_oauth",
): string => `${prefix(isSecure)}${name}_${stateDigest.slice(0, 12)}`;

/** The secret of a redirect that a browser sent; empty if it sent none. */
export const readOAuthCookie = (
  { cookies }: FastifyRequest,
  stateDigest: string,
  isSecure: boolean,
): string => cookies[oauthCookieName(stateDigest, isSecure)] ?? "";

/**
 * Gives a browser the secret of its redirect for `ms`; 0 deletes it. It is sent when the institution's page,
 * which is another site's, leads back here (SameSite=Lax), and no script can read it.
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
 * Returns the secret of a browser for this visit of the sandbox's bank, which one redirect began;
 * empty if it has none.
 */
export const readVisitorCookie = (
  { cookies }: FastifyRequest,
  stateDigest: string,
  isSecure: boolean,
): string => cookies[oauthCookieName(stateDigest, isSecure, VISITOR)] ?? "";

/** Gives a browser this secret for `ms`; 0 deletes it. Forms of other sites' pages do not send it. */
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

/** The cookie that recognizes a browser in which the operator has signed in. */
const OPERATOR_BROWSER = "service_link_operator_browser";

/**
 * Over TLS the name's prefix binds the cookie to this host: neither another host nor a page by HTTP
 * can set it.
 */
const dashboardCookieName = (isSecure: boolean, name = DASHBOARD_SESSION): string =>
  isSecure ? `__Host-${name}` : name;

/** The session's token that a browser sent; empty if it sent none. */
export const readDashboardCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[dashboardCookieName(isSecure)] ?? "";

/** The token that recognizes a browser; empty if it sent none. It opens no session. */
export const readBrowserCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[dashboardCookieName(isSecure, OPERATOR_BROWSER)] ?? "";

/**
 * Gives the browser the token for `ms`, or deletes it if there is none. Scripts do not see it, pages of other
 * sites do not send it, and by HTTP it goes to the Dashboard's own paths only.
 */
export const writeDashboardCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  setCookie(reply, dashboardCookieName(isSecure), { token, endsIn }, isSecure);
};

/** Gives the browser its token; it opens no session. */
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
