import type { Check, CheckOf, Observations } from "../check.ts";
import { isUnknownClient, type Reply, readFields, readText } from "../reply.ts";

/** A check of the token response to a code, if there is one. */
const inToken = (check: CheckOf<[token: Reply, observations: Observations]>): Check => ({
  ...check,
  area: "Tokens",
  find: (observations) =>
    observations.token?.failure === null ? check.find(observations.token, observations) : undefined,
});

/** Returns the fault of a call that should have been refused. */
export const judgeRefusal = (
  reply: Reply | null | undefined,
  finding: string,
): string | null | undefined => {
  if (!reply || reply.status === null) return undefined;
  return reply.status >= 400 && reply.status < 500 ? null : finding;
};

/** Checks of the token response to a code. */
export const tokenChecks: readonly Check[] = [
  {
    id: "token-answer",
    area: "Tokens",
    what: "are given for a code",
    fix: "answer a good code with JSON and status 200 (RFC 6749, 5.1)",
    find: ({ token }) => (token === null || isUnknownClient(token) ? undefined : token.failure),
  },
  inToken({
    id: "token-access",
    what: "come with an access token",
    fix: "add access_token",
    find: ({ body }) =>
      readText(body, "access_token") === undefined ? "has no access_token" : null,
  }),
  inToken({
    id: "token-types",
    what: "come with their type, and their lifetime in seconds",
    fix: "token_type is Bearer or DPoP, expires_in a number",
    find: ({ body }) => {
      const { token_type: type, expires_in: lifetime } = readFields(body);
      if (!/^(bearer|dpop)$/i.test(String(type))) return "token_type is neither Bearer nor DPoP";
      return typeof lifetime === "number" && lifetime > 0 ? null : "expires_in is no number";
    },
  }),
  inToken({
    id: "token-no-store",
    what: "are kept out of caches",
    fix: "respond with Cache-Control: no-store",
    find: ({ headers }) =>
      /no-store/.test(headers.get("cache-control") ?? "")
        ? null
        : `Cache-Control is ${headers.get("cache-control") ?? "missing"}`,
  }),
  inToken({
    id: "token-scopes",
    what: "have the scopes that the user agreed to",
    fix: "grant what was asked; if a user takes something out, say so in `scope`",
    find: ({ body }, { scopes }) => {
      const scopesOfToken = readText(body, "scope")?.split(" ") ?? scopes;
      const missing = scopes.filter((scope) => !scopesOfToken.includes(scope));
      return missing.length === 0 ? null : `lacks ${missing.join(", ")}`;
    },
  }),
  inToken({
    id: "token-refresh",
    what: "come with a refresh token",
    fix: "return refresh_token if offline_access was granted: without it users sign in at every update",
    find: ({ body }) =>
      readText(body, "refresh_token") === undefined ? "has no refresh_token" : null,
  }),
  {
    id: "token-client-secret",
    area: "Tokens",
    what: "are refused to a client with a wrong secret",
    fix: "authenticate the client before anything else, and answer 401 invalid_client",
    find: ({ wrongSecret }) => {
      if (wrongSecret === null || wrongSecret.status === null) return undefined;
      const error = readFields(wrongSecret.body).error;
      return wrongSecret.status === 401 || error === "invalid_client"
        ? null
        : `responds ${wrongSecret.status}${typeof error === "string" ? ` ${error.slice(0, 40)}` : ""}`;
    },
  },
  {
    id: "token-works",
    area: "Tokens",
    what: "open the data API",
    fix: "accept a new token of the token endpoint, for as long as expires_in says",
    find: ({ accounts }) => {
      if (accounts === null || accounts.status === null) return undefined;
      return accounts.status === 401 ? "the data API responds 401 to a new access token" : null;
    },
  },
  {
    id: "token-verifier",
    area: "Tokens",
    what: "are refused to a wrong code_verifier (PKCE)",
    fix: "compare the S256 digest of code_verifier with the request's code_challenge",
    find: ({ second }) => judgeRefusal(second?.wrongVerifier, "are given to another verifier"),
  },
  {
    id: "token-code-once",
    area: "Tokens",
    what: "are given once for a code",
    fix: "use a code up at its first exchange; a second one responds 400 invalid_grant",
    find: ({ second }) => judgeRefusal(second?.codeAgain, "are given a second time"),
  },
  {
    id: "token-code-reuse-revokes",
    area: "Tokens",
    what: "end when their code comes a second time",
    fix: "revoke the tokens of the code (RFC 6749, 4.1.2): it has been stolen",
    level: "should",
    find: ({ second }) => {
      if (!second?.codeAgain || second.codeAgain.failure === null) return undefined;
      return judgeRefusal(second.afterCodeAgain, "stay good");
    },
  },
  {
    id: "token-proof",
    area: "Tokens",
    what: "are bound to the key of a proof, if that is offered (DPoP)",
    fix: "answer token_type DPoP to a request with a proof, or do not offer it",
    find: ({ second }) => {
      if (!second?.withProof || second.token.failure !== null) return undefined;
      const type = readText(second.token.body, "token_type") ?? "none";
      return /^dpop$/i.test(type) ? null : `token_type is ${type.slice(0, 20)}`;
    },
  },
  {
    id: "token-proof-taken",
    area: "Tokens",
    what: "that are bound to a key open the data API with a proof (DPoP)",
    fix: "take Authorization: DPoP with a proof (RFC 9449, 7), or do not offer it in the metadata; until then connect it with --no-dpop",
    find: ({ second, tokens }) => {
      if (!second?.asDpop || second.asDpop.status === null) return undefined;
      if (second.asDpop.status !== 401) return null;
      return tokens?.dpop
        ? "the data API responds with 401: no user can link an account in Link"
        : "the data API responds 401: Link uses Bearer alone there";
    },
  },
  {
    id: "token-proof-needed",
    area: "Tokens",
    what: "that are bound to a key are refused without a proof",
    fix: "refuse a DPoP token that comes as Bearer, or with no proof, with 401",
    find: ({ second }) => judgeRefusal(second?.asBearer, "the data API takes them as Bearer"),
  },
  {
    id: "refresh-works",
    area: "Tokens",
    what: "are renewed by a refresh token",
    fix: "answer grant_type=refresh_token with new tokens that the data API accepts",
    find: ({ refresh, afterRefresh }) => {
      if (refresh === null) return undefined;
      if (refresh.failure !== null) return refresh.failure;
      return afterRefresh?.status === 401 ? "the data API refuses the new access token" : null;
    },
  },
  {
    id: "refresh-once",
    area: "Tokens",
    what: "are refused to a refresh token that was replaced",
    fix: "if refresh tokens rotate, use each up, and end the grant when one comes again",
    find: ({ refreshAgain }) => judgeRefusal(refreshAgain, "are given to it again"),
  },
  {
    id: "revocation-works",
    area: "Tokens",
    what: "that are revoked are good no more",
    fix: "refuse a revoked access token with 401; if it cannot be revoked (a JWT), let it live for minutes",
    find: ({ afterRevocation }) =>
      judgeRefusal(afterRevocation, "the data API accepts one after that"),
  },
  {
    id: "revocation-alone",
    area: "Tokens",
    what: "that are revoked end no other sign-in of the same user",
    fix: "make each sign-in a grant of its own: renewing a connection revokes the previous grant",
    find: ({ otherGrantAfterRevocation }) => {
      if (!otherGrantAfterRevocation) return undefined;
      const { status } = otherGrantAfterRevocation;
      return status === 200 ? null : `a refresh of another sign-in responds with ${status}`;
    },
  },
];
