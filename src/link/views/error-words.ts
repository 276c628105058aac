import type { LinkError } from "../../protocol/errors.ts";
import type { Catalogue } from "../i18n/en.ts";
import type { Shown } from "../machine/states.ts";

/** What an error says to the user; the server sends its words in their language. */
export const errorWords = (text: Catalogue, error: LinkError): string =>
  text.errors[error.error_code] ?? error.display_message ?? text.failedHelp;

/** The same, with what to do about it: what the first of our own buttons beside it does. */
export const errorAdvice = (
  text: Catalogue,
  { error, way, url }: Pick<Shown<"ERROR">, "error" | "way" | "url">,
): string => `${errorWords(text, error)} ${text.advice[url ? "site" : way.to]}`;
