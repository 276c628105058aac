import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkAccount } from "../../protocol/account.ts";
import type { LinkError } from "../../protocol/errors.ts";
import { fold } from "../../protocol/fold.ts";
import type { LoginForm } from "../../protocol/login-form.ts";
import type { OfferedAccount } from "../../protocol/selection.ts";
import type { ViewState } from "../machine/states.ts";

/** What an error says to the user; the server sends its words in their language. */
export const errorText = (text: Catalogue, error: LinkError): string =>
  text.errors[error.error_code] ?? error.display_message ?? text.failedHelp;

/** Which advice goes with the first button of an error. */
const ADVICE = { "ERROR.retry": "again", "ERROR.list": "list", "ERROR.leave": "leave" } as const;

/** The same, with what to do about it: what the first of our own buttons beside it does. */
export const errorAdvice = (
  text: Catalogue,
  { name, error, url }: Pick<ViewState<"ERROR">, "name" | "error" | "url">,
): string => `${errorText(text, error)} ${text.advice[url ? "site" : ADVICE[name]]}`;

type FormTexts = {
  title: string;
  help: string;
  /** What becomes of that which is typed; null where there is nothing to say. */
  note: string | null;
};

/** What a form says of itself: it depends on what its fields are for. */
export const formTexts = (
  { purpose, institution, help }: LoginForm,
  text: Catalogue,
  clientName: string,
): FormTexts => {
  switch (purpose) {
    case "login":
      return {
        title: text.signIn(institution.name),
        help: help ?? text.signInHelp,
        note: text.privacy(clientName),
      };
    case "numbers":
      return {
        title: text.numbers,
        help: text.numbersHelp(clientName),
        note: text.sharesNumbers(clientName),
      };
    case "amounts":
      return { title: text.amounts, help: text.amountsHelp, note: null };
  }
};

/** What to know about an institution before a password is typed for it; null when it is well. */
export const healthNotice = (
  { health, institution }: LoginForm,
  text: Catalogue,
): string | null => {
  if (health === "DOWN") return text.down(institution.name);
  return health === "DEGRADED" ? text.degraded(institution.name) : null;
};

/** What is done now, and what comes next: numbers entered by hand have still to be proven. */
export const connectedTexts = (
  { institution, update }: Pick<ViewState<"CONNECTED">, "institution" | "update">,
  text: Catalogue,
  clientName: string,
): { title: string; help: string } => {
  const back = text.connectedHelp(clientName);
  if (institution.label)
    return update
      ? { title: text.confirmed, help: back }
      : { title: text.numbersSaved, help: text.depositsToCome(clientName) };
  const title = update ? text.connectedAgain : text.connected;
  return { title: title(institution.name), help: back };
};

/** What kind of account it is; nothing where its name says so already. */
export const accountKind = (
  { name, subtype }: LinkAccount,
  words: Catalogue["subtypes"],
): string => {
  const kind = words[subtype ?? "other"];
  return fold(name).includes(fold(kind)) ? "" : kind;
};

/** A balance as people write it in a language; currencies that are no ISO code keep their name. */
export const formatBalance = (
  language: string,
  balance: NonNullable<OfferedAccount["balance"]>,
): string => {
  const { amount, currency } = balance;
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language).format(amount)} ${currency}`;
  }
};

const DAY_MS = 86_400_000;

/** The day that lies a number of days after a moment, as people write it in a language. */
export const formatDay = (language: string, days: number, now: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(now + days * DAY_MS);

/** A label as it stands inside a sentence: `password`, but `PIN` and `User ID` as they are. */
export const inSentence = (label: string): string =>
  /^.\P{Lu}*$/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
