import type { FastifyReply, FastifyRequest } from "fastify";

/** Set by Link's own page as it leaves; another page cannot set it, and an address that is sent to a victim does not. */
const TICKET = "service_link_ticket";

/** Names a browser to the bank of the sandbox, in one visit. */
const VISITOR = "service_link_visitor";

const prefix = (isSecure: boolean): string => (isSecure ? "__Host-" : "");

/** The ticket that Link's own page has stored in this browser; empty for none. */
export const readTicketCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[prefix(isSecure) + TICKET] ?? "";

/** Takes that ticket away: it is for one navigation. */
export const clearTicketCookie = (reply: FastifyReply, isSecure: boolean): void => {
  reply.clearCookie(prefix(isSecure) + TICKET, { path: "/", secure: isSecure, sameSite: "strict" });
};

/** One cookie for each redirect, so that two tabs do not disturb each other. */
const cookieName = (stateDigest: string, isSecure: boolean, name = "service_link_oauth"): string =>
  `${prefix(isSecure)}${name}_${stateDigest.slice(0, 12)}`;

/** The secret of a redirect that a browser sent; empty if it sent none. */
export const readOAuthCookie = (
  { cookies }: FastifyRequest,
  stateDigest: string,
  isSecure: boolean,
): string => cookies[cookieName(stateDigest, isSecure)] ?? "";

/**
 * Gives a browser the secret of its redirect for so many ms; 0 takes it away. It is sent when the
 * institution's page, which is another site's, leads back here (SameSite=Lax), and no script can read it.
 */
export const writeOAuthCookie = (
  reply: FastifyReply,
  { stateDigest, secret, lifetimeMs }: { stateDigest: string; secret: string; lifetimeMs: number },
  isSecure: boolean,
): void => {
  reply.setCookie(cookieName(stateDigest, isSecure), secret, {
    path: "/",
    maxAge: Math.ceil(lifetimeMs / 1000),
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
  });
};

/** The secret of a browser at the bank of the sandbox, in the visit of this redirect; empty for none. */
export const readVisitorCookie = (
  { cookies }: FastifyRequest,
  stateDigest: string,
  isSecure: boolean,
): string => cookies[cookieName(stateDigest, isSecure, VISITOR)] ?? "";

/** Gives a browser this secret for so many ms; 0 takes it away. No form of another site's page sends it along. */
export const writeVisitorCookie = (
  reply: FastifyReply,
  { stateDigest, secret, lifetimeMs }: { stateDigest: string; secret: string; lifetimeMs: number },
  isSecure: boolean,
): void => {
  reply.setCookie(cookieName(stateDigest, isSecure, VISITOR), secret, {
    path: "/",
    maxAge: Math.ceil(lifetimeMs / 1000),
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
  });
};
