import type { CredentialField } from "../../../protocol/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";

/** The form in which a person tells the two amounts that arrived on their account. */
export const AMOUNT_FIELDS: { [L in Language]: CredentialField[] } = {
  en: [
    { name: "first_amount", label: "First amount", type: "amount" },
    { name: "second_amount", label: "Second amount", type: "amount" },
  ],
  fr: [
    { name: "first_amount", label: "Premier montant", type: "amount" },
    { name: "second_amount", label: "Second montant", type: "amount" },
  ],
};

/** The cents of the amounts in a form that has been checked. */
export const centsOf = (typed: Record<string, string>): number[] =>
  AMOUNT_FIELDS.en.map(({ name }) =>
    Math.round(Number((typed[name] ?? "").replace(",", ".")) * 100),
  );
