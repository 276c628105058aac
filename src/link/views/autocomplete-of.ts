import type { CredentialField, LoginForm } from "../../protocol/login-form.ts";

/**
 * What a browser or a password manager may fill into a field: the user's name at an institution, and
 * the one secret that goes with it. A second secret would get the same, so nothing fills that.
 */
export const autocompleteOf = (
  { purpose, fields }: Pick<LoginForm, "purpose" | "fields">,
  field: CredentialField,
): "username" | "current-password" | "off" => {
  const first = (kind: CredentialField["type"]) => fields.find(({ type }) => type === kind);
  if (purpose !== "login") return "off";
  if (field === (first("password") ?? first("pin"))) return "current-password";
  return field === first("text") ? "username" : "off";
};
