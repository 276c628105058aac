import { afterRefusal } from "./after-refusal.ts";
import { emitSearch, searchFor } from "./eager-transitions.ts";
import type { Effect } from "./effect.ts";
import { emit, emitError, errorFields, institutionFields } from "./emit.ts";
import { institutionList, pickContext } from "./first-states.ts";
import {
  credential,
  findInstitution,
  formBehind,
  loginForm,
  mfa,
  oauthWaiting,
  resumeAt,
  selectAccount,
} from "./form-states.ts";
import type { MachineEvent } from "./machine-event.ts";
import { askForCode, takeCode } from "./resend.ts";
import type { SessionStart, Submission, ViewState } from "./states.ts";
import type { Row, Table, Transition } from "./transition.ts";

type Login = ViewState<"LOADING.credentials" | "LOADING.mfa" | "OAUTH.waiting">;

/** The transitions for an institution's responses to credentials, and to the answers of a challenge. */
const loginTransitions = {
  "approval.required": (state, { approval }) => [
    oauthWaiting(state, state.form, approval),
    emit({ name: "OPEN_OAUTH", ...institutionFields(state.institution) }),
    { do: "awaitCallback" },
  ],
  "mfa.required": (state, { challenge }) => [mfa(state, state.form, challenge)],
  "accounts.offered": (state, { selection }) => [selectAccount(state, state.form, selection)],
  "item.connected": connect,
  "bridge.refused": refuse,
} satisfies Row<Login>;

/** The transitions from the search for an institution to its connection. */
export const formTransitions = {
  // The user went on before the session had started.
  ANY: { "session.started": (state, { several }) => [{ ...state, several }] },

  SELECT_INSTITUTION: {
    "search.answered": (state, { query, institutions }) =>
      query === state.query ? [{ ...state, results: institutions }] : [state],
    "search.paused": (state) => [{ ...state, reportedQuery: state.query }, ...emitSearch(state)],
    "bridge.refused": (state, { error }) => [{ ...state, lastError: error }, emitError(error)],
  },

  "LOADING.start": {
    "session.started": (state, { resume_point: resumePoint, ...start }) => [
      resumeAt({ ...pickContext(state), ...start }, resumePoint),
      ...awaitCallback(resumePoint),
    ],
    "bridge.refused": refuse,
  },

  "LOADING.institution": {
    "form.loaded": (state, { form }) => [
      form.ways
        ? { ...institutionList(state), name: "SELECT_INSTITUTION.ways", bank: form }
        : loginForm(state, form),
    ],
    "bridge.refused": refuse,
  },

  CONSENT: {
    "consent.given": (state) => {
      const { form } = state;
      const { institution, consent } = form;
      if (!consent) return [credential(state, form)];
      const { institution_id: institutionId } = institution;
      return [
        { ...pickContext(state), name: "LOADING.consent", institution, form },
        { do: "giveConsent", institutionId, version: consent.version },
      ];
    },
    "back.requested": backToList,
  },

  "LOADING.consent": {
    "consent.recorded": (state) => [credential(state, state.form)],
    "bridge.refused": refuse,
  },

  CREDENTIAL: {
    "number.typed": (state, { number, isWrong }) => {
      const { bank, ...rest } = state;
      if (number === (bank?.number ?? "")) return [state];
      if (!number) return [rest];
      return [
        { ...state, bank: { number, isWrong } },
        ...(isWrong ? [] : [{ do: "nameBank", number } as const]),
      ];
    },
    "bank.named": (state, { number, name }) =>
      state.bank?.number === number && !state.bank.isWrong
        ? [{ ...state, bank: { ...state.bank, name } }]
        : [state],
    "credentials.submitted": (state, { credentials }) => {
      if (state.form.at_site) return openSite(state, credentials);
      return submit(withBank(state, credentials.bank), { credentials }, [
        emit({ name: "SUBMIT_CREDENTIALS", ...institutionFields(state.form.institution) }),
      ]);
    },
    "back.requested": backToList,
  },

  "LOADING.credentials": {
    ...loginTransitions,
    "upload.progressed": (state, { progress }) => [{ ...state, progress }],
  },

  "OAUTH.ready": {
    "oauth.opened": openOAuth,
    "back.requested": backToList,
  },

  "OAUTH.waiting": {
    ...loginTransitions,
    "bridge.refused": (state, event) => [
      afterRefusal(state, event.error, event.trace),
      emit({
        name: "FAIL_OAUTH",
        ...errorFields(event.error),
        ...institutionFields(state.institution),
      }),
      emitError(event.error, state.institution),
    ],
    "oauth.opened": openOAuth,
    "back.requested": (state) => [
      credential(state, state.form),
      emit({ name: "CLOSE_OAUTH", ...institutionFields(state.institution) }),
      { do: "closeOAuth" },
    ],
  },

  MFA: {
    "mfa.submitted": (state, { answers }) => {
      const { challenge, form } = state;
      if (state.resend === "pending") return [state];
      return submit(state, { challenge, answers }, [
        emit({
          name: "SUBMIT_MFA",
          mfa_type: challenge.type,
          ...institutionFields(form.institution),
        }),
      ]);
    },
    "columns.changed": (state, { answers }) => [
      { ...state, effect: state.effect ?? "" },
      { do: "readColumns", answers },
    ],
    "columns.read": (state, { effect }) => [{ ...state, effect }],
    "code.requested": (state) => askForCode(state, "resend_after", "resendCode"),
    "devices.requested": (state) => askForCode(state, "other_devices", "listDevices"),
    "code.answered": takeCode,
    "mfa.required": (state, { challenge }) =>
      state.resend === "pending" ? [mfa(state, state.form, challenge)] : [state],
    "bridge.refused": (state, { error, trace }) =>
      state.resend === "pending"
        ? [afterRefusal(state, error, trace), emitError(error, state.form.institution)]
        : [state],
    // Only this view uses the pending answer.
    "back.requested": (state) => (state.resend === "pending" ? [state] : backToList(state)),
  },

  "LOADING.mfa": loginTransitions,

  "RECAPTCHA.idle": {
    "captcha.started": (state) => [{ ...state, name: "RECAPTCHA.solving" }, { do: "solveCaptcha" }],
    "back.requested": backToForm,
  },

  "RECAPTCHA.solving": {
    "captcha.solved": (state) => submit(state, state.submission, []),
    "bridge.refused": refuse,
    "back.requested": backToForm,
  },

  SELECT_ACCOUNT: {
    "accounts.selected": (state, { accountIds }) => [
      { ...state, accountIds: state.selection.mode === "one" ? accountIds.slice(-1) : accountIds },
    ],
    "accounts.submitted": (state, { renew }) => {
      const { form, accountIds } = state;
      return accountIds.length === 0 && !renew
        ? [state]
        : [
            { ...state, name: "LOADING.accounts", institution: form.institution },
            { do: "selectAccounts", accountIds, renew },
          ];
    },
    "back.requested": backToList,
  },

  "LOADING.accounts": {
    "item.connected": connect,
    "bridge.refused": refuse,
  },
} satisfies Table;

