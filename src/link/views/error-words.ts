import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { ViewState } from "../machine/states.ts";

/** What an error says to the user; the server sends its words in their language. */
export const errorWords = (text: Catalogue, error: LinkError): string =>
  text.errors[error.error_code] ?? error.display_message ?? text.failedHelp;

/** Which advice goes with the first button of an error. */
const ADVICE = { "ERROR.retry": "again", "ERROR.list": "list", "ERROR.leave": "leave" } as const;

/** The same, with what to do about it: what the first of our own buttons beside it does. */
export const errorAdvice = (
  text: Catalogue,
  { name, error, url }: Pick<ViewState<"ERROR">, "name" | "error" | "url">,
): string => `${errorWords(text, error)} ${text.advice[url ? "site" : ADVICE[name]]}`;
