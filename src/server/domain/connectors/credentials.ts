import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import { Fault } from "../fault.ts";

/**
 * Validates credentials against their form's fields. Throws MISSING_FIELDS, UNKNOWN_FIELDS or
 * INVALID_FIELD with the names of the fields and the expected format, never with values.
 */
export const checkCredentials = (
  fields: readonly CredentialField[],
  credentials: Record<string, string>,
): void => {
  const names = fields.map(({ name }) => name);
  const missing = names.filter((name) => !Object.hasOwn(credentials, name));
  if (missing.length > 0) throw refusal("MISSING_FIELDS", `are missing: ${missing.join(", ")}`);
  const unknown = Object.keys(credentials).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw refusal("UNKNOWN_FIELDS", `are not known: ${unknown.join(", ")}`);
  const problems = fields.flatMap((field) => {
    const problem = problemWith(field, credentials[field.name] ?? "");
    return problem === null ? [] : `${field.name} ${problem}`;
  });
  if (problems.length > 0) throw refusal("INVALID_FIELD", `are not valid: ${problems.join("; ")}`);
};

/** A value for each field of an institution's login form. */
export const credentialsFor = (
  fields: readonly CredentialField[],
  username: string,
  password: string,
): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.name, valueFor(field, username, password)]));

const refusal = (code: ErrorCode, problem: string): Fault =>
  new Fault(code, { message: `credential fields ${problem}` });

function problemWith(field: CredentialField, value: string): string | null {
  switch (field.type) {
    case "select": {
      const options = field.options.map((option) => option.value);
      return options.includes(value) ? null : `must be one of ${options.join(", ")}`;
    }
    case "checkbox":
      if (value !== "true" && value !== "false") return "must be true or false";
      return field.required && value === "false" ? "must be ticked" : null;
    case "amount":
      return /^\d{0,3}[.,]\d{2}$/.test(value.trim()) ? null : "must be an amount like 0.05";
    // Only the institution knows the format of other fields.
    default:
      return null;
  }
}

function valueFor(field: CredentialField, username: string, password: string): string {
  switch (field.type) {
    case "password":
    case "pin":
      return password;
    case "select":
      return field.options[0]?.value ?? "";
    case "checkbox":
      return "true";
    default:
      return username;
  }
}
