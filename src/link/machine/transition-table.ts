import { emit, institutionFields, linkInstitution } from "./emit.ts";
import { exitStatus } from "./exit-status.ts";
import { exitWith, firstMoves } from "./first-moves.ts";
import { contextOf, institutionList } from "./first-states.ts";
import { formMoves } from "./form-moves.ts";
import { institutionOf } from "./form-states.ts";
import type { MachineEvent } from "./machine-event.ts";
import type { ViewState } from "./states.ts";
import { type Move, type Table, transition } from "./transition.ts";

/** What the bridge answers while Link asks whether to leave. */
const BEHIND_EXIT = [
  "session.started",
  "form.loaded",
  "consent.recorded",
  "approval.required",
  "mfa.required",
  "captcha.solved",
  "accounts.offered",
  "item.connected",
  "bridge.refused",
] as const satisfies MachineEvent["type"][];

/** The moves that end Link, or ask about it: with the forms' they come with the lazy views. */
const endMoves = {
  ANY: {
    "exit.requested": (state) => [{ ...contextOf(state), name: "EXIT", from: state }] as Move,
    "exit.forced": leave,
  },

  // Nothing is lost here, so nobody is asked.
  SELECT_INSTITUTION: {
    "exit.requested": leaveList,
    "exit.forced": leaveList,
  },

  CONNECTED: {
    "my_service.opened": (state) => [
      state,
      emit({ name: "OPEN_MY_SERVICE", ...institutionFields(state.institution) }),
    ],
    "next.requested": handOff,
    "exit.requested": handOff,
  },

  "ERROR.retry": {
    "next.requested": ({ retry, offline }) => [
      { ...retry, offline },
      ...(retry.name === "LOADING.institution"
        ? [{ do: "selectInstitution", institutionId: retry.institution.institution_id } as const]
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
    ...forEach(BEHIND_EXIT, moveBehind),
    "back.requested": ({ from, offline }) => [{ ...from, offline }],
    "exit.requested": leave,
  },
} satisfies Table;

/** Every move of every state. */
export const allMoves = mergeTables(firstMoves, formMoves, endMoves);

/** Tables as one, cell by cell: a cell that several have is the last one's. */
function mergeTables(...tables: Table[]): Table {
  const union: Record<string, object> = {};
  for (const table of tables)
    for (const [name, row] of Object.entries(table)) union[name] = { ...union[name], ...row };
  return union;
}

function forEach<K extends string, V>(keys: readonly K[], value: V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;
}

/** What lies behind the exit question goes on, unseen, until the user has answered it. */
function moveBehind(state: ViewState<"EXIT">, event: MachineEvent): Move {
  const [from, ...effects] = transition(formMoves, state.from, event);
  return from.name === "CLOSED" || from.name === "EXIT"
    ? [state]
    : [{ ...state, lastError: from.lastError, from }, ...effects];
}

/** Back to the list without the query, which may have led to the institution that does not work. */
function startOver(state: ViewState<"ERROR">): Move {
  return [state.update ? state : institutionList({ ...contextOf(state), query: "" })];
}

function leaveList(state: ViewState<"SELECT_INSTITUTION">): Move {
  return exitWith(state, state.results?.length === 0 ? "institution_not_found" : null, null);
}

function leave(state: ViewState): Move {
  if (state.name === "EXIT") return leave(state.from);
  if (state.name === "CONNECTED") return handOff(state);
  return exitWith(state, exitStatus(state), institutionOf(state));
}

function handOff({ institution, connection }: ViewState<"CONNECTED">): Move {
  return [
    { name: "CLOSED" },
    emit({ name: "HANDOFF", ...institutionFields(institution) }),
    { do: "succeed", institution: linkInstitution(institution), connection },
  ];
}
