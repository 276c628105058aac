import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "service_link_dashboard";

/** By TLS the browser itself holds it to this host: no other one, nor a page by HTTP, can set it. */
const nameOf = (isSecure: boolean): string => (isSecure ? `__Host-${NAME}` : NAME);

/** The session's token that a browser sent; empty where it sent none. */
export const readCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[nameOf(isSecure)] ?? "";

/**
 * Gives the browser the token for so many ms; for none, takes it away. Scripts do not see it, pages of
 * other sites do not send it, and by HTTP it goes to the Dashboard's own paths only.
 */
export const writeCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  reply.setCookie(nameOf(isSecure), token, {
    path: isSecure ? "/" : "/dashboard",
    maxAge: Math.ceil(endsIn / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  });
};
