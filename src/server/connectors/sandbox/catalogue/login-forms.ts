import type { CredentialField } from "../../../../protocol/bridge.ts";

const PASSWORD: CredentialField = { name: "password", label: "Password", type: "password" };
const PIN: CredentialField = { name: "pin", label: "PIN", type: "password" };
const CUSTOMER_NUMBER: CredentialField = {
  name: "customer_number",
  label: "Customer number",
  type: "text",
};

/** The form nearly every sandbox institution has. */
export const USER_ID_AND_PASSWORD: CredentialField[] = [
  { name: "username", label: "User ID", type: "text" },
  PASSWORD,
];

/** A form by the number on the user's card. */
export const CARD_NUMBER_AND_PASSWORD: CredentialField[] = [
  { name: "card_number", label: "Card number", type: "text" },
  PASSWORD,
];

/** A form by customer number, with a PIN for a password. */
export const CUSTOMER_NUMBER_AND_PIN: CredentialField[] = [CUSTOMER_NUMBER, PIN];

/** A form that asks for two secrets. */
export const CUSTOMER_NUMBER_PASSWORD_AND_PIN: CredentialField[] = [CUSTOMER_NUMBER, PASSWORD, PIN];