/** Keeps the name of a file's bank for the following views. Events name the entry. */
const withBank = (
  state: ViewState<"CREDENTIAL">,
  label: string | undefined,
): ViewState<"CREDENTIAL"> =>
  state.form.purpose === "file" && label
    ? { ...state, form: { ...state.form, institution: { ...state.form.institution, label } } }
    : state;

function refuse(
  state: ViewState<"LOADING" | "OAUTH.waiting" | "RECAPTCHA.solving">,
  { error, trace }: Extract<MachineEvent, { type: "bridge.refused" }>,
): Transition {
  return [afterRefusal(state, error, trace), emitError(error, findInstitution(state))];
}

function connect(
  state: Login | ViewState<"LOADING.accounts">,
  { connection }: Extract<MachineEvent, { type: "item.connected" }>,
): Transition {
  const { institution } = state;
  const several = state.several && { ...state.several, last: { institution, connection } };
  return [{ ...pickContext(state), several, name: "CONNECTED", institution, connection }];
}

/** Sends a submission, or repeats the submission after a captcha. */
function submit(
  state: ViewState<"CREDENTIAL" | "MFA" | "RECAPTCHA">,
  submission: Submission,
  events: Effect[],
): Transition {
  const { form } = state;
  const { institution } = form;
  const waiting = { ...pickContext(state), institution, form };
  if ("answers" in submission)
    return [
      { ...waiting, name: "LOADING.mfa", ...submission },
      ...events,
      { do: "submitMfa", answers: submission.answers },
    ];
  const { institution_id: institutionId } = institution;
  return [
    { ...waiting, name: "LOADING.credentials", ...submission },
    ...events,
    { do: "submitCredentials", institutionId, ...submission },
  ];
}

function openOAuth(state: ViewState<"OAUTH">): Transition {
  const { credentials } = "credentials" in state ? state : {};
  // A reloaded page has lost the form's input.
  return state.form.at_site && !credentials
    ? [credential(state, state.form)]
    : openSite(state, credentials);
}

/** Opens the institution's site with the input of the form before the site, if any. */
function openSite(
  state: ViewState<"OAUTH" | "CREDENTIAL">,
  credentials?: Record<string, string>,
): Transition {
  const { institution } = state.form;
  return [
    { ...oauthWaiting(state, state.form), ...(credentials && { credentials }) },
    emit({ name: "OPEN_OAUTH", ...institutionFields(institution) }),
    {
      do: "openOAuth",
      institutionId: institution.institution_id,
      credentials: credentials ?? {},
    },
  ];
}

/** Returns the effect that waits for the institution's callback, if the session resumes there. */
export function awaitCallback({ at }: SessionStart["resume_point"]): Effect[] {
  return at === "redirect" ? [{ do: "awaitCallback" }] : [];
}

export function backToList(
  state: ViewState<
    "SELECT_INSTITUTION" | "CONSENT" | "CREDENTIAL" | "OAUTH.ready" | "MFA" | "SELECT_ACCOUNT"
  >,
): Transition {
  return state.update ? [state] : [institutionList(state), ...searchFor(state.query)];
}

function backToForm(state: ViewState<"RECAPTCHA">): Transition {
  return [formBehind(state, state.form, state.submission)];
}
