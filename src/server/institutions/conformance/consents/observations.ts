import type { Approach } from "../../../domain/institutions/institution-registration.ts";
import type { Reply } from "../reply.ts";

/** A reply, with its request's id. */
export type Exchange = Reply & { requestId: string };

/** A refused request that was accepted with an additional deviation. */
type Proposal = {
  at: "metadata" | "tokens" | "consent" | "accounts" | "unattended" | "transactions";
  refusal: Reply;
  /** In the form of `--deviation`. */
  deviation: string;
};

/**
 * The replies about an account. Null for statements that the dialect lacks, and for a missing
 * document.
 */
type AccountReplies = {
  id: string;
  balances: Exchange;
  owners: Exchange;
  statements: Exchange | null;
  statementFile: Exchange | null;
};

/** The transactions of the account with the most on its first page. */
export type RowReplies = {
  accountId: string;
  /** The first and last requested day. */
  from: string;
  to: string;
  pages: Exchange[];
  end: "last page" | "limit" | "same page" | "repeats" | "leads elsewhere";
  /** The first page, read again. */
  again: Exchange;
  /** A period of ten days; null at a bank without periods. */
  period: { from: string; to: string; reply: Exchange } | null;
};

/** The replies to an authorization that the client itself follows. */
export type AuthorisationReplies = {
  /** The reply to its start; null if the consent has started it. */
  started: Exchange | null;
  /** The replies to the steps of a form. */
  steps: { step: "password" | "method" | "code"; reply: Exchange }[];
  /** The chosen method, as the institution lists it; null for none. */
  chosen: unknown;
  /** The consent's record after the user has finished. */
  last: Exchange | null;
};

/** The replies to request objects (RFC 9101) that must be refused. */
export type RefusedObjects = { tampered: Reply; expired: Reply; otherAudience: Reply };

/** The replies of a data API whose client creates consents; null for those not requested. */
export type ConsentObservations = {
  dataUrl: string;
  /** The header that identifies each request and its response. */
  requestHeader: string;
  permissions: readonly string[];
  /** The approach of the consent's authorization. */
  approach: Approach;
  consentId: string | null;
  /** The response to the client's own token request. */
  clientToken: Reply | null;
  /** The reply to a consent request without permissions. */
  empty: Exchange | null;
  made: Exchange | null;
  /** The consent's record before its authorization, and afterwards. */
  waiting: Exchange | null;
  authorized: Exchange | null;
  authorisation: AuthorisationReplies | null;
  /** The replies to request objects that must be refused; null if the client signs none. */
  requestObjects: RefusedObjects | null;
  /** The visit to the institution's site after a separate sign-in; null without one. */
  site: { state: string; response: URLSearchParams | null } | null;
  /** The reply to a list of accounts without a waiting person. */
  unattended: Exchange | null;
  details: AccountReplies[];
  /** The separate list of cards, and each card's balances; null without such a list. */
  cards: { list: Exchange; balances: { id: string; reply: Exchange }[] } | null;
  rows: RowReplies | null;
  /** The reply to the consent's end, and its record and the accounts afterwards. */
  ended: Exchange | null;
  afterEnd: Exchange | null;
  dataAfterEnd: Exchange | null;
  proposals: Proposal[];
};

/** Returns observations without any reply. */
export const noConsentYet = (
  base: Pick<ConsentObservations, "dataUrl" | "requestHeader" | "permissions" | "approach">,
): ConsentObservations => ({
  ...base,
  consentId: null,
  clientToken: null,
  empty: null,
  made: null,
  waiting: null,
  authorized: null,
  authorisation: null,
  requestObjects: null,
  site: null,
  unattended: null,
  details: [],
  cards: null,
  rows: null,
  ended: null,
  afterEnd: null,
  dataAfterEnd: null,
  proposals: [],
});

/** All exchanges, in their order. */
export const listExchanges = (consent: ConsentObservations): Exchange[] =>
  [
    ...[consent.empty, consent.made, consent.waiting, consent.authorized, consent.unattended],
    ...(consent.authorisation
      ? [
          consent.authorisation.started,
          ...consent.authorisation.steps.map(({ reply }) => reply),
          consent.authorisation.last,
        ]
      : []),
    ...consent.details.flatMap(({ balances, owners, statements, statementFile }) => [
      ...[balances, owners, statements, statementFile],
    ]),
    ...(consent.cards
      ? [consent.cards.list, ...consent.cards.balances.map(({ reply }) => reply)]
      : []),
    ...(consent.rows
      ? [...consent.rows.pages, consent.rows.again, consent.rows.period?.reply ?? null]
      : []),
    ...[consent.ended, consent.afterEnd, consent.dataAfterEnd],
  ].filter((exchange) => exchange !== null);
