import type { CredentialField } from "../../../protocol/bridge.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import { Fault } from "../fault.ts";

/**
 * Checks what was typed against the form that asked for it. Throws MISSING_FIELDS, UNKNOWN_FIELDS or
 * INVALID_FIELD, which name fields and what would be right, and never what was typed.
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
  const wrong = fields.flatMap((field) => {
    const trouble = troubleWith(field, credentials[field.name] ?? "");
    return trouble === null ? [] : `${field.name} ${trouble}`;
  });
  if (wrong.length > 0) throw refusal("INVALID_FIELD", `are not valid: ${wrong.join("; ")}`);
};

const refusal = (code: ErrorCode, trouble: string): Fault =>
  new Fault(code, { message: `credential fields ${trouble}` });

function troubleWith(field: CredentialField, typed: string): string | null {
  switch (field.type) {
    case "select": {
      const values = field.options.map(({ value }) => value);
      return values.includes(typed) ? null : `must be one of ${values.join(", ")}`;
    }
    case "checkbox":
      if (typed !== "true" && typed !== "false") return "must be true or false";
      return field.required && typed === "false" ? "must be ticked" : null;
    case "amount":
      return /^\d{0,3}[.,]\d{2}$/.test(typed) ? null : "must be an amount like 0.05";
    // What a secret or a name looks like is for the institution to say.
    default:
      return null;
  }
}
