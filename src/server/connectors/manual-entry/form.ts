import type { FormWords } from "../../../i18n/forms.ts";
import type { CredentialField } from "../../../protocol/login-form.ts";

/** The fields of manual entry, in the words of a language. */
export const manualEntryFields = (words: FormWords["manualEntry"]): CredentialField[] => [
  { name: "routing_number", label: words.routing, type: "digits" },
  { name: "account_number", label: words.account, type: "digits" },
  {
    name: "account_type",
    label: words.type,
    type: "select",
    options: Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
  },
  { name: "agree", label: words.agree, type: "checkbox", required: true },
];
