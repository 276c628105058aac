import type { ConsentObservations } from "./consents/observations.ts";
import type { Reply } from "./reply.ts";

/**
 * A response's signature: the JWT, and the reason why no published key verifies it; each may be
 * null.
 */
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
  /** The reply to the pushed authorization request (PAR), or null if not offered. */
  push: Reply | null;
  /** Whether the user was asked to sign in. After a refused push the sign-in would fail. */
  wasShown: boolean;
  /** The parameters of the authorization response; null if the user did not return. */
  response: URLSearchParams | null;
  /** The response's signature; null if the profile requires none, or the user did not return. */
  signed: SignedResponse | null;
};

/** The replies about one account. */
export type AccountObservations = {
  id: string;
  single: Reply;
  contact: Reply;
  paymentNetworks: Reply;
  statements: Reply;
  /** The document of the newest statement; null without one. */
  document: Reply | null;
  /** The first page of an investment account's transactions; null for other accounts. */
  trades: Reply | null;
};

/** The transactions of the account with the most on its first page. */
export type TransactionObservations = {
  accountId: string;
  limit: number;
  /** The pages of the last 90 days, up to a limit. */
  pages: Reply[];
  /** Whether another page followed after the limit. */
  hasMore: boolean;
  /** The first page, read again. */
  again: Reply;
  /** A period of a few days, by its first and last day. */
  period: { start: string; end: string; reply: Reply };
};

/** Whether Link binds tokens to a key (DPoP), and the reason. */
export type TokenPrediction = { dpop: boolean; why: string };

/** All replies that checks read; null for those not requested. */
export type Observations = {
  issuer: string;
  clientId: string;
  scopes: readonly string[];
  metadata: Reply;
  /** How Link sends tokens to the institution; null until known. */
  tokens: TokenPrediction | null;
  keys: Reply | null;
  /** The reply to a request with an unregistered redirect URI. */
  unknownRedirect: Reply | null;
  signIn: SignIn | null;
  /** The reply to the code's exchange. */
  token: Reply | null;
  /** The reason why the published keys do not verify the id token's signature; null if they do. */
  idTokenProblem: string | null;
  /** Replies to a wrong client secret, and to an invalid code. */
  wrongSecret: Reply | null;
  refresh: Reply | null;
  /** The reply to a call with a refreshed token. */
  afterRefresh: Reply | null;
  /** The reply to a second use of the first refresh token, after its replacement. */
  refreshAgain: Reply | null;
  /** The reply to a call with a token that lacks scopes. */
  beyondScope: Reply | null;
  /** The reply to a call with a revoked token. */
  afterRevocation: Reply | null;
  /** The reply to a refresh of the first sign-in's grant after the revocation. */
  otherGrantAfterRevocation: Reply | null;
  second: SecondSignIn | null;
  /** A sign-in that the user was asked to cancel. */
  cancelled: SignIn | null;
  /** The replies to a call without a token, and about an unknown account. */
  withoutToken: Reply | null;
  unknownAccount: Reply | null;
  customer: Reply | null;
  accounts: Reply | null;
  accountsAgain: Reply | null;
  accountDetails: AccountObservations[];
  transactions: TransactionObservations | null;
  /** Null in a dialect whose sign-in creates the consent. */
  consent: ConsentObservations | null;
};

/** The replies of the second sign-in. */
export type SecondSignIn = {
  wrongVerifier: Reply;
  /** The token response, with a proof of possession if DPoP is offered. */
  token: Reply;
  withProof: boolean;
  /** The replies to the token as Bearer, and with a proof. */
  asBearer: Reply | null;
  asDpop: Reply | null;
  /** The replies to a second use of the code, and to its token afterwards. */
  codeAgain: Reply | null;
  afterCodeAgain: Reply | null;
};

/** Returns observations with only the metadata. */
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

/** The areas of checks, in order. */
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
  /** Stable, since scripts may search for it. */
  id: string;
  area: Area;
  /** The requirement as a text. */
  what: string;
  /** How to fix a failure. */
  fix: string;
  /** `must` by default; a failed `should` does not fail the run. */
  level?: "must" | "should";
  /** Returns the fault as a text; null without one, undefined if it cannot be judged. */
  find(observations: Observations): Finding;
};

/** The result of a check; `found` is the fault, or null. */
export type CheckResult = Pick<Check, "id" | "area" | "what" | "fix"> & {
  outcome: "passed" | "failed" | "warned" | "skipped";
  found: string | null;
};

/** The finding of a check: a fault, null without one, undefined if it cannot be judged. */
type Finding = string | null | undefined;

/** A check that needs a part of the observations. */
export type CheckOf<Parts extends unknown[]> = Omit<Check, "area" | "find"> & {
  find(...parts: Parts): Finding;
};

/** The maximum length of a finding, which may quote the institution. */
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
