import type { RedirectVia } from "../../../protocol/bridge.ts";
import { digest, opaqueId } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { NewRedirect, Redirect } from "./redirect-store.ts";

/** How long a user may take to sign in at an institution's own site. */
const REDIRECT_LIFETIME_MS = 15 * 60 * 1000;

/** How long a browser may take to set out: it does so at once. */
const TICKET_LIFETIME_MS = 5 * 60 * 1000;

/** Where institutions send users back to; registered with each of them. */
export const redirectUri = ({ publicUrl }: Pick<Services, "publicUrl">): string =>
  `${publicUrl()}/oauth/return`;

/** A redirect to an institution's address, and our own address from which a browser sets out, once. */
export const newRedirect = (
  { clock, publicUrl, random, vault }: Services,
  { url, state, via }: { url: string; state: string; via: RedirectVia },
): { startUrl: string; redirect: NewRedirect } => {
  const ticket = opaqueId(random, 43);
  const stateDigest = digest(state);
  return {
    startUrl: `${publicUrl()}/oauth/start?ticket=${ticket}`,
    redirect: {
      stateDigest,
      via,
      ticketDigest: digest(ticket),
      sealedUrl: vault.seal(purposeOf(stateDigest), url),
      expiresAt: clock() + REDIRECT_LIFETIME_MS,
    },
  };
};

/** A browser that sets out: where to, and the secret by which it is known again, for so many ms. */
export type Departure = { url: string; stateDigest: string; secret: string; endsIn: number };

/** Uses up a ticket; null where it is unknown, used, expired, or its session is elsewhere by now. */
export const setOut = async (services: Services, ticket: string): Promise<Departure | null> => {
  const { clock, random, store, vault } = services;
  const redirect = await store.redirects.byTicketDigest(digest(ticket));
  if (!redirect) return null;
  const { stateDigest, ticketDigest, expiresAt } = redirect;
  const ticketExpiresAt = expiresAt - REDIRECT_LIFETIME_MS + TICKET_LIFETIME_MS;
  if (clock() >= ticketExpiresAt || !(await isUnderWay(services, redirect))) return null;
  const secret = opaqueId(random, 43);
  if (!(await store.redirects.useTicket(ticketDigest, digest(secret)))) return null;
  return {
    url: vault.open(purposeOf(stateDigest), redirect.sealedUrl),
    stateDigest,
    secret,
    endsIn: expiresAt - clock(),
  };
};

async function isUnderWay(
  { store }: Services,
  { linkSessionId, stateDigest }: Redirect,
): Promise<boolean> {
  const session = await store.sessions.byLinkSessionId(linkSessionId);
  return session?.step.at === "redirect" && session.step.stateDigest === stateDigest;
}

const purposeOf = (stateDigest: string): string => `redirect-url:${stateDigest}`;
