import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "service_link_dashboard";
const COOKIE = new RegExp(`(?:^|; ?)${NAME}=([A-Za-z0-9_-]+)`);

/** The session's token that a browser sent; empty where it sent none. */
export const readCookie = ({ headers }: FastifyRequest): string =>
  COOKIE.exec(headers.cookie ?? "")?.[1] ?? "";

/**
 * Gives the browser the token for so many ms; for none, takes it away. Scripts do not see it, pages of
 * other sites do not send it, and it goes to the Dashboard's own paths only.
 */
export const writeCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  const parts = [
    `${NAME}=${token}`,
    "Path=/dashboard",
    `Max-Age=${Math.ceil(endsIn / 1000)}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isSecure ? ["Secure"] : []),
  ];
  reply.header("set-cookie", parts.join("; "));
};
