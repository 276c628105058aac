import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "service_link_dashboard";

/** The session's token that a browser sent; empty where it sent none. */
export const readCookie = ({ cookies }: FastifyRequest): string => cookies[NAME] ?? "";

/**
 * Gives the browser the token for so many ms; for none, takes it away. Scripts do not see it, pages of
 * other sites do not send it, and it goes to the Dashboard's own paths only.
 */
export const writeCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  reply.setCookie(NAME, token, {
    path: "/dashboard",
    maxAge: Math.ceil(endsIn / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  });
};
