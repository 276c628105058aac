import type { FastifyReply, FastifyRequest } from "fastify";

/** One cookie for each redirect, so that two tabs do not disturb each other. */
const nameOf = (stateDigest: string, isSecure: boolean): string =>
  `${isSecure ? "__Host-" : ""}service_link_oauth_${stateDigest.slice(0, 12)}`;

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
