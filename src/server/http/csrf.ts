import type { FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../domain/fault.ts";
import { digest, isSameDigest } from "../domain/identifiers.ts";
import { readTicketCookie } from "./cookies.ts";
import { ownOrigin } from "./own-origin.ts";

// All checks against cross-site request forgery (CSRF), by a browser's statements about the
// requesting page. The API and the bridge need none, since callers send a secret or token that no
// browser adds by itself. Two sign-ins end with a callback from another site. They check the
// starting browser's cookie (login CSRF): an institution's in `bridge/oauth/accept-callback.ts`, an
// operator's in `dashboard/operator-oidc.ts`.

/** Refuses a change that a page of another site or subdomain sends with our site's cookie. */
export const requireOwnPage = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
  site: "the Dashboard" | "the account site" = "the Dashboard",
): void => {
  reply.header("cache-control", "no-store");
  const own = ownOrigin(headers.host ?? "", isSecure);
  if (own === "" || headers.origin !== own)
    throw new Fault("INVALID_ORIGIN", { message: `${site} is used from its own page only` });
};

/**
 * Throws INVALID_ORIGIN unless our own page frames a document that shows text from its address.
 * Otherwise a stranger's link could show text under this server's name. Browsers without Fetch
 * Metadata pass.
 */
export const requireOwnFrame = ({ headers }: FastifyRequest): void => {
  const { "sec-fetch-site": site = "same-origin", "sec-fetch-dest": dest = "iframe" } = headers;
  if (site !== "same-origin" || dest !== "iframe")
    throw new Fault("INVALID_ORIGIN", { message: "only a page of this server frames this" });
};

/**
 * Whether a page of another site opens Link in a window. An attacker's page would do so to connect
 * a victim's accounts in the attacker's session (login CSRF). An address that an app loads into its
 * WebView has no page, like a typed address. Browsers without Fetch Metadata are judged by the
 * referrer; an app's referrer is no web address.
 */
export const isFromOtherSite = ({ headers }: FastifyRequest, own: string): boolean => {
  const { "sec-fetch-site": site, referer } = headers;
  if (site !== undefined) return site !== "none" && site !== "same-origin";
  if (referer === undefined || !/^https?:/i.test(referer)) return false;
  return !URL.canParse(referer) || new URL(referer).origin !== own;
};

/**
 * Whether Link's own page or frame leads a whole window to a redirect's start. Another page could
 * otherwise send a victim to the bank in the attacker's session (login CSRF). Browsers without
 * Fetch Metadata are judged by the referrer or, without one, as in a WebView, by the cookie of
 * Link's page.
 */
export const isFromLink = (request: FastifyRequest, ticket: string, publicUrl: string): boolean => {
  const { "sec-fetch-site": site, referer } = request.headers;
  if (site !== undefined) return site === "same-origin" && isNavigation(request);
  if (referer !== undefined) return URL.canParse(referer) && new URL(referer).origin === publicUrl;
  return readTicketCookie(request, publicUrl.startsWith("https:")) === ticket;
};

/**
 * Whether the browser navigates to the address. Another page could otherwise use up a callback by
 * loading it as an image, frame or script.
 */
export const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers["sec-fetch-dest"] ?? "document") === "document";

/** Whether a page of this server sends the request. Browsers without Fetch Metadata pass. */
export const isFromSameOrigin = ({ headers }: FastifyRequest): boolean =>
  (headers["sec-fetch-site"] ?? "same-origin") === "same-origin";

/**
 * Returns the token of a sandbox bank form, which proves that this browser was shown the form in
 * this visit.
 */
export const formToken = (secret: string, state: string): string =>
  digest(`form ${secret} ${state}`);

/** Whether the browser that saw the bank's form posts it, and not an attacker's page. */
export const isOwnForm = (
  { headers }: FastifyRequest,
  { secret, state, csrf }: { secret: string; state: string; csrf: string | null },
): boolean =>
  isFromSameOrigin({ headers } as FastifyRequest) &&
  secret !== "" &&
  isSameDigest(csrf, formToken(secret, state));
