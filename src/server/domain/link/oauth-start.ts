import type { RedirectVia } from "../../../protocol/link/bridge.ts";
import { digest, opaqueId } from "../identifiers.ts";
import type { LinkDeps } from "./deps.ts";
import type { NewRedirect, Redirect } from "./redirect-store.ts";

/** The time to sign in at an institution's own site. */
const REDIRECT_LIFETIME_MS = 15 * 60 * 1000;

/** The lifetime of a ticket, which the browser uses at once. */
const TICKET_LIFETIME_MS = 5 * 60 * 1000;

/** The redirect URI for callbacks, registered with each institution. */
export const redirectUri = ({ publicUrl }: Pick<LinkDeps, "publicUrl">): string =>
  `${publicUrl()}/oauth/return`;

/**
 * Creates a redirect to an institution's address, and our own single-use address from which a
 * browser starts it.
 */
export const newRedirect = (
  { clock, publicUrl, random, vault }: Pick<LinkDeps, "clock" | "publicUrl" | "random" | "vault">,
  {
    url,
    businessUrl,
    state,
    via,
  }: { url: string; businessUrl: string | undefined; state: string; via: RedirectVia },
): { startUrl: string; redirect: NewRedirect } => {
  const ticket = opaqueId(random, 43);
  const stateDigest = digest(state);
  return {
    startUrl: `${publicUrl()}/oauth/start?ticket=${ticket}`,
    redirect: {
      stateDigest,
      via,
      ticketDigest: digest(ticket),
      sealedUrl: vault.seal(
        sealPurpose(stateDigest),
        [url, ...(businessUrl === undefined ? [] : [businessUrl])].join(" "),
      ),
      expiresAt: clock() + REDIRECT_LIFETIME_MS,
    },
  };
};

/**
 * The start of a redirect: the institution's address, the secret that identifies the browser, and
 * its lifetime in ms.
 */
export type RedirectStart = {
  url: string;
  /** The separate address for companies, if any. */
  businessUrl: string | undefined;
  stateDigest: string;
  secret: string;
  lifetimeMs: number;
};

/**
 * Starts a redirect by its ticket. Null for an unknown, used or expired ticket, or if the session
 * has moved on.
 */
export const startRedirect = async (
  services: LinkDeps,
  ticket: string,
): Promise<RedirectStart | null> => {
  const { clock, random, store, vault } = services;
  const redirect = await store.redirects.byTicketDigest(digest(ticket));
  if (!redirect) return null;
  const { stateDigest, ticketDigest, expiresAt } = redirect;
  const ticketExpiresAt = expiresAt - REDIRECT_LIFETIME_MS + TICKET_LIFETIME_MS;
  if (clock() >= ticketExpiresAt || !(await isCurrent(services, redirect))) return null;
  const secret = opaqueId(random, 43);
  if (!(await store.redirects.useTicket(ticketDigest, digest(secret)))) return null;
  // An address contains no space, which separates the two.
  const [url = "", businessUrl] = vault
    .open(sealPurpose(stateDigest), redirect.sealedUrl)
    .split(" ");
  return {
    ...{ url, businessUrl },
    stateDigest,
    secret,
    lifetimeMs: expiresAt - clock(),
  };
};

async function isCurrent(
  { store }: Pick<LinkDeps, "store">,
  { linkSessionId, stateDigest }: Redirect,
): Promise<boolean> {
  const session = await store.sessions.byLinkSessionId(linkSessionId);
  return session?.step.at === "redirect" && session.step.stateDigest === stateDigest;
}

const sealPurpose = (stateDigest: string): string => `redirect-url:${stateDigest}`;
