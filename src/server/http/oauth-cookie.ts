import type { FastifyReply, FastifyRequest } from "fastify";

/** Set by Link's own page as it leaves: no other page can, nor anybody who sends somebody our address. */
const TICKET = "service_link_ticket";

const prefix = (isSecure: boolean): string => (isSecure ? "__Host-" : "");

/** The ticket that Link's own page has left in this browser; empty for none. */
export const readTicketCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[prefix(isSecure) + TICKET] ?? "";

/** Takes that ticket away: it is for one navigation. */
export const clearTicketCookie = (reply: FastifyReply, isSecure: boolean): void => {
  reply.clearCookie(prefix(isSecure) + TICKET, { path: "/", secure: isSecure, sameSite: "strict" });
};

/** One cookie for each redirect, so that two tabs do not disturb each other. */
const nameOf = (stateDigest: string, isSecure: boolean): string =>
  `${prefix(isSecure)}service_link_oauth_${stateDigest.slice(0, 12)}`;

/** The secret of a redirect that a browser sent; empty where it sent none. */
export const readOAuthCookie = (
  { cookies }: FastifyRequest,
  stateDigest: string,
  isSecure: boolean,
): string => cookies[nameOf(stateDigest, isSecure)] ?? "";

/**
 * Gives the browser that sets out the secret for so many ms; for none, takes it away. It comes along when
 * the institution's page leads back here, which is another site's (SameSite=Lax), and no script sees it.
 */
export const writeOAuthCookie = (
  reply: FastifyReply,
  { stateDigest, secret, endsIn }: { stateDigest: string; secret: string; endsIn: number },
  isSecure: boolean,
): void => {
  reply.setCookie(nameOf(stateDigest, isSecure), secret, {
    path: "/",
    maxAge: Math.ceil(endsIn / 1000),
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
  });
};
