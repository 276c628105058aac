import type { Check, CheckOf, Observations, SignIn } from "../check.ts";
import { isUnknownClient, readFields } from "../reply.ts";

/** A check of the callback, if there was one. */
const onReturn = (
  check: CheckOf<[parameters: URLSearchParams, signIn: SignIn, observations: Observations]>,
): Check => ({
  ...check,
  area: "Authorization",
  find: (observations) => {
    const { signIn } = observations;
    return signIn?.response ? check.find(signIn.response, signIn, observations) : undefined;
  },
});

/** A check of the callback of a user who cancelled. */
const onCancel = (
  check: CheckOf<[parameters: URLSearchParams, signIn: SignIn, observations: Observations]>,
): Check => ({
  ...check,
  area: "Authorization",
  find: (observations) => {
    const { cancelled } = observations;
    const { response } = cancelled ?? {};
    // A user who shared instead of cancelling shows no response to a cancellation.
    return cancelled && response && !response.has("code")
      ? check.find(response, cancelled, observations)
      : undefined;
  },
});

/** Checks of the authorization request and its callback. */
export const authorizationChecks: readonly Check[] = [
  {
    id: "authorization-reachable",
    area: "Authorization",
    what: "answers",
    fix: "make the authorization endpoint answer a GET request",
    find: ({ unknownRedirect }) => {
      if (unknownRedirect === null) return undefined;
      const { status, failure } = unknownRedirect;
      return status === null || status >= 500 ? failure : null;
    },
  },
  {
    id: "authorization-redirect-registered",
    area: "Authorization",
    what: "redirects to registered addresses only",
    fix: "compare redirect_uri with the registered ones to the letter, and show an error page otherwise",
    find: ({ unknownRedirect }) => {
      if (unknownRedirect === null || unknownRedirect.status === null) return undefined;
      if (unknownRedirect.status >= 500) return undefined;
      const to = unknownRedirect.headers.get("location") ?? "";
      if (to.includes("not-registered.example")) return "redirects there";
      const isRefused = unknownRedirect.status >= 400 || /[?&#]error=/.test(to);
      return isRefused ? null : "begins a sign-in that would end there";
    },
  },
  {
    id: "authorization-client",
    area: "Authorization",
    what: "accepts the client's authentication",
    fix: "compare --client-id, the secret or key and --client-authentication with the client's registration",
    find: ({ signIn, token, refresh }) => {
      const replies = [signIn?.push, token, refresh].flatMap((reply) => reply ?? []);
      if (replies.length === 0) return undefined;
      return replies.find(isUnknownClient)?.failure ?? null;
    },
  },
  {
    id: "authorization-push",
    area: "Authorization",
    what: "takes pushed requests, if it offers them (PAR)",
    fix: "answer 201 with request_uri and expires_in (RFC 9126), or do not offer it; a request may be refused for a --redirect-uri that is not registered",
    find: ({ signIn }) => {
      if (!signIn?.push || isUnknownClient(signIn.push)) return undefined;
      const { status, failure, body } = signIn.push;
      if (failure !== null) return failure;
      return status === 201 && readFields(body).request_uri ? null : "returns no request_uri";
    },
  },
  {
    id: "authorization-returns",
    area: "Authorization",
    what: "sends the user back",
    fix: "always redirect to redirect_uri: with a code, or with an error such as access_denied",
    find: ({ signIn }) =>
      signIn?.wasShown
        ? signIn.response
          ? null
          : "the user did not come back in time"
        : undefined,
  },
  onReturn({
    id: "authorization-state",
    what: "gives back the state that it was given",
    fix: "repeat `state` unchanged, with codes and with errors",
    find: (parameters, { state }) => {
      const value = parameters.get("state");
      if (value === state) return null;
      return value === null ? "comes back without state" : "comes back with another state";
    },
  }),
  onReturn({
    id: "authorization-issuer",
    what: "says who it is when the user comes back (iss)",
    fix: "add `iss` with the issuer (RFC 9207), and authorization_response_iss_parameter_supported to the metadata",
    find: (parameters, { signed }, { issuer, metadata }) => {
      const value = parameters.get("iss");
      // The ID token in the same response names the issuer (RFC 9207, 2).
      if (value === null && signed?.form === "hybrid") return null;
      const isOffered =
        readFields(metadata.body).authorization_response_iss_parameter_supported === true;
      if (value === null)
        return isOffered ? "comes back without iss, which the metadata offers" : null;
      return value === issuer ? null : `says ${JSON.stringify(value)}`;
    },
  }),
  onReturn({
    id: "authorization-code",
    what: "comes back with a code once the user has agreed",
    fix: "find `error` in your log; if the user agrees, add `code`",
    find: (parameters) => {
      if (parameters.has("code")) return null;
      const error = /^[\w-]{1,40}$/.exec(parameters.get("error") ?? "")?.[0];
      return error === undefined ? "comes back without a code" : `comes back with ${error}`;
    },
  }),
  {
    id: "cancel-returns",
    area: "Authorization",
    what: "sends a user back who cancels",
    fix: "redirect to redirect_uri with error=access_denied when the user cancels: they wait in Link",
    level: "should",
    find: ({ cancelled }) =>
      cancelled?.wasShown
        ? cancelled.response
          ? null
          : "the user did not come back in time"
        : undefined,
  },
  onCancel({
    id: "cancel-error",
    what: "says that a user has cancelled",
    fix: "add error=access_denied (RFC 6749, 4.1.2.1): Link says that nothing was agreed",
    level: "should",
    find: (parameters) => {
      const error = parameters.get("error") ?? "";
      if (error === "access_denied") return null;
      return /^[\w.-]{1,40}$/.test(error) ? `comes back with ${error}` : "comes back without error";
    },
  }),
  onCancel({
    id: "cancel-state",
    what: "gives back the state of a user who cancels",
    fix: "repeat `state` unchanged, with errors too: without it Link cannot assign the response to a session",
    find: (parameters, { state }) =>
      parameters.get("state") === state ? null : "comes back without the state that it was given",
  }),
  onCancel({
    id: "cancel-issuer",
    what: "names no other issuer when a user cancels (iss)",
    fix: "send the issuer as in the metadata: Link takes another one for an attack",
    find: (parameters, _, { issuer }) =>
      [null, issuer].includes(parameters.get("iss")) ? null : "comes back with another iss",
  }),
  onCancel({
    id: "cancel-issuer-named",
    what: "says who it is when a user cancels (iss), if it offers that",
    fix: "add `iss` to errors as well (RFC 9207, 2); Link takes a refusal without it for the bank's own",
    level: "should",
    find: (parameters, _, { metadata }) =>
      readFields(metadata.body).authorization_response_iss_parameter_supported !== true ||
      parameters.has("iss")
        ? null
        : "comes back without iss",
  }),
];
