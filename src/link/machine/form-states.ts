import type { LinkError } from "../../protocol/errors/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link/link-event.ts";
import type { Challenge, LoginForm } from "../../protocol/link/login-form.ts";
import type { Connection, Selection } from "../../protocol/link/selection.ts";
import type { Approval, ResumePoint } from "../../protocol/link/session-start.ts";
import { institutionList, pickContext } from "./first-states.ts";
import type { Resend, SharedContext, Submission, ViewState } from "./states.ts";

/** Returns the state in which a session is resumed. */
export const resumeAt = (context: SharedContext, resumePoint: ResumePoint): ViewState => {
  switch (resumePoint.at) {
    case "institution":
      return institutionList(context);
    case "form":
      return loginForm(context, resumePoint.form);
    case "redirect":
      return oauthWaiting(context, resumePoint.form, resumePoint.approval);
    case "mfa":
      return mfa(context, resumePoint.form, resumePoint.challenge);
    case "accounts":
      return selectAccount(context, resumePoint.form, resumePoint.selection);
    case "connected":
      return {
        ...pickContext(context),
        name: "CONNECTED",
        institution: resumePoint.institution,
        connection: linkConnection(resumePoint.connection),
      };
  }
};

/** Returns a connection of the bridge in the machine's own names. */
export const linkConnection = ({
  public_token: publicToken,
  manage_url: manageUrl,
  ...connection
}: Connection): LinkConnection => ({ ...connection, publicToken, manageUrl });

/** Returns the state of an institution's form, or of the consent before the form. */
export const loginForm = (
  context: SharedContext,
  form: LoginForm,
): ViewState<"CONSENT" | "CREDENTIAL" | "OAUTH.ready"> =>
  form.consent ? consent(context, form) : credential(context, form);

export const consent = (context: SharedContext, form: LoginForm): ViewState<"CONSENT"> => ({
  ...pickContext(context),
  name: "CONSENT",
  form,
});

/** Returns the state of a form. A form without fields is a sign-in at the institution's site. */
export const credential = (
  context: SharedContext,
  form: LoginForm,
  refusal: LinkError | null = null,
): ViewState<"CREDENTIAL" | "OAUTH.ready"> => ({
  ...pickContext(context),
  name: form.fields[0] ? "CREDENTIAL" : "OAUTH.ready",
  form,
  refusal,
});

/** Returns the state that waits for the institution's callback, or for an approval in its app. */
export const oauthWaiting = (
  context: SharedContext,
  form: LoginForm,
  approval: Approval | null = null,
): ViewState<"OAUTH.waiting"> => ({
  ...pickContext(context),
  name: "OAUTH.waiting",
  institution: form.institution,
  form,
  approval,
});

export const mfa = (
  context: SharedContext,
  form: LoginForm,
  challenge: Challenge,
  refusal: LinkError | null = null,
  resend: Resend | null = null,
): ViewState<"MFA"> => ({ ...pickContext(context), name: "MFA", form, challenge, refusal, resend });

/** Returns the state of the captcha that a submission waits for. */
export const recaptcha = (
  context: SharedContext,
  form: LoginForm,
  submission: Submission,
  refusal: LinkError | null = null,
): ViewState<"RECAPTCHA.idle"> => ({
  ...pickContext(context),
  name: "RECAPTCHA.idle",
  form,
  submission,
  refusal,
});

/** Returns the state of the choice of accounts. Without a choice, all accounts are checked. */
export const selectAccount = (
  context: SharedContext,
  form: LoginForm,
  selection: Selection,
): ViewState<"SELECT_ACCOUNT"> => ({
  ...pickContext(context),
  name: "SELECT_ACCOUNT",
  form,
  selection,
  accountIds: selection.chosen,
});

/** Returns the state of the form that a submission came from. */
export const formBehind = (
  context: SharedContext,
  form: LoginForm,
  submission: Submission,
): ViewState<"CREDENTIAL" | "OAUTH.ready" | "MFA"> =>
  "challenge" in submission ? mfa(context, form, submission.challenge) : credential(context, form);

/** Returns the institution of a state; null for none. */
export const findInstitution = (state: ViewState): InstitutionRow | null => {
  if ("form" in state) return state.form.institution;
  return "institution" in state ? state.institution : null;
};
