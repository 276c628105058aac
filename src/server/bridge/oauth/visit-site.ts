import type { Language, Product } from "../../../protocol/vocabulary.ts";
import type { SiteInput, SitePage } from "../../domain/connectors/institution-site.ts";
import { digest, opaqueId } from "../../domain/identifiers.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { productsToShare } from "../../domain/link/session-products.ts";
import { type AtRedirect, openProgress, sealProgress } from "../../domain/link/session-step.ts";
import { addToLogContext } from "../../domain/log-context.ts";
import type { Services } from "../../domain/services.ts";
import { isOver } from "../session/session-state.ts";
import { loadRedirectUri } from "./start-via.ts";

/** The reason for refusing a page; it reveals nothing of the session. */
type VisitRefusal = "unknown" | "used" | "ended";

/** The user of a page, and the application that asks them. */
export type Visitor = {
  institution: CatalogueInstitution;
  /** The application's name, or null. */
  application: string | null;
  language: Language;
  products: readonly Product[];
  /** Whether the visit renews an Item. */
  isUpdate: boolean;
  /** The origin of the application's page, if the callback leads there. */
  returnOrigin: string | null;
  expiresAt: number;
};

/** The page of a visit to an institution's site, the callback, or the reason for a refusal. */
export type VisitOutcome =
  | { at: "refusal"; reason: VisitRefusal; language: Language | null }
  /** The visit is too late; the user can only return. */
  | (Visitor & { at: "late" })
  | (Visitor & { at: "page"; page: SitePage })
  | (Visitor & { at: "return"; parameters: Record<string, string> });

type Request = {
  state: string;
  /** The digest of the secret that identifies the browser. */
  visitor: string;
  /** Null to only show the page. */
  input: SiteInput | null;
};

/**
 * Shows a page of an institution's site on this server, or accepts the user's input. A visit
 * belongs to the session whose redirect has the state and waits for the callback. The session
 * stores the visit's progress.
 */
export const visitSite = async (
  services: Services,
  { state, visitor, input }: Request,
): Promise<VisitOutcome> => {
  const { clock, directory, random, store } = services;
  const refuse = (reason: VisitRefusal, language: Language | null = null): VisitOutcome => ({
    at: "refusal",
    reason,
    language,
  });
  for (;;) {
    const redirect = await store.redirects.byStateDigest(digest(state));
    const session = redirect && (await store.sessions.byLinkSessionId(redirect.linkSessionId));
    if (!session) return refuse("unknown");
    addToLogContext({ link_session_id: session.linkSessionId });
    const { language } = session.config;
    if (redirect.returnedAt !== null) return refuse("used", language);
    const { step } = session;
    if (isOver(session) || step.at !== "redirect" || step.stateDigest !== redirect.stateDigest)
      return refuse("ended", language);
    const site = directory.connectorOf(step.institutionId).sandbox?.site(step.institutionId);
    if (!site) return refuse("unknown", language);
    const about = await loadVisitor(services, session, step);
    if (clock() >= step.expiresAt) return { ...about, at: "late" };
    const progress = openProgress(services, step);
    if (input === null) return { ...about, at: "page", page: site.page(progress, visitor) };
    const next = site.submit(progress, visitor, input, opaqueId(random, 43));
    const sealedProgress = sealProgress(services, step.itemId, next.progress);
    // If two inputs arrive at once, the second continues from the first one's state.
    if (
      next.progress !== progress &&
      !(await store.sessions.advance(session, { step: { ...step, sealedProgress } }))
    )
      continue;
    return "page" in next
      ? { ...about, at: "page", page: next.page }
      : { ...about, at: "return", parameters: next.parameters };
  }
};

const loadVisitor = async (
  services: Services,
  session: LinkSession,
  { institutionId, via, expiresAt }: AtRedirect,
): Promise<Visitor> => {
  const redirectUri =
    via === "redirect" ? await loadRedirectUri({ session, store: services.store }) : null;
  return {
    institution: services.directory.get(institutionId),
    application: session.config.clientName ?? null,
    language: session.config.language,
    products: await productsToShare(services, session, institutionId),
    isUpdate: session.updateItemId !== null,
    returnOrigin: redirectUri === null ? null : new URL(redirectUri).origin,
    expiresAt,
  };
};
