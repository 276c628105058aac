import type { Challenge, ResumePoint, Selection } from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import { list, memory } from "./move.ts";
import type { Held, LoginForm, Memory, Shown } from "./states.ts";

/** The view at which a session stands. */
export const standingAt = (kept: Memory, standing: ResumePoint): Shown => {
  switch (standing.at) {
    case "institution":
      return list(kept);
    case "form":
      return formOf(kept, standing.form);
    case "mfa":
      return mfa(kept, standing.form, standing.challenge);
    case "accounts":
      return selectAccount(kept, standing.form, standing.selection);
    case "connected": {
      const { public_token: publicToken, accounts, manage_url: manageUrl } = standing.connection;
      return {
        ...memory(kept),
        view: "CONNECTED",
        institution: standing.institution,
        connection: { publicToken, accounts, manageUrl },
      };
    }
  }
};

/** An institution's form, or first the consent that it asks for. */
export const formOf = (kept: Memory, form: LoginForm): Shown<"CONSENT" | "CREDENTIAL"> =>
  form.consent ? consent(kept, form) : credential(kept, form);

export const consent = (kept: Memory, form: LoginForm): Shown<"CONSENT"> => ({
  ...memory(kept),
  view: "CONSENT",
  form,
});

export const credential = (
  kept: Memory,
  form: LoginForm,
  refusal: LinkError | null = null,
): Shown<"CREDENTIAL"> => ({ ...memory(kept), view: "CREDENTIAL", form, refusal });

export const mfa = (
  kept: Memory,
  form: LoginForm,
  challenge: Challenge,
  refusal: LinkError | null = null,
): Shown<"MFA"> => ({ ...memory(kept), view: "MFA", form, challenge, refusal });

export const recaptcha = (
  kept: Memory,
  form: LoginForm,
  held: Held,
  refusal: LinkError | null = null,
): Shown<"RECAPTCHA"> => ({
  ...memory(kept),
  view: "RECAPTCHA",
  form,
  held,
  solving: false,
  refusal,
});

export const selectAccount = (
  kept: Memory,
  form: LoginForm,
  selection: Selection,
): Shown<"SELECT_ACCOUNT"> => {
  const { accounts, mode } = selection;
  const ticked = mode === "all" || accounts.length === 1 ? accounts : [];
  return {
    ...memory(kept),
    view: "SELECT_ACCOUNT",
    form,
    selection,
    chosen: ticked.map(({ id }) => id),
  };
};
