import type { LinkError } from "../../protocol/errors.ts";
import type { FirstWords } from "../i18n/en.ts";

/** What an error says to the user, in their language where we have the words. */
export const errorWords = (text: FirstWords, error: LinkError): string =>
  text.errors[error.error_code] ?? error.display_message ?? text.failedHelp;
