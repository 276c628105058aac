import type { LinkError } from "../protocol/errors.ts";

export const ENDED = "Your session has ended. Sign in again to go on.";
export const SIGNED_OUT = "You are signed out.";
export const NO_CLIENT_ID = "Enter the client_id.";
export const NO_SECRET = "Enter the secret.";
export const NO_ORIGIN = "Write an origin, like https://shop.example.";
export const LOST =
  "The server did not answer, so it is not certain that this was done. Check your connection and try again.";
export const UNREACHED = "The server did not answer. Check your connection and try again.";

export const allowedAlready = (origin: string): string => `${origin} is allowed already.`;
export const allowed = (origin: string): string => `Pages of ${origin} may show Link now.`;
export const removed = (origin: string): string => `Pages of ${origin} may no longer show Link.`;

/** What a change of the default version means. */
export const goesBy = (version: string): string =>
  `Requests without a \`Service-Version\` header are answered in ${version} from now on, and webhooks are sent in it.`;

/** What a refusal means here. */
export const refused = (error: LinkError & { request_id: string }): string => {
  const { error_code, error_type, error_message, display_message, request_id } = error;
  if (error_code === "INVALID_API_KEYS")
    return "No client has this client_id and secret. Check both, and enter the secret again.";
  if (error_code === "RATE_LIMIT") return "Too many wrong tries from here: please wait.";
  const words = display_message ?? `The server refused this: ${error_message}.`;
  return error_type === "API_ERROR" ? `${words} (request_id ${request_id})` : words;
};

/** When to try again; in so many seconds, or now. */
export const tryAgain = (seconds: number): string =>
  seconds === 0
    ? "You can try again now."
    : `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
