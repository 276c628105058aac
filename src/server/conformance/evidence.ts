import type { Reply } from "./reply.ts";

/** One sign-in of a user at the institution. */
export type SignIn = {
  /** Of the authorization request. */
  state: string;
  nonce: string;
  verifier: string;
  /** The push of the request, where the institution offers that (PAR). */
  push: Reply | null;
  /** Whether the user was asked to sign in: a request that was refused when it was pushed can only fail. */
  wasShown: boolean;
  /** The parameters of the authorization response; null where nobody came back. */
  response: URLSearchParams | null;
};

/** What was read of one account. */
export type AccountEvidence = {
  id: string;
  single: Reply;
  contact: Reply;
  paymentNetworks: Reply;
  statements: Reply;
};

/** Transactions of the account that has most on its first page. */
export type TransactionEvidence = {
  accountId: string;
  limit: number;
  /** Page after page of the last 90 days, up to a bound. */
  pages: Reply[];
  /** Whether there was a next page where the bound was reached. */
  hasMore: boolean;
  /** The first page once more. */
  again: Reply;
  /** A period of a few days, and the days. */
  period: { start: string; end: string; reply: Reply };
};

/** Whether Link binds tokens to a key (DPoP), and why. */
export type TokenPrediction = { dpop: boolean; why: string };

/** All replies of an institution that checks read; null for those that were not asked for. */
export type Evidence = {
  issuer: string;
  clientId: string;
  scopes: readonly string[];
  metadata: Reply;
  /** How Link sends tokens there; null before that is known. */
  tokens: TokenPrediction | null;
  keys: Reply | null;
  /** A request with a redirect URI that is not registered. */
  unknownRedirect: Reply | null;
  signIn: SignIn | null;
  /** The exchange of the code. */
  token: Reply | null;
  /** Why the id token's signature cannot be verified with the published keys; null where it can. */
  idTokenProblem: string | null;
  /** Calls with a client secret that is wrong, and with a code that is none. */
  wrongSecret: Reply | null;
  refresh: Reply | null;
  /** A call with the token of a refresh. */
  afterRefresh: Reply | null;
  /** The refresh token of the exchange once more, after it was replaced. */
  refreshAgain: Reply | null;
  /** A call with a token of fewer scopes than it needs. */
  beyondScope: Reply | null;
  /** A call with a token after it was revoked. */
  afterRevocation: Reply | null;
  /** A refresh of another sign-in of the same user after that. */
  besideRevocation: Reply | null;
  second: SecondEvidence | null;
  /** A sign-in whose user was asked to cancel. */
  cancelled: SignIn | null;
  /** A call without a token, and one for an account that is none. */
  withoutToken: Reply | null;
  unknownAccount: Reply | null;
  customer: Reply | null;
  accounts: Reply | null;
  accountsAgain: Reply | null;
  accountDetails: AccountEvidence[];
  transactions: TransactionEvidence | null;
};

/** What the second sign-in is for. */
export type SecondEvidence = {
  wrongVerifier: Reply;
  /** The exchange with a proof of possession, where DPoP is offered. */
  token: Reply;
  withProof: boolean;
  /** A call with that token as a bearer, and one with a proof. */
  asBearer: Reply | null;
  asDpop: Reply | null;
  /** The code once more, and a call with the token after that. */
  codeAgain: Reply | null;
  afterCodeAgain: Reply | null;
};

/** Evidence with the metadata alone. */
export const evidenceOf = (
  base: Pick<Evidence, "issuer" | "clientId" | "scopes" | "metadata">,
): Evidence => ({
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
  besideRevocation: null,
  second: null,
  cancelled: null,
  withoutToken: null,
  unknownAccount: null,
  customer: null,
  accounts: null,
  accountsAgain: null,
  accountDetails: [],
  transactions: null,
});
