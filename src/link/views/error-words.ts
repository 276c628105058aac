import type { LinkError } from "../../protocol/errors.ts";
import type { Catalogue } from "../i18n/en.ts";

/** What an error says to the user, in their language where we have the words. */
export const errorWords = (text: Catalogue, error: LinkError, update = false): string =>
  text.errors[error.error_code] ??
  error.display_message ??
  (update ? text.failedUpdateHelp : text.failedHelp);
