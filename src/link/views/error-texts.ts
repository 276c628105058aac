import type { Catalogue } from "../../i18n/catalogue.ts";
import type { ViewState } from "../machine/states.ts";
import { errorText } from "./texts.ts";

/** The advice for the first button of an error. */
const ADVICE = { "ERROR.retry": "again", "ERROR.list": "list", "ERROR.leave": "leave" } as const;

/** Returns an error's text with the advice for the first button. */
export const errorAdvice = (
  text: Catalogue,
  { name, error, url }: Pick<ViewState<"ERROR">, "name" | "error" | "url">,
): string => `${errorText(text, error)} ${text.advice[url ? "site" : ADVICE[name]]}`;

/**
 * Formats a moment in a language to the second, with its time zone. `short` shows only hour and
 * minute.
 */
export const formatTime = (language: string, at: number, style?: "short"): string =>
  new Intl.DateTimeFormat(
    language,
    style ? { timeStyle: style } : { dateStyle: "medium", timeStyle: "long" },
  ).format(at);
