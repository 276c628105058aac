import type { RedirectVia } from "../../../protocol/link/bridge.ts";
import { digest, opaqueId } from "../identifiers.ts";
import type { LinkDeps } from "./deps.ts";
import type { NewRedirect, Redirect } from "./redirect-store.ts";

/** The time that a user has to sign in at an institution's own site. */
const REDIRECT_LIFETIME_MS = 15 * 60 * 1000;

/** The lifetime of a ticket, which a browser uses at once. */
const TICKET_LIFETIME_MS = 5 * 60 * 1000;

/** The redirect URI for institutions' callbacks; registered with each of them. */
export const redirectUri = ({ publicUrl }: Pick<LinkDeps, "publicUrl">): string =>
  `${publicUrl()}/oauth/return`;

/** Creates a redirect to an institution's address, and our own address at which a browser starts it, once. */
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
 * The start of a redirect: the institution's address, and the secret that identifies the browser, with its
 * lifetime in ms.
 */
export type RedirectStart = {
  url: string;
  /** The address for companies, if the institution has a separate one. */
  businessUrl: string | undefined;
  stateDigest: string;
  secret: string;
  lifetimeMs: number;
};

/** Starts a redirect by its ticket; returns null if that is unknown, used or expired, or its session has moved on. */
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
  // An address has no space in it.
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
