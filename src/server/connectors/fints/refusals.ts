import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { type Answer, codeIn, errorsIn } from "./answers.ts";

/**
 * The bank's reasons for ending a dialog. After `pin`, `locked` and `unknown` the PIN may be wrong,
 * so it is not sent again automatically.
 */
export type Refusal = "pin" | "locked" | "tan" | "product" | "later" | "unknown";

/**
 * Codes for a wrong PIN or signature. Most banks use several of these codes, even for a locked
 * login.
 */
const WRONG_PIN = ["9340", "9910", "9930", "9931", "9942"];
const LOCKED = ["3938", "9930", "9931"];
const WRONG_TAN = ["9941", "9943"];
const PRODUCT = ["9078"];

/** Words of banks for an outage, which leaves the login usable. */
const OUTAGE = /wartung|nicht (verf|erreichbar)|überlast|später|technische/i;
const IS_LOCKED = /gesperrt|sperrung|sperre\b/i;

/** Returns the reason of a bank's refusal, or null. */
export const refusalOf = (answer: Answer): Refusal | null => {
  const errors = errorsIn(answer);
  const words = answer.codes
    .filter(({ code }) => code.startsWith("9") || LOCKED.includes(code))
    .map(({ text }) => text)
    .join(" ");
  if (codeIn(answer, "3938")) return "locked";
  if (errors.length === 0) return null;
  if (codeIn(answer, ...WRONG_TAN)) return "tan";
  if (codeIn(answer, ...LOCKED) && IS_LOCKED.test(words)) return "locked";
  if (codeIn(answer, ...WRONG_PIN)) return IS_LOCKED.test(words) ? "locked" : "pin";
  if (codeIn(answer, ...PRODUCT) || /produkt.{0,12}regist/i.test(words)) return "product";
  return OUTAGE.test(words) ? "later" : "unknown";
};

/** Whether a refusal concerns the PIN, including a login that is locked already. */
export const isWrongPin = (answer: Answer): boolean =>
  refusalOf(answer) === "pin" || codeIn(answer, "9340", "9910", "9942") !== undefined;

/** The codes of a refused PIN that no order and no account causes. */
const LOGIN = ["3938", "9340", "9930", "9931", "9942"];

/** Whether the bank refuses the login within an open dialog. */
export const isLoginRefused = (answer: Answer): boolean => codeIn(answer, ...LOGIN) !== undefined;

/** Converts the refusal of a sign-in to a Fault with a text for the waiting user. */
export const toFault = (refusal: Refusal, answer: Answer, language: Language): Fault => {
  const words = FORM_WORDS[language].fints;
  const cause = new Error(`the bank answered ${codesOf(answer)}`);
  switch (refusal) {
    case "pin":
      return new Fault("INVALID_CREDENTIALS", { cause });
    case "tan":
      return new Fault("INVALID_CREDENTIALS", { display: words.wrongTans, cause });
    case "locked":
      return new Fault("ITEM_LOCKED", { cause });
    case "product":
      return new Fault("INSTITUTION_REGISTRATION_REQUIRED", { cause });
    case "later":
      return new Fault("INSTITUTION_DOWN", { cause });
    case "unknown":
      return new Fault("INVALID_CREDENTIALS", { display: words.refused, cause });
  }
};

/** The return codes of an answer for the log. Their texts may contain the user's data. */
export const codesOf = ({ codes }: Answer): string =>
  [...new Set(codes.map(({ code }) => (/^\d{4}$/.test(code) ? code : "an odd code")))].join(", ");
