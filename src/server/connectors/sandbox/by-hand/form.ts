import type { CredentialField } from "../../../../protocol/bridge.ts";
import type { Language } from "../../../../protocol/vocabulary.ts";

/** How the way to enter account numbers by hand is called, and what it asks for. */
export const BY_HAND: { [L in Language]: { name: string; fields: CredentialField[] } } = {
  en: {
    name: "Enter account numbers by hand",
    fields: form({
      routing: "Routing number",
      account: "Account number",
      type: "Account type",
      checking: "Checking",
      savings: "Savings",
      agree: "I agree to two small deposits that prove this account is mine",
    }),
  },
  fr: {
    name: "Saisir les numéros de compte",
    fields: form({
      routing: "Numéro d’acheminement (routing)",
      account: "Numéro de compte",
      type: "Type de compte",
      checking: "Compte courant",
      savings: "Compte d’épargne",
      agree: "J’accepte deux petits virements qui prouvent que ce compte est le mien",
    }),
  },
};

type Words = Record<"routing" | "account" | "type" | "checking" | "savings" | "agree", string>;

function form(words: Words): CredentialField[] {
  return [
    { name: "routing_number", label: words.routing, type: "digits" },
    { name: "account_number", label: words.account, type: "digits" },
    {
      name: "account_type",
      label: words.type,
      type: "select",
      options: [
        { value: "checking", label: words.checking },
        { value: "savings", label: words.savings },
      ],
    },
    { name: "agree", label: words.agree, type: "checkbox", required: true },
  ];
}
