import type { LinkError } from "../protocol/errors.ts";

/** What `onExit` gets when Link cannot be reached, in the words of the error catalogue. */
export const unreachable = (linkOrigin: string, what: string): { error: LinkError } => ({
  error: {
    error_type: "API_ERROR",
    error_code: "LINK_UNREACHABLE",
    error_message: `${linkOrigin} ${what}`,
    display_message: "Please check your connection and try again.",
  },
});
