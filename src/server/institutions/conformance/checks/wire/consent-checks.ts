import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check } from "../../check.ts";
import { listExchanges } from "../../consents/observations.ts";
import { codeWords, onConsent, onReply, quoted } from "./findings.ts";

/** A dialect's words for consents. */
export type ConsentWords = {
  path: string;
  id: string;
  status: string;
  waiting: RegExp;
  authorized: RegExp;
  /** The states of a consent that has ended. */
  over: RegExp;
  waitingWords: string;
  authorizedWords: string;
  errorCode: readonly string[];
};

/** The check of the header that repeats a request's id. */
export const requestIdCheck: Check = onConsent({
  id: "request-id",
  what: "is answered with the id of each request",
  fix: "repeat the request's id in the response, in the header of the same name",
  find: (consent) => {
    const answered = listExchanges(consent).filter(({ status }) => status !== null);
    const wrong = answered.filter(
      ({ headers, requestId }) => headers.get(consent.requestHeader) !== requestId,
    );
    const [first] = wrong;
    if (!first) return answered.length === 0 ? undefined : null;
    const value = first.headers.get(consent.requestHeader);
    return `${consent.requestHeader} is ${value === null ? "missing" : "another one"} in ${wrong.length} of ${answered.length} responses`;
  },
});

/** The checks of a consent: made, watched and ended. */
export const consentChecks = (words: ConsentWords): readonly Check[] => [
  onConsent({
    id: "consent-made",
    what: "is made",
    fix: `answer POST ${words.path} with 201 and the consent as JSON; a header of the bank's own is declared by --deviation header:<name>=<value>`,
    find: ({ made }) => {
      if (made === null) return undefined;
      if (made.status === null || made.status >= 300) {
        return made.status === null ? made.failure : codeWords(made, words.errorCode);
      }
      return made.failure;
    },
  }),
  onReply(({ made }) => made, {
    id: "consent-created",
    what: "is answered as a new one",
    fix: "respond 201 and not 200",
    level: "should",
    find: (_, { made }) => (made?.status === 201 ? null : `responds ${made?.status}`),
  }),
  onReply(({ made }) => made, {
    id: "consent-id",
    what: "has an id",
    fix: `add ${words.id}: a text of at most 256 characters without blanks`,
    find: (body) => {
      const id = valueAt(body, words.id);
      return typeof id === "string" && /^[\x21-\x7e]{1,256}$/.test(id)
        ? null
        : `${words.id} is ${typeof id === "string" ? "no such text" : quoted(id)}`;
    },
  }),
  onReply(({ made }) => made, {
    id: "consent-waiting",
    what: "waits for its user at first",
    fix: `make ${words.status} ${words.waitingWords}`,
    find: (body) => stateFault(body, words.status, words.waiting),
  }),
  onConsent({
    id: "consent-terms",
    what: "asks for something",
    fix: "refuse a consent without any permission with 400",
    find: ({ empty }) => {
      if (empty === null || empty.status === null) return undefined;
      return empty.status >= 400 && empty.status < 500 ? null : `responds ${empty.status}`;
    },
  }),
  onConsent({
    id: "consent-record",
    what: "can be watched",
    fix: `answer GET ${words.path}/{id} with the consent, to the client that has made it`,
    find: ({ waiting }) => waiting?.failure,
  }),
  onReply(({ authorized }) => authorized, {
    id: "consent-authorized",
    what: "is authorized once its user has agreed",
    fix: `make ${words.status} ${words.authorizedWords} before the user comes back`,
    find: (body) => stateFault(body, words.status, words.authorized),
  }),
  onConsent({
    id: "consent-end",
    what: "can be ended by the client",
    fix: `answer DELETE ${words.path}/{id} with 204`,
    find: ({ ended }) =>
      ended === null
        ? undefined
        : ended.status === null || ended.status >= 300
          ? codeWords(ended, words.errorCode)
          : null,
  }),
  onConsent({
    id: "consent-end-status",
    what: "ends without a body",
    fix: "respond 204",
    level: "should",
    find: ({ ended }) =>
      ended?.status == null || ended.status >= 300
        ? undefined
        : ended.status === 204
          ? null
          : `responds ${ended.status}`,
  }),
  onConsent({
    id: "consent-over",
    what: "is over for its client after its end",
    fix: "refuse to show an ended consent, or show its state",
    find: ({ ended, afterEnd }) => {
      if (!ended?.status || ended.status >= 300 || !afterEnd?.status) return undefined;
      if (afterEnd.status >= 400 && afterEnd.status < 500) return null;
      return stateFault(afterEnd.body, words.status, words.over);
    },
  }),
  onConsent({
    id: "consent-over-data",
    what: "opens no data after its end",
    fix: "refuse data whose consent has ended with 401 or 403",
    find: ({ ended, dataAfterEnd }) => {
      if (!ended?.status || ended.status >= 300 || !dataAfterEnd?.status) return undefined;
      return dataAfterEnd.status >= 400 ? null : "returns accounts after that";
    },
  }),
  requestIdCheck,
  ...(["metadata", "consent", "accounts", "transactions"] as const).map((at) =>
    asDeclared(at, words),
  ),
];

/** Checks that a consent's site redirects back, for a user who signed in before the consent. */
export const returnFromSite = onConsent({
  id: "consent-return",
  what: "sends its user back from the site after the sign-in before it",
  fix: "redirect to TPP-Redirect-URI as it is, with its state",
  find: ({ site }) => {
    if (site === null) return undefined;
    if (site.response === null) return "the user did not come back in time";
    return site.response.get("state") === site.state ? null : "comes back without our state";
  },
});

const PLACES = {
  metadata: "metadata",
  tokens: "tokens",
  consent: "a consent",
  accounts: "accounts",
  transactions: "transactions",
};

/** A check that the institution accepts a request as the connection declares it. */
export const asDeclared = (
  at: keyof typeof PLACES,
  { errorCode }: Pick<ConsentWords, "errorCode">,
): Check =>
  onConsent({
    id: `as-declared-${at}`,
    what: `and a request for ${PLACES[at]} are taken as the connection declares them`,
    fix: "connect it with that --deviation, or take the request as the standard has it",
    find: ({ proposals, clientToken, made, details, rows }, { metadata }) => {
      const proposal = proposals.find((each) => each.at === at);
      const wasAsked = {
        metadata: metadata.failure === null,
        tokens: clientToken !== null,
        consent: made !== null,
        accounts: details.length > 0,
        transactions: rows !== null,
      };
      if (!proposal) return wasAsked[at] ? null : undefined;
      return `${codeWords(proposal.refusal, [...errorCode, "error"])}, and takes it with --deviation ${proposal.deviation}`;
    },
  });

const stateFault = (body: unknown, place: string, words: RegExp): string | null => {
  const state = valueAt(body, place);
  return typeof state === "string" && words.test(state) ? null : `${place} is ${quoted(state)}`;
};
