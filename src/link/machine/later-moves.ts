import { ended, isEnd, refused } from "./after-error.ts";
import type { Effect } from "./effect.ts";
import { exitStatus } from "./exit-status.ts";
import { firstMoves, searchFor } from "./first-moves.ts";
import type { Happening } from "./happening.ts";
import {
  identified,
  leaveWith,
  list,
  type Move,
  memory,
  named,
  type Table,
  tell,
  tellError,
  transition,
} from "./move.ts";
import type { Held, LoginForm, Memory, Shown } from "./states.ts";
import { credential, formOf, mfa, selectAccount, standingAt } from "./steps.ts";

/** The moves from the choice of an institution on; they come with the views they lead to. */
export const laterMoves = {
  SELECT_INSTITUTION: {
    ...firstMoves.SELECT_INSTITUTION,
    // Another window has used the token since it was looked at.
    STARTED: (state, { standing, update }) => [
      standing.at === "institution" ? state : standingAt({ ...memory(state), update }, standing),
    ],
  },

  LOADING: {
    STARTED: (state, { institutions, standing, update }) =>
      state.task === "start"
        ? [standingAt({ ...memory(state), listed: institutions, update }, standing)]
        : [state],
    FORM_READY: (state, { form }) =>
      state.task === "institution" ? [formOf(state, form)] : [state],
    CONSENT_KEPT: (state) => (state.task === "consent" ? [credential(state, state.form)] : [state]),
    CHALLENGED: (state, { challenge }) =>
      isLogin(state) ? [mfa(state, state.form, challenge)] : [state],
    ACCOUNTS_OFFERED: (state, { selection }) =>
      isLogin(state) ? [selectAccount(state, state.form, selection)] : [state],
    ITEM_CONNECTED: (state, { connection }) =>
      isLogin(state) || state.task === "accounts"
        ? [{ ...memory(state), view: "CONNECTED", institution: state.institution, connection }]
        : [state],
    REFUSED: (state, { error }) => [refused(state, error), tellError(error, state.institution)],
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  CONSENT: {
    CONSENT_GIVEN: (state) => {
      const { institution, consent } = state.form;
      const { institution_id: institutionId } = institution;
      return consent
        ? [
            { ...memory(state), view: "LOADING", task: "consent", institution, form: state.form },
            { do: "giveConsent", institutionId, version: consent.version },
          ]
        : [credential(state, state.form)];
    },
    BACK: backToList,
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  CREDENTIAL: {
    CREDENTIALS_ENTERED: (state, { credentials }) => [
      ...submit(state, state.form, { credentials }, [
        tell({ name: "SUBMIT_CREDENTIALS", ...named(state.form.institution) }),
      ]),
    ],
    BACK: backToList,
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  MFA: {
    MFA_ENTERED: (state, { answers }) => {
      const { challenge, form } = state;
      return submit(state, form, { challenge, answers }, [
        tell({ name: "SUBMIT_MFA", mfa_type: challenge.type, ...named(form.institution) }),
      ]);
    },
    BACK: backToList,
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  RECAPTCHA: {
    CAPTCHA_STARTED: (state) =>
      state.solving ? [state] : [{ ...state, solving: true }, { do: "solveCaptcha" }],
    CAPTCHA_SOLVED: (state) =>
      state.solving ? submit(state, state.form, state.held, []) : [state],
    REFUSED: (state, { error }) => [
      isEnd(error)
        ? ended(state, state.form, error)
        : { ...state, lastError: error, solving: false, refusal: error },
      tellError(error, state.form.institution),
    ],
    BACK: (state) => [
      "challenge" in state.held
        ? mfa(state, state.form, state.held.challenge)
        : credential(state, state.form),
    ],
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  SELECT_ACCOUNT: {
    ACCOUNTS_MARKED: (state, { chosen }) => [
      { ...state, chosen: state.selection.mode === "one" ? chosen.slice(-1) : chosen },
    ],
    ACCOUNTS_CHOSEN: (state) => {
      const { form, selection, chosen } = state;
      if (chosen.length === 0) return [state];
      const { institution } = form;
      return [
        {
          ...memory(state),
          view: "LOADING",
          task: "accounts",
          institution,
          form,
          selection,
          chosen,
        },
        { do: "selectAccounts", accountIds: chosen },
      ];
    },
    BACK: backToList,
    LEFT: confirm,
    FORCED_OUT: leave,
  },

  CONNECTED: {
    MY_SERVICE_OPENED: (state) => [
      state,
      tell({ name: "OPEN_MY_SERVICE", ...named(state.institution) }),
    ],
    CONTINUED: handOff,
    LEFT: handOff,
    FORCED_OUT: handOff,
  },

  ERROR: {
    CONTINUED: (state) => {
      if (state.way.to === "leave") return leave(state);
      return [
        state.way.to === "again"
          ? { ...state.way.state, offline: state.offline }
          : list({ ...memory(state), query: "" }),
      ];
    },
    BACK: (state) =>
      state.update || state.way.to === "leave" ? [state] : [list({ ...memory(state), query: "" })],
    LEFT: leave,
    FORCED_OUT: leave,
  },

  EXIT: {
    BACK: (state) => [{ ...state.from, offline: state.offline }],
    LEFT: (state) => leave(state.from),
    FORCED_OUT: (state) => leave(state.from),
    STARTED: behind,
    FORM_READY: behind,
    CONSENT_KEPT: behind,
    CHALLENGED: behind,
    CAPTCHA_SOLVED: behind,
    ACCOUNTS_OFFERED: behind,
    ITEM_CONNECTED: behind,
    REFUSED: behind,
  },
} satisfies Partial<Table>;

/** What lies behind the exit question goes on, unseen, until the user has answered it. */
function behind(state: Shown<"EXIT">, happening: Happening): Move {
  const [from, ...effects] = transition(laterMoves, state.from, happening);
  return from.view === "CLOSED" || from.view === "EXIT"
    ? [state]
    : [{ ...state, lastError: from.lastError, from }, ...effects];
}

/** Sends what the user entered; or sends it again, where it was held back. */
function submit(kept: Memory, form: LoginForm, held: Held, told: Effect[]): Move {
  const { institution } = form;
  const waiting = { ...memory(kept), view: "LOADING", institution, form, held } as const;
  if ("answers" in held)
    return [
      { ...waiting, task: "mfa", challenge: held.challenge },
      ...told,
      { do: "submitMfa", answers: held.answers },
    ];
  const { credentials } = held;
  const { institution_id: institutionId } = institution;
  return [
    { ...waiting, task: "credentials" },
    ...told,
    { do: "submitCredentials", institutionId, credentials },
  ];
}

function backToList(state: Shown<"CONSENT" | "CREDENTIAL" | "MFA" | "SELECT_ACCOUNT">): Move {
  return state.update ? [state] : [list(state), ...searchFor(state.query)];
}

function confirm(state: Exclude<Shown, { view: "EXIT" }>): Move {
  return [{ ...memory(state), view: "EXIT", from: state }];
}

function leave(state: Exclude<Shown, { view: "EXIT" }>): Move {
  if (state.view === "CONNECTED") return handOff(state);
  return leaveWith(state, exitStatus(state), institutionOf(state));
}

function handOff({ institution, connection }: Shown<"CONNECTED">): Move {
  return [
    { view: "CLOSED" },
    tell({ name: "HANDOFF", ...named(institution) }),
    { do: "succeed", institution: identified(institution), connection },
  ];
}

type Login = Extract<Shown<"LOADING">, { task: "credentials" | "mfa" }>;

const isLogin = (state: Shown<"LOADING">): state is Login =>
  state.task === "credentials" || state.task === "mfa";

function institutionOf(state: Exclude<Shown, { view: "EXIT" }>) {
  if (state.view === "SELECT_INSTITUTION") return null;
  return "form" in state ? state.form.institution : state.institution;
}
