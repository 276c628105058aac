import type { Approach } from "../../../domain/institutions/institution-registration.ts";
import type { Reply } from "../reply.ts";

/** A reply, with the id that its request was sent with. */
export type Exchange = Reply & { requestId: string };

/** A request that was refused as the connection declares it, and taken with a deviation in addition. */
type Proposal = {
  at: "metadata" | "tokens" | "consent" | "accounts" | "unattended" | "transactions";
  refusal: Reply;
  /** In the form of `--deviation`. */
  deviation: string;
};

/**
 * The replies about one account; null for statements if the dialect has none, and for a document without a
 * statement.
 */
type AccountReplies = {
  id: string;
  balances: Exchange;
  owners: Exchange;
  statements: Exchange | null;
  statementFile: Exchange | null;
};

/** The transactions of the account that has the most on its first page. */
export type RowReplies = {
  accountId: string;
  /** The first and the last day that were requested. */
  from: string;
  to: string;
  pages: Exchange[];
  end: "last page" | "limit" | "same page" | "repeats" | "leads elsewhere";
  /** The first page, read again. */
  again: Exchange;
  /** A period of ten days; null at a bank that takes none. */
  period: { from: string; to: string; reply: Exchange } | null;
};

/** The replies to the authorization of a consent that the client follows itself. */
export type AuthorisationReplies = {
  /** The reply to its start; null if the consent had started it. */
  started: Exchange | null;
  /** The replies to the steps of a form. */
  steps: { step: "password" | "method" | "code"; reply: Exchange }[];
  /** The method that its user has chosen, as the institution lists it; null for none. */
  chosen: unknown;
  /** The consent's record, after its user has finished. */
  last: Exchange | null;
};

/** The replies to authorization requests whose request objects (RFC 9101) have to be refused. */
export type RefusedObjects = { tampered: Reply; expired: Reply; otherAudience: Reply };

/** The replies of a data API whose client makes a consent before a user authorizes it; null for those not requested. */
export type ConsentObservations = {
  dataUrl: string;
  /** The header by which each request and its response are known. */
  requestHeader: string;
  permissions: readonly string[];
  /** The approach by which its user is to authorize it. */
  approach: Approach;
  consentId: string | null;
  /** The token response to the client itself. */
  clientToken: Reply | null;
  /** The reply to a request for a consent without any permission. */
  empty: Exchange | null;
  made: Exchange | null;
  /** The consent's record before its user authorizes it, and after that. */
  waiting: Exchange | null;
  authorized: Exchange | null;
  authorisation: AuthorisationReplies | null;
  /** The replies to request objects that have to be refused; null if the client signs none. */
  requestObjects: RefusedObjects | null;
  /** The visit of the institution's site after a sign-in of its own; null without one before it. */
  site: { state: string; response: URLSearchParams | null } | null;
  /** The reply to a list of accounts whose request names no person. */
  unattended: Exchange | null;
  details: AccountReplies[];
  /** The list of cards apart from accounts, and the balances of each; null without such a list. */
  cards: { list: Exchange; balances: { id: string; reply: Exchange }[] } | null;
  rows: RowReplies | null;
  /** The reply to the end of the consent, and its record and the accounts after that. */
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
