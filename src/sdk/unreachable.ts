import type { LinkError } from "./types.ts";

type Failure = { error: LinkError };

/**
 * Returns the arguments of `onExit` if Link cannot be reached, as in the error catalogue: without a
 * text for the user, who was told on the spot in their own language.
 */
export const unreachable = (linkOrigin: string, what: string): Failure =>
  failure("API_ERROR", "LINK_UNREACHABLE", `${linkOrigin} ${what}`);

/**
 * Returns the arguments of `onExit` if the page's own policy blocks Link; they name the directive.
 */
export const cspFailure = (linkOrigin: string): Failure =>
  failure("INVALID_REQUEST", "LINK_BLOCKED", `add ${linkOrigin} to frame-src of the page's CSP`);

const failure = (
  error_type: LinkError["error_type"],
  error_code: LinkError["error_code"],
  error_message: string,
): Failure => ({ error: { error_type, error_code, error_message, display_message: null } });
