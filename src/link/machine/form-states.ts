import type { Approval, ResumePoint } from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link-event.ts";
import type { Challenge, LoginForm } from "../../protocol/login-form.ts";
import type { Connection, Selection } from "../../protocol/selection.ts";
import { contextOf, institutionList } from "./first-states.ts";
import type { SharedContext, Submission, ViewState } from "./states.ts";

/** The state in which a session is gone on with. */
export const resumeAt = (context: SharedContext, standing: ResumePoint): ViewState => {
  switch (standing.at) {
    case "institution":
      return institutionList(context);
    case "form":
      return loginForm(context, standing.form);
    case "redirect":
      return oauthWaiting(context, standing.form, standing.approval);
    case "mfa":
      return mfa(context, standing.form, standing.challenge);
    case "accounts":
      return selectAccount(context, standing.form, standing.selection);
    case "connected":
      return {
        ...contextOf(context),
        name: "CONNECTED",
        institution: standing.institution,
        connection: linkConnection(standing.connection),
      };
  }
};

/** A connection as the bridge describes it, in the machine's own names. */
export const linkConnection = ({
  public_token: publicToken,
  accounts,
  manage_url: manageUrl,
}: Connection): LinkConnection => ({ publicToken, accounts, manageUrl });

/** An institution's form, or first the consent that it asks for. */
export const loginForm = (
  context: SharedContext,
  form: LoginForm,
): ViewState<"CONSENT" | "CREDENTIAL" | "OAUTH.ready"> =>
  form.consent ? consent(context, form) : credential(context, form);

export const consent = (context: SharedContext, form: LoginForm): ViewState<"CONSENT"> => ({
  ...contextOf(context),
  name: "CONSENT",
  form,
});

/** The form; one without fields is for an institution at whose own site the user signs in. */
export const credential = (
  context: SharedContext,
  form: LoginForm,
  refusal: LinkError | null = null,
): ViewState<"CREDENTIAL" | "OAUTH.ready"> => ({
  ...contextOf(context),
  name: form.fields[0] ? "CREDENTIAL" : "OAUTH.ready",
  form,
  refusal,
});

/** Until the user is back from the institution's own site, or has approved in its app. */
export const oauthWaiting = (
  context: SharedContext,
  form: LoginForm,
  approval: Approval | null = null,
): ViewState<"OAUTH.waiting"> => ({
  ...contextOf(context),
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
): ViewState<"MFA"> => ({ ...contextOf(context), name: "MFA", form, challenge, refusal });

/** The captcha that a submission waits for. */
export const recaptcha = (
  context: SharedContext,
  form: LoginForm,
  submission: Submission,
  refusal: LinkError | null = null,
): ViewState<"RECAPTCHA.idle"> => ({
  ...contextOf(context),
  name: "RECAPTCHA.idle",
  form,
  submission,
  refusal,
});

/** The choice among accounts; where there is none to make, all are checked. */
export const selectAccount = (
  context: SharedContext,
  form: LoginForm,
  selection: Selection,
): ViewState<"SELECT_ACCOUNT"> => ({
  ...contextOf(context),
  name: "SELECT_ACCOUNT",
  form,
  selection,
  accountIds: selection.chosen,
});

/** The form in which the user submitted something. */
export const formBehind = (
  context: SharedContext,
  form: LoginForm,
  submission: Submission,
): ViewState<"CREDENTIAL" | "OAUTH.ready" | "MFA"> =>
  "challenge" in submission ? mfa(context, form, submission.challenge) : credential(context, form);

/** The institution that a state is about, if it is about one. */
export const institutionOf = (state: ViewState): InstitutionRow | null => {
  if ("form" in state) return state.form.institution;
  return "institution" in state ? state.institution : null;
};
