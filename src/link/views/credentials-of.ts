import type { CredentialField } from "../../protocol/login-form.ts";

/** What was entered into a form, by field, as the bridge takes it. */
export const credentialsOf = (
  fields: readonly CredentialField[],
  form: { get(name: string): unknown },
): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = form.get(name);
      if (type === "checkbox") return [name, String(typeof value === "string")];
      return [name, type === "amount" ? amountOf(String(value)) : String(value)];
    }),
  );

/** Money as the bridge reads it, `0.05`, however people write it: with a comma, or without the zero. */
const amountOf = (text: string): string => text.trim().replace(",", ".").replace(/^\./, "0.");
