import { SANDBOX_WORDS, type SandboxLabel } from "../../../../i18n/sandbox.ts";
import type { CredentialField } from "../../../../protocol/link/login-form.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../../protocol/vocabulary.ts";
import type { CatalogueInstitution } from "../../../domain/institutions/institution.ts";

const LABELS = SANDBOX_WORDS[DEFAULT_LANGUAGE].labels;

const PASSWORD: CredentialField = { name: "password", label: LABELS.password, type: "password" };
const PIN: CredentialField = { name: "pin", label: LABELS.pin, type: "pin" };
const CUSTOMER_NUMBER: CredentialField = {
  name: "customer_number",
  label: LABELS.customer_number,
  type: "text",
};

const USER_ID: CredentialField = { name: "username", label: LABELS.username, type: "text" };

/** The form nearly every sandbox institution has. */
export const USER_ID_AND_PASSWORD: CredentialField[] = [USER_ID, PASSWORD];

/** A form by the number on the user's card. */
export const CARD_NUMBER_AND_PASSWORD: CredentialField[] = [
  { name: "card_number", label: LABELS.card_number, type: "text" },
  PASSWORD,
];

/** A form by customer number, with a PIN for a password. */
export const CUSTOMER_NUMBER_AND_PIN: CredentialField[] = [CUSTOMER_NUMBER, PIN];

/** A form with two secrets. */
export const CUSTOMER_NUMBER_PASSWORD_AND_PIN: CredentialField[] = [CUSTOMER_NUMBER, PASSWORD, PIN];

/** A form that first asks for the kind of accounts, since businesses have other accounts. */
export const ACCOUNT_TYPE_USER_ID_AND_PASSWORD: CredentialField[] = [
  {
    name: "account_type",
    label: LABELS.account_type,
    type: "select",
    options: [
      { value: "personal", label: LABELS.personal },
      { value: "business", label: LABELS.business },
    ],
  },
  USER_ID,
  PASSWORD,
];

/** A form with terms to agree to each time, and an optional choice. */
export const USER_ID_PASSWORD_AND_CHECKBOXES: CredentialField[] = [
  USER_ID,
  PASSWORD,
  {
    name: "own_account",
    label: LABELS.own_account,
    type: "checkbox",
    required: true,
  },
  { name: "remember", label: LABELS.remember, type: "checkbox", required: false },
];

/** A form's translations by institution and language. */
export const makeTranslations = (
  fields: readonly CredentialField[],
): NonNullable<CatalogueInstitution["translations"]> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      { fields: fields.map((field) => inLanguage(field, language)) },
    ]),
  );

const inLanguage = (field: CredentialField, language: Language): CredentialField => {
  const { labels } = SANDBOX_WORDS[language];
  const label = labels[field.name as SandboxLabel];
  return field.type === "select"
    ? {
        ...field,
        label,
        options: field.options.map(({ value }) => ({
          value,
          label: labels[value as SandboxLabel],
        })),
      }
    : { ...field, label };
};
