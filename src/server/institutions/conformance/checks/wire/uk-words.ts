import type { Observations } from "../../check.ts";

/** The words of a field in version 3.1, and in 4.0 with ISO's codes. */
export type Words = { v3: RegExp; v4: RegExp };

/** A code of ISO 20022. */
export const CODE = /^[A-Z]{4}$/;
export const STATUS: Words = {
  v3: /^(Enabled|Disabled|Deleted|ProForma|Pending)$/,
  v4: /^(Enabled|Disabled|Deleted|ProForma|Pending|[A-Z]{4})$/,
};
export const KIND: Words = {
  v3: /^(ChargeCard|CreditCard|CurrentAccount|EMoney|Loan|Mortgage|PrePaidCard|Savings)$/,
  v4: CODE,
};
export const BALANCE_TYPE: Words = {
  v3: /^((Closing|Interim|Opening)(Available|Booked|Cleared)|Expected|ForwardAvailable|Information|PreviouslyClosedBooked)$/,
  v4: CODE,
};
export const ROW_STATUS: Words = { v3: /^(Booked|Pending)$/, v4: /^(BOOK|PDNG|FUTR|INFO|RJCT)$/ };
/** The direction of money. */
export const DIRECTION = /^(Credit|Debit)$/;

/** The words of the consent's version. */
export const wordsAt = (words: Words, { consent }: Pick<Observations, "consent">): RegExp =>
  /\/v4/.test(consent?.dataUrl ?? "") ? words.v4 : words.v3;
