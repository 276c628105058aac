import type { LinkError } from "./types.ts";

type Failure = { error: LinkError };

/**
 * What `onExit` gets when Link cannot be reached, as the error catalogue has it: without words for the
 * user, who was told on the spot in their own language.
 */
export const unreachable = (linkOrigin: string, what: string): Failure =>
  failure("API_ERROR", "LINK_UNREACHABLE", `${linkOrigin} ${what}`);

/** What `onExit` gets when the page's own policy keeps Link out; it names the directive. */
export const cspFailure = (linkOrigin: string, directive: string): Failure =>
  failure(
    "INVALID_REQUEST",
    "LINK_BLOCKED",
    `add ${linkOrigin} to ${directive} of the page's Content-Security-Policy`,
  );

const failure = (
  error_type: LinkError["error_type"],
  error_code: LinkError["error_code"],
  error_message: string,
): Failure => ({ error: { error_type, error_code, error_message, display_message: null } });
