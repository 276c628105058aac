import type { CredentialField } from "../../../protocol/bridge.ts";
import type { Language } from "../../../protocol/vocabulary.ts";

type Words = Record<"routing" | "account" | "type" | "agree", string>;
type Kinds = Record<"checking" | "savings", string>;

/** How account numbers that are entered by hand are asked for. */
export type ByHand = {
  /** What stands for the institution, which nobody knows, wherever one is named. */
  name: string;
  /** How Link offers it. */
  label: string;
  /** What the account is called by its kind, as its own name is not known either. */
  kinds: Kinds;
  fields: CredentialField[];
};

const KINDS: { [L in Language]: Kinds } = {
  en: { checking: "Checking", savings: "Savings" },
  fr: { checking: "Compte courant", savings: "Compte d’épargne" },
};

/** The way to enter account numbers by hand, in each language. */
export const BY_HAND: { [L in Language]: ByHand } = {
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

function form(kinds: Kinds, words: Words): CredentialField[] {
  return [
    { name: "routing_number", label: words.routing, type: "digits" },
    { name: "account_number", label: words.account, type: "digits" },
    {
      name: "account_type",
      label: words.type,
      type: "select",
      options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
    },
    { name: "agree", label: words.agree, type: "checkbox", required: true },
  ];
}
