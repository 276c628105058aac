import type { FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../domain/fault.ts";
import { digest, isSameDigest } from "../domain/identifiers.ts";
import { readTicketCookie } from "./cookies.ts";
import { ownOrigin } from "./own-origin.ts";

// Cross-site request forgery (CSRF): all checks of a browser's statements about the page that a request comes from. The API
// and the bridge need none, since their callers send a secret or token that no browser adds by itself. Two sign-ins end
// with a callback from another site, so that they check the browser that started them by its cookie (login CSRF): an
// institution's in `bridge/oauth/accept-callback.ts`, and an operator's in `dashboard/operator-oidc.ts`.

/** Refuses a change that another site's page, a sibling subdomain's included, sends with the cookie of our site. */
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
 * Throws INVALID_ORIGIN unless a page of ours frames a document that shows text from its address: by a link, a stranger
 * would show text of their own under this server's name. Browsers without Fetch Metadata pass.
 */
export const requireOwnFrame = ({ headers }: FastifyRequest): void => {
  const { "sec-fetch-site": site = "same-origin", "sec-fetch-dest": dest = "iframe" } = headers;
  if (site !== "same-origin" || dest !== "iframe")
    throw new Fault("INVALID_ORIGIN", { message: "only a page of this server frames this" });
};

/**
 * Returns whether a page of another site leads a window to Link, which an attacker's would do to have a
 * victim's accounts connected in the attacker's session (login CSRF). An address that an app loads into its
 * WebView comes from no page, like a typed one. Browsers older than Fetch Metadata show the site by the
 * referrer; the referrer of an app is not a web address.
 */
export const isFromOtherSite = ({ headers }: FastifyRequest, own: string): boolean => {
  const { "sec-fetch-site": site, referer } = headers;
  if (site !== undefined) return site !== "none" && site !== "same-origin";
  if (referer === undefined || !/^https?:/i.test(referer)) return false;
  return !URL.canParse(referer) || new URL(referer).origin !== own;
};

/**
 * Returns whether Link's own page or frame leads a whole window to the start of a redirect. Another page could
 * otherwise send a victim to the bank in the attacker's session (login CSRF). Browsers older than Fetch Metadata prove
 * it by the referrer or, without one, as in a WebView, by the cookie that Link's page has set.
 */
export const isFromLink = (request: FastifyRequest, ticket: string, publicUrl: string): boolean => {
  const { "sec-fetch-site": site, referer } = request.headers;
  if (site !== undefined) return site === "same-origin" && isNavigation(request);
  if (referer !== undefined) return URL.canParse(referer) && new URL(referer).origin === publicUrl;
  return readTicketCookie(request, publicUrl.startsWith("https:")) === ticket;
};

/**
 * Returns whether the browser navigates to the address. Another page could otherwise use up a callback by loading it as
 * an image, frame or script.
 */
export const isNavigation = ({ headers }: FastifyRequest): boolean =>
  (headers["sec-fetch-dest"] ?? "document") === "document";

/** Returns whether a page of this server sends the request. Browsers without Fetch Metadata pass. */
export const isFromSameOrigin = ({ headers }: FastifyRequest): boolean =>
  (headers["sec-fetch-site"] ?? "same-origin") === "same-origin";

/** Returns the token of a form of the sandbox's bank: it proves that this browser was shown the form in this visit. */
export const formToken = (secret: string, state: string): string =>
  digest(`form ${secret} ${state}`);

/** Returns whether a form is posted by the bank's page in the browser that saw it, and not by an attacker's page. */
export const isOwnForm = (
  { headers }: FastifyRequest,
  { secret, state, csrf }: { secret: string; state: string; csrf: string | null },
): boolean =>
  isFromSameOrigin({ headers } as FastifyRequest) &&
  secret !== "" &&
  isSameDigest(csrf, formToken(secret, state));
