import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_BROWSER_MS } from "../domain/dashboard/dashboard-session.ts";

const NAME = "service_link_dashboard";

/** The cookie that recognizes a browser in which the operator has signed in. */
const BROWSER_NAME = "service_link_operator_browser";

/** By TLS the browser itself holds it to this host: no other one, nor a page by HTTP, can set it. */
const cookieName = (isSecure: boolean, name = NAME): string => (isSecure ? `__Host-${name}` : name);

/** The session's token that a browser sent; empty if it sent none. */
export const readCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[cookieName(isSecure)] ?? "";

/** The token that recognizes a browser; empty if it sent none. It opens no session. */
export const readBrowserCookie = ({ cookies }: FastifyRequest, isSecure: boolean): string =>
  cookies[cookieName(isSecure, BROWSER_NAME)] ?? "";

/**
 * Gives the browser the token for so many ms; for none, takes it away. Scripts do not see it, pages of
 * other sites do not send it, and by HTTP it goes to the Dashboard's own paths only.
 */
export const writeCookie = (
  reply: FastifyReply,
  { token, endsIn }: { token: string; endsIn: number },
  isSecure: boolean,
): void => {
  setCookie(reply, cookieName(isSecure), { token, endsIn }, isSecure);
};

/** Gives the browser its token; it opens no session. */
export const writeBrowserCookie = (reply: FastifyReply, token: string, isSecure: boolean): void =>
  setCookie(
    reply,
    cookieName(isSecure, BROWSER_NAME),
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
