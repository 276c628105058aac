import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LoginForm } from "../../protocol/login-form.ts";

/** What to know about an institution before a password is typed for it; null when it is well. */
export const troubleWords = (
  { health, institution }: LoginForm,
  text: Catalogue,
): string | null => {
  if (health === "DOWN") return text.down(institution.name);
  return health === "DEGRADED" ? text.degraded(institution.name) : null;
};
