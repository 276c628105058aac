import type { LinkError } from "./types.ts";

/**
 * What `onExit` gets when Link cannot be reached, as the error catalogue has it: without words for the
 * user, as whoever knows their language is what cannot be reached.
 */
export const unreachable = (linkOrigin: string, what: string): { error: LinkError } => ({
  error: {
    error_type: "API_ERROR",
    error_code: "LINK_UNREACHABLE",
    error_message: `${linkOrigin} ${what}`,
    display_message: null,
  },
});
