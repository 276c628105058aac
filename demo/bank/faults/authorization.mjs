/** @import { Fault } from "./types.d.mts" */

/** @type {readonly Fault[]} */
export const authorizationFaults = [
  {
    name: "authorization-down",
    says: "The authorization endpoint is down",
    reply: (part) => (part === "authorize" ? { status: 503, body: "Down for now" } : undefined),
  },
  {
    name: "authorization-any-redirect",
    says: "A redirect URI that nobody has registered is let through",
    provider: "any redirect",
  },
  {
    name: "authorization-no-state",
    says: "The customer comes back without the state",
    returned: (parameters) => parameters.delete("state"),
  },
  {
    name: "authorization-wrong-state",
    says: "The customer comes back with another state",
    returned: (parameters) => parameters.set("state", "another"),
  },
  {
    name: "authorization-no-issuer",
    says: "The customer comes back without iss",
    returned: (parameters) => parameters.delete("iss"),
  },
  {
    name: "authorization-wrong-issuer",
    says: "The customer comes back with the iss of another bank",
    returned: (parameters) => parameters.set("iss", "https://bank.example"),
  },
  {
    name: "authorization-no-code",
    says: "The customer comes back without a code",
    returned: (parameters) => parameters.delete("code"),
  },
  {
    name: "authorization-late",
    says: "The customer comes back with a code that has expired",
    stored: (kind, payload, verifier) =>
      kind === "AuthorizationCode" && typeof verifier === "string"
        ? { ...payload, exp: 1 }
        : payload,
  },
  {
    name: "authorization-server-error",
    says: "The customer comes back with server_error",
    returned: (parameters) => {
      parameters.delete("code");
      parameters.set("error", "server_error");
    },
  },
  {
    name: "push-refused",
    says: "Requests that are pushed (PAR) are refused",
    reply: (part) =>
      part === "push" ? { status: 400, body: { error: "invalid_request" } } : undefined,
  },
];
