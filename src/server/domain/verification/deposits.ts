import type { CredentialField } from "../../../protocol/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";

/** The form for the two amounts that arrived on an account. */
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

/** The cents of the amounts in a validated form. */
export const centsOf = (values: Record<string, string>): number[] =>
  AMOUNT_FIELDS.en.map(({ name }) =>
    Math.round(Number((values[name] ?? "").replace(",", ".")) * 100),
  );
