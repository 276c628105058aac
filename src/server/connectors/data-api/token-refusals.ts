import { Fault } from "../../domain/fault.ts";
import type { Grant } from "./grant.ts";
import type { Answer } from "./send-request.ts";

/**
 * Throws UNSUPPORTED_RESPONSE if a new token is refused because of its scheme: a key-bound token,
 * unless the institution calls the token invalid; a Bearer token if DPoP is required.
 */
export function refuseScheme({ dpopKey }: Grant, answer: Answer): void {
  const { challenges = [] } = answer;
  const dpop = challenges.find(({ scheme }) => scheme === "dpop");
  if (dpopKey === null && dpop)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(
        "the data API asks for tokens that are bound to a key (DPoP), and got Bearer: connect it with --dpop",
      ),
    });
  if (dpopKey === null) return;
  const code =
    dpop?.error === "invalid_token" ? "INSUFFICIENT_CREDENTIALS" : "UNSUPPORTED_RESPONSE";
  throw new Fault(code, { cause: dpopRefusal(answer) });
}

/** The refusal of a token that is bound to a key, in the form for the log. */
export const dpopRefusal = ({ challenges = [] }: Answer): Error => {
  const names = challenges.map(({ scheme, error }) => (error ? `${scheme} ${error}` : scheme));
  return new Error(
    `the data API refuses an access token that is bound to a key (DPoP) and asks for ${names.join(", ") || "nothing"}` +
      `${challenges.some(({ scheme }) => scheme === "dpop") ? "" : ": if it takes Bearer alone, connect it with --no-dpop"}`,
  );
};
