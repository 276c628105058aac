import type { ConsentObservations } from "./consents/observations.ts";
import type { Reply } from "./reply.ts";

/** The signature of a response: the JWT, and why no published key verifies it; null for none of each. */
export type SignedResponse = {
  form: "hybrid" | "jarm";
  jwt: string | null;
  problem: string | null;
};

/** One sign-in of a user at the institution. */
export type SignIn = {
  /** The values of the authorization request. */
  state: string;
  nonce: string;
  verifier: string;
  /** The reply to the pushed authorization request (PAR), if the institution offers that. */
  push: Reply | null;
  /** Whether the user was asked to sign in: a refused push can only fail. */
  wasShown: boolean;
  /** The parameters of the authorization response; null if the user did not come back. */
  response: URLSearchParams | null;
  /** The signature of the response; null if the security profile asks for none, or the user did not come back. */
  signed: SignedResponse | null;
};

/** The replies about one account. */
export type AccountObservations = {
  id: string;
  single: Reply;
  contact: Reply;
  paymentNetworks: Reply;
  statements: Reply;
  /** The document of its newest statement; null without one. */
  document: Reply | null;
  /** The first page of an investment account's transactions; null for another account. */
  trades: Reply | null;
};

/** The transactions of the account that has the most on its first page. */
export type TransactionObservations = {
  accountId: string;
  limit: number;
  /** The pages of the last 90 days, up to a limit. */
  pages: Reply[];
  /** Whether there was another page after the limit. */
  hasMore: boolean;
  /** The first page, read again. */
  again: Reply;
  /** A period of a few days, with its first and last day. */
  period: { start: string; end: string; reply: Reply };
};

/** Whether Link binds tokens to a key (DPoP), and why. */
export type TokenPrediction = { dpop: boolean; why: string };

/** All replies of an institution that checks read; null for those that were not requested. */
export type Observations = {
  issuer: string;
  clientId: string;
  scopes: readonly string[];
  metadata: Reply;
  /** How Link sends tokens to the institution; null until the check has found out. */
  tokens: TokenPrediction | null;
  keys: Reply | null;
  /** The reply to a request with an unregistered redirect URI. */
  unknownRedirect: Reply | null;
  signIn: SignIn | null;
  /** The token response to the code. */
  token: Reply | null;
  /** Why the id token's signature cannot be verified with the published keys; null if it can. */
  idTokenProblem: string | null;
  /** Replies to a wrong client secret, and to an invalid code. */
  wrongSecret: Reply | null;
  refresh: Reply | null;
  /** The reply to a call with the token of a refresh. */
  afterRefresh: Reply | null;
  /** The reply to a second use of the first refresh token, after it was replaced. */
  refreshAgain: Reply | null;
  /** The reply to a token with fewer scopes than the call needs. */
  beyondScope: Reply | null;
  /** The reply to a token after it was revoked. */
  afterRevocation: Reply | null;
  /** The reply to a refresh of the first sign-in's grant after that. */
  otherGrantAfterRevocation: Reply | null;
  second: SecondSignIn | null;
  /** A sign-in that the user was asked to cancel. */
  cancelled: SignIn | null;
  /** Replies to a call without a token, and to one for an unknown account. */
  withoutToken: Reply | null;
  unknownAccount: Reply | null;
  customer: Reply | null;
  accounts: Reply | null;
  accountsAgain: Reply | null;
  accountDetails: AccountObservations[];
  transactions: TransactionObservations | null;
  /** Null in a dialect whose sign-in makes the consent. */
  consent: ConsentObservations | null;
};

/** The replies of the second sign-in. */
export type SecondSignIn = {
  wrongVerifier: Reply;
  /** The token response, with a proof of possession if DPoP is offered. */
  token: Reply;
  withProof: boolean;
  /** Replies to that token as a Bearer token, and with a proof. */
  asBearer: Reply | null;
  asDpop: Reply | null;
  /** The reply to a second use of the code, and to the token after it. */
  codeAgain: Reply | null;
  afterCodeAgain: Reply | null;
};

/** Returns observations of the metadata alone. */
export const firstObservations = (
  base: Pick<Observations, "issuer" | "clientId" | "scopes" | "metadata">,
): Observations => ({
  ...base,
  tokens: null,
  keys: null,
  unknownRedirect: null,
  signIn: null,
  token: null,
  idTokenProblem: null,
  wrongSecret: null,
  refresh: null,
  afterRefresh: null,
  refreshAgain: null,
  beyondScope: null,
  afterRevocation: null,
  otherGrantAfterRevocation: null,
  second: null,
  cancelled: null,
  withoutToken: null,
  unknownAccount: null,
  customer: null,
  accounts: null,
  accountsAgain: null,
  accountDetails: [],
  transactions: null,
  consent: null,
});

/** The areas of a check, in the order in which they are checked. */
export const AREAS = [
  "Metadata",
  "Keys",
  "Consent",
  "Authorization",
  "Tokens",
  "Data",
  "Transactions",
] as const;
type Area = (typeof AREAS)[number];

/** One requirement on an institution. */
export type Check = {
  /** Stable, since scripts may look for it. */
  id: string;
  area: Area;
  /** The requirement in words. */
  what: string;
  /** How to fix a failure. */
  fix: string;
  /** `should` does not fail the run; `must` is the default. */
  level?: "must" | "should";
  /** Returns the fault in words; null without one, undefined if it cannot be judged. */
  find(observations: Observations): Finding;
};

/** The result of a check; `found` is the fault, or null without one. */
export type CheckResult = Pick<Check, "id" | "area" | "what" | "fix"> & {
  outcome: "passed" | "failed" | "warned" | "skipped";
  found: string | null;
};

/** The finding of a check: null without a fault, undefined if it cannot be judged. */
type Finding = string | null | undefined;

/** A check of one area that needs a part of the observations. */
export type CheckOf<Parts extends unknown[]> = Omit<Check, "area" | "find"> & {
  find(...parts: Parts): Finding;
};

/** The maximum length of a finding: it may quote the institution. */
const MAX_FINDING_LENGTH = 500;

/** Returns the result of every check. A check that throws counts as failed. */
export const listResults = (checks: readonly Check[], observations: Observations): CheckResult[] =>
  checks.map(({ id, area, what, fix, level = "must", find }) => {
    const finding = findingOf(() => find(observations));
    const wrong = level === "must" ? ("failed" as const) : ("warned" as const);
    const outcome = finding === undefined ? "skipped" : finding === null ? "passed" : wrong;
    return { id, area, what, fix, outcome, found: finding?.slice(0, MAX_FINDING_LENGTH) ?? null };
  });

const findingOf = (find: () => Finding): Finding => {
  try {
    return find();
  } catch {
    return "cannot be read";
  }
};
