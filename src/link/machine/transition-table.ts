import type { ExitStatus } from "../../protocol/exit-status.ts";
import { MFA_KINDS } from "../../protocol/link/mfa-kinds.ts";
import { eagerTransitions, exitWith } from "./eager-transitions.ts";
import { emit, institutionFields, linkInstitution } from "./emit.ts";
import { institutionList, pickContext } from "./first-states.ts";
import { findInstitution, resumeAt } from "./form-states.ts";
import { awaitCallback, backToList, formTransitions } from "./form-transitions.ts";
import type { MachineEvent } from "./machine-event.ts";
import type { Connected, SessionStart, ViewState } from "./states.ts";
import { type Table, type Transition, transition } from "./transition.ts";

/** The bridge's responses that may arrive during the exit question. */
const BEHIND_EXIT = [
  "session.started",
  "form.loaded",
  "consent.recorded",
  "approval.required",
  "mfa.required",
  "code.answered",
  "bank.named",
  "captcha.solved",
  "accounts.offered",
  "item.connected",
  "bridge.refused",
] as const satisfies MachineEvent["type"][];

/** The exits of the list. */
const leaveAtOnce = { "exit.requested": leaveList, "exit.forced": leaveList };

/** The transitions of the list as its session starts, and of the trust facts before it. */
const listTransitions = {
  SELECT_INSTITUTION: {
    "session.started": startAtList,
    // A user who searches already is not stopped.
    "trust.asked": (state) => [
      state.query ? state : { ...state, name: "SELECT_INSTITUTION.trust" },
    ],
    // Nothing was found, as after a search without results.
    "institution.missing": (state) => [{ ...state, name: "SELECT_INSTITUTION.ways", results: [] }],
  },

  "SELECT_INSTITUTION.trust": {
    "session.started": startAtList,
    "trust.read": backInList,
    ...leaveAtOnce,
  },

  "SELECT_INSTITUTION.ways": {
    "session.started": startAtList,
    "institution.selected": (state, event) =>
      eagerTransitions.SELECT_INSTITUTION["institution.selected"](backInList(state)[0], event),
    "back.requested": backToList,
    ...leaveAtOnce,
  },
} satisfies Table;

/** The transitions that end Link or ask the exit question. They load with the lazy views. */
const endTransitions = {
  ANY: {
    // A connected Item stays connected.
    "exit.requested": (state) =>
      state.several?.last
        ? leave(state)
        : ([{ ...pickContext(state), name: "EXIT", from: state }] as Transition),
    "exit.forced": leave,
  },

  // The user loses nothing here, so Link asks no question.
  SELECT_INSTITUTION: leaveAtOnce,

  CONNECTED: {
    "my_service.opened": (state) => [
      state,
      emit({ name: "OPEN_MY_SERVICE", ...institutionFields(state.institution) }),
    ],
    "another.requested": (state) => [
      state.several ? institutionList({ ...pickContext(state), query: "" }) : state,
    ],
    "next.requested": handOff,
    "exit.requested": handOff,
  },

  "ERROR.retry": {
    "next.requested": ({ retry, offline }) => [
      { ...retry, offline },
      ...(retry.name === "LOADING.institution"
        ? [{ do: "selectInstitution", institution: retry.institution } as const]
        : []),
    ],
    "back.requested": startOver,
    "exit.requested": leave,
  },

  "ERROR.list": {
    "next.requested": startOver,
    "back.requested": startOver,
    "exit.requested": leave,
  },

  "ERROR.leave": {
    "next.requested": leave,
    "exit.requested": leave,
  },

  EXIT: {
    ...forEach(BEHIND_EXIT, transitionBehind),
    "back.requested": ({ from, offline }) => [{ ...from, offline }],
    "exit.requested": leave,
  },
} satisfies Table;

/** Every transition of every state. */
export const transitionTable = mergeTables(
  eagerTransitions,
  formTransitions,
  listTransitions,
  endTransitions,
);

function backInList(
  state: ViewState<"SELECT_INSTITUTION">,
): [Extract<ViewState, { name: "SELECT_INSTITUTION" }>] {
  return [{ ...state, name: "SELECT_INSTITUTION" }];
}

/**
 * Returns the list unchanged, unless another window has used the token since the list's
 * preparation.
 */
function startAtList(
  state: ViewState<"SELECT_INSTITUTION">,
  { resume_point: resumePoint, update, several }: SessionStart,
): Transition {
  return [
    resumePoint.at === "institution"
      ? { ...state, several }
      : resumeAt({ ...pickContext(state), update, several }, resumePoint),
    ...awaitCallback(resumePoint),
  ];
}

/** Merges tables cell by cell: the last table with a cell wins. */
function mergeTables(...tables: Table[]): Table {
  const union: Record<string, object> = {};
  for (const table of tables)
    for (const [name, row] of Object.entries(table)) union[name] = { ...union[name], ...row };
  return union;
}

function forEach<K extends string, V>(keys: readonly K[], value: V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;
}

/** Continues the hidden state behind the exit question until the user answers. */
function transitionBehind(state: ViewState<"EXIT">, event: MachineEvent): Transition {
  const [from, ...effects] = transition(formTransitions, state.from, event);
  return from.name === "CLOSED" || from.name === "EXIT"
    ? [state]
    : [{ ...state, lastError: from.lastError, from }, ...effects];
}

/** Returns to the list without the query, which may match the failing institution. */
function startOver(state: ViewState<"ERROR">): Transition {
  return [state.update ? state : institutionList({ ...pickContext(state), query: "" })];
}

function leaveList(state: ViewState<"SELECT_INSTITUTION">): Transition {
  const last = state.several?.last;
  if (last) return handOff(last);
  return exitWith(state, state.results?.length === 0 ? "institution_not_found" : null, null);
}

function leave(state: ViewState): Transition {
  if (state.name === "EXIT") return leave(state.from);
  const last = state.name === "CONNECTED" ? state : state.several?.last;
  if (last) return handOff(last);
  return exitWith(state, exitStatus(state), findInstitution(state));
}

function handOff({ institution, connection }: Connected): Transition {
  return [
    { name: "CLOSED" },
    emit({ name: "HANDOFF", ...institutionFields(institution) }),
    { do: "succeed", institution: linkInstitution(institution), connection },
  ];
}

/** Returns the exit status for the step that the user left; null for no step. */
const exitStatus = (state: ViewState): ExitStatus | null => {
  if (state.name === "ERROR.retry") return exitStatus(state.retry);
  if ("challenge" in state) return MFA_KINDS[state.challenge.type].exitStatus;
  return STATUS[state.name] ?? null;
};

const STATUS: { [N in ViewState["name"]]?: ExitStatus } = {
  CONSENT: "requires_consent",
  "LOADING.consent": "requires_consent",
  CREDENTIAL: "requires_credentials",
  "LOADING.credentials": "requires_credentials",
  "OAUTH.ready": "requires_oauth",
  "OAUTH.waiting": "requires_oauth",
  "RECAPTCHA.idle": "requires_captcha",
  "RECAPTCHA.solving": "requires_captcha",
  SELECT_ACCOUNT: "requires_account_selection",
  "LOADING.accounts": "requires_account_selection",
};
