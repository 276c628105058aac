import { brand } from "./brand.tsx";
import type { Failure } from "./request.ts";

export const SESSION_END = "Your session has ended. Sign in again to go on.";
export const SIGN_OUT = "You are signed out.";
export const NO_EMAIL = "Enter your e-mail address.";
export const NO_CODE = "Enter the code that your authenticator app shows.";
export const NO_PASSKEY = "No passkey was used.";
export const NO_CLIENT_ID = "Enter the client_id.";
export const NO_SECRET = "Enter the secret.";
export const NO_PASSWORD = "Enter the password.";
export const SHORT_PASSWORD =
  "A password has at least 12 characters. Several words are easiest to remember.";
export const WRONG_PASSWORD = "This is not the operator’s password. Enter it again.";
export const WRONG_MEMBER = "The e-mail address, the password or the code is wrong.";
export const MANY_GUESSES = "Too many wrong tries from here: please wait.";
export const NO_ORIGIN = "Write an origin, like https://shop.example.";
const NO_ANSWER_TO_CHANGE =
  "The server did not respond, so it is not certain that this was done. Check your connection and try again.";
export const NO_ANSWER = "The server did not respond. Check your connection and try again.";

/** Why an operator returns from their identity provider without a session. */
export const OIDC_REASONS: Record<string, string> = {
  refused: "Your account there may not sign in here: OPERATOR_OIDC_ALLOW does not name you.",
  failed: "The sign-in failed or took too long. Try again.",
  unreachable: "The identity provider cannot be reached. The server’s log says why.",
};

export const duplicateOrigin = (origin: string): string => `${origin} is allowed already.`;
export const newOrigin = (origin: string): string => `Pages of ${origin} may show Link now.`;
export const formerOrigin = (origin: string): string =>
  `Pages of ${origin} may no longer show Link.`;

/** Returns what a change of the default version means. */
export const versionEffect = (version: string): string =>
  `Requests without a \`${brand().headers}-Version\` header get responses of ${version} from now on, and webhooks are sent in it.`;

/** Returns the text for an error of the server. */
export const errorText = ({ error, waitMs }: Extract<Failure, { kind: "error" }>): string => {
  const { error_code, error_type, error_message, display_message, request_id } = error;
  if (error_code === "INVALID_API_KEYS")
    return "No client has this client_id and secret. Check both, and enter the secret again.";
  if (error_code === "RATE_LIMIT")
    return `Too many requests. ${waitMs > 0 ? retryText(Math.ceil(waitMs / 1000)) : "Wait a moment and try again."}`;
  const text = display_message ?? `The server refused this: ${error_message}.`;
  return error_type === "API_ERROR" ? `${text} (request_id ${request_id})` : text;
};

/** Says when to try again: in some seconds, or now. */
export const retryText = (seconds: number): string =>
  seconds === 0
    ? "You can try again now."
    : `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;

/** Returns the reason why a change was not made, or may not have been made. */
export const failureText = (outcome: Failure): string =>
  outcome.kind === "no-answer" ? NO_ANSWER_TO_CHANGE : errorText(outcome);
