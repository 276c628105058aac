import type { CredentialField } from "../../../protocol/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";

type Labels = Record<"routing" | "account" | "type" | "agree", string>;
type Kinds = Record<"checking" | "savings", string>;

/** The texts and fields of manual entry. */
export type ManualEntry = {
  /** The name in place of the unknown institution. */
  name: string;
  /** The label of its row in Link. */
  label: string;
  /** The names of accounts by kind, as their own names are unknown. */
  kinds: Kinds;
  fields: CredentialField[];
};

const KINDS: { [L in Language]: Kinds } = {
  en: { checking: "Checking", savings: "Savings" },
  fr: { checking: "Compte courant", savings: "Compte d’épargne" },
};

/** Manual entry in each language. */
export const MANUAL_ENTRY: { [L in Language]: ManualEntry } = {
  en: {
    name: "Manual entry",
    label: "Enter account numbers by hand",
    kinds: KINDS.en,
    fields: form(KINDS.en, {
      routing: "Routing number",
      account: "Account number",
      type: "Account type",
      agree: "I agree to two small deposits that prove this account is mine",
    }),
  },
  fr: {
    name: "Saisie manuelle",
    label: "Saisir les numéros de compte",
    kinds: KINDS.fr,
    fields: form(KINDS.fr, {
      routing: "Numéro d’acheminement (routing)",
      account: "Numéro de compte",
      type: "Type de compte",
      agree: "J’accepte deux petits virements qui prouvent que ce compte est le mien",
    }),
  },
};

function form(kinds: Kinds, labels: Labels): CredentialField[] {
  return [
    { name: "routing_number", label: labels.routing, type: "digits" },
    { name: "account_number", label: labels.account, type: "digits" },
    {
      name: "account_type",
      label: labels.type,
      type: "select",
      options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
    },
    { name: "agree", label: labels.agree, type: "checkbox", required: true },
  ];
}
