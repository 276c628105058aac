/** @import { Fault } from "./types.d.mts" */

/** @type {readonly Fault[]} */
export const authorizationFaults = [
  {
    name: "authorization-down",
    description: "The authorization endpoint is down",
    reply: (part) => (part === "authorize" ? { status: 503, body: "Down for now" } : undefined),
  },
  {
    name: "authorization-any-redirect",
    description: "A redirect URI that is not registered is accepted",
    provider: "any redirect",
  },
  {
    name: "authorization-no-state",
    description: "The customer comes back without the state",
    returnParameters: (parameters) => parameters.delete("state"),
  },
  {
    name: "authorization-wrong-state",
    description: "The customer comes back with another state",
    returnParameters: (parameters) => parameters.set("state", "another"),
  },
  {
    name: "authorization-no-issuer",
    description: "The customer comes back without iss",
    returnParameters: (parameters) => parameters.delete("iss"),
  },
  {
    name: "authorization-refusal-no-issuer",
    description: "A customer who cancels comes back without iss",
    returnParameters: (parameters) => {
      if (parameters.has("error")) parameters.delete("iss");
    },
  },
  {
    name: "authorization-wrong-issuer",
    description: "The customer comes back with the iss of another bank",
    returnParameters: (parameters) => parameters.set("iss", "https://bank.example"),
  },
  {
    name: "authorization-no-code",
    description: "The customer comes back without a code",
    returnParameters: (parameters) => parameters.delete("code"),
  },
  {
    name: "authorization-late",
    description: "The customer comes back with a code that has expired",
    payload: (kind, payload, verifier) =>
      kind === "AuthorizationCode" && typeof verifier === "string"
        ? { ...payload, exp: 1 }
        : payload,
  },
  {
    name: "authorization-server-error",
    description: "The customer comes back with server_error",
    returnParameters: (parameters) => {
      parameters.delete("code");
      parameters.set("error", "server_error");
    },
  },
  {
    name: "push-refused",
    description: "Requests that are pushed (PAR) are refused",
    reply: (part) =>
      part === "push" ? { status: 400, body: { error: "invalid_request" } } : undefined,
  },
];
