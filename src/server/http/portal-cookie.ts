import type { FastifyReply, FastifyRequest } from "fastify";

/** By HTTPS the name has a prefix that browsers take from this very host alone, and by HTTPS only. */
const nameOf = (isSecure: boolean): string =>
  isSecure ? "__Host-account_session" : "account_session";

/** The session's token that a browser sent; empty where it sent none. */
export const readPortalCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[nameOf(isSecure)] ?? "";

/**
 * Gives the browser the token for so many ms; for none, takes it away. Scripts do not see it, and pages
 * of other sites do not send it.
 */
export const writePortalCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  reply.setCookie(nameOf(isSecure), token, {
    // The prefix asks for it.
    path: "/",
    maxAge: Math.ceil(endsIn / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  });
};
