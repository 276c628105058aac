import { FORM_WORDS } from "../../../i18n/forms.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../protocol/vocabulary.ts";
import { type Iban, ibanFrom } from "../../domain/bank-values.ts";
import { Fault } from "../../domain/fault.ts";
import type { InstitutionStandard } from "../../domain/institutions/institution-registration.ts";
import type { Dialect } from "./dialect.ts";

/** The numbers of the accounts to share, at an institution that needs them before the sign-in. */
export const IBANS_FIELD = "ibans";

const MAX_ACCOUNTS = 50;

/** Whether a connection's users name their accounts before they sign in. */
export const asksForAccounts = (
  { consent }: Pick<Dialect, "consent">,
  { deviations }: Pick<InstitutionStandard, "deviations">,
): boolean => consent.request?.namesAccounts === true && deviations.consent === "detailed";

/**
 * The named accounts without duplicates. Throws INVALID_CREDENTIALS for a text that is no list of
 * IBANs.
 */
export const namedAccounts = (
  { [IBANS_FIELD]: text = "" }: Readonly<Record<string, string>>,
  language: Language = DEFAULT_LANGUAGE,
): Iban[] => {
  const parts = text.split(/[,;\n]+/).filter((part) => part.trim() !== "");
  const ibans = parts.map((part) => ibanFrom(part.replace(/[\s.-]+/g, "").toUpperCase()));
  const right = ibans.filter((iban): iban is Iban => iban !== null && hasCheckDigits(iban));
  if (right.length > 0 && right.length === parts.length && right.length <= MAX_ACCOUNTS)
    return [...new Set(right)];
  throw new Fault("INVALID_CREDENTIALS", {
    message: `the accounts must be 1 to ${MAX_ACCOUNTS} IBANs with right check digits`,
    display: FORM_WORDS[language].ownAccounts.wrong,
  });
};

/** Whether an IBAN has the right check digits (ISO 13616). */
const hasCheckDigits = (iban: Iban): boolean => {
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((each) => parseInt(each, 36));
  return BigInt(digits.join("")) % 97n === 1n;
};
