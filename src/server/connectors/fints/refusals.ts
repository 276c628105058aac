import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { type Answer, codeIn, errorsIn } from "./answers.ts";

/**
 * The reasons of a bank for ending a dialog. After `pin`, `locked` and `unknown` the PIN may be wrong: it is not sent
 * again by itself.
 */
export type Refusal = "pin" | "locked" | "tan" | "product" | "later" | "unknown";

/** Codes for a wrong PIN or signature; most banks use several of them, also for a login that is locked. */
const WRONG_PIN = ["9340", "9910", "9930", "9931", "9942"];
const LOCKED = ["3938", "9930", "9931"];
const WRONG_TAN = ["9941", "9943"];
const PRODUCT = ["9078"];

/** Words of banks for an outage, after which the login is as good as before. */
const OUTAGE = /wartung|nicht (verf|erreichbar)|überlast|später|technische/i;
const IS_LOCKED = /gesperrt|sperrung|sperre\b/i;

/** The reason for which a bank refuses; null if it does not. */
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

/** Whether a refusal is about the PIN, also if the login is locked by now. */
export const isWrongPin = (answer: Answer): boolean =>
  refusalOf(answer) === "pin" || codeIn(answer, "9340", "9910", "9942") !== undefined;

/** The refusal of a sign-in as a Fault, in words for the user who waits. */
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

/** The codes of an answer for the log; its words may be about the user. */
export const codesOf = ({ codes }: Answer): string =>
  [...new Set(codes.map(({ code }) => (/^\d{4}$/.test(code) ? code : "an odd code")))].join(", ");
