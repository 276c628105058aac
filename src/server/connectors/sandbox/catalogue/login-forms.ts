import type { CredentialField } from "../../../../protocol/login-form.ts";

const PASSWORD: CredentialField = { name: "password", label: "Password", type: "password" };
const PIN: CredentialField = { name: "pin", label: "PIN", type: "pin" };
const CUSTOMER_NUMBER: CredentialField = {
  name: "customer_number",
  label: "Customer number",
  type: "text",
};

const USER_ID: CredentialField = { name: "username", label: "User ID", type: "text" };

/** The form nearly every sandbox institution has. */
export const USER_ID_AND_PASSWORD: CredentialField[] = [USER_ID, PASSWORD];

/** A form by the number on the user's card. */
export const CARD_NUMBER_AND_PASSWORD: CredentialField[] = [
  { name: "card_number", label: "Card number", type: "text" },
  PASSWORD,
];

/** A form by customer number, with a PIN for a password. */
export const CUSTOMER_NUMBER_AND_PIN: CredentialField[] = [CUSTOMER_NUMBER, PIN];

/** A form that asks for two secrets. */
export const CUSTOMER_NUMBER_PASSWORD_AND_PIN: CredentialField[] = [CUSTOMER_NUMBER, PASSWORD, PIN];

/** A form that asks first whose accounts they are; a business has accounts of its own kind. */
export const ACCOUNT_TYPE_USER_ID_AND_PASSWORD: CredentialField[] = [
  {
    name: "account_type",
    label: "Account type",
    type: "select",
    options: [
      { value: "personal", label: "Personal" },
      { value: "business", label: "Business" },
    ],
  },
  USER_ID,
  PASSWORD,
];

/** A form whose terms have to be agreed to each time; and a choice that may be left alone. */
export const USER_ID_PASSWORD_AND_CHECKBOXES: CredentialField[] = [
  USER_ID,
  PASSWORD,
  {
    name: "own_account",
    label: "These accounts are my own",
    type: "checkbox",
    required: true,
  },
  { name: "remember", label: "Remember this device", type: "checkbox", required: false },
];

const FRENCH: { readonly [label: string]: string } = {
  "User ID": "Identifiant",
  Password: "Mot de passe",
  PIN: "Code PIN",
  "Customer number": "Numéro client",
  "Card number": "Numéro de carte",
  "Account type": "Type de compte",
  Personal: "Particulier",
  Business: "Professionnel",
  "These accounts are my own": "Ces comptes sont les miens",
  "Remember this device": "Se souvenir de cet appareil",
};

/** The same form as its institution shows it to people who read French. */
export const inFrench = (fields: readonly CredentialField[]): CredentialField[] =>
  fields.map((field) => ({
    ...field,
    label: french(field.label),
    ...(field.type === "select" && {
      options: field.options.map(({ value, label }) => ({ value, label: french(label) })),
    }),
  }));

function french(label: string): string {
  const words = FRENCH[label];
  if (words === undefined) throw new Error(`nobody has said what ${label} is in French`);
  return words;
}
