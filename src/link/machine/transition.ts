import type { Effect } from "./effect.ts";
import type { MachineEvent } from "./machine-event.ts";
import type { State, ViewState } from "./states.ts";

/** The next state and what to do about it. */
export type Move = [next: State, ...effects: Effect[]];

/** The moves out of a state, by event. */
export type Row<S extends State> = {
  [T in MachineEvent["type"]]?: (state: S, event: Extract<MachineEvent, { type: T }>) => Move;
};

/**
 * The moves, by state and then by event. The row `ANY` is for every view that has no cell of its own
 * for an event. A pair without a cell is not a move: the state stays, and nothing is done.
 * TRANSITION_VIEW is in no cell: the session emits it whenever the view changes.
 */
export type Table = { [S in State as S["name"]]?: Row<S> } & { ANY?: Row<ViewState> };

/** The next state and what to do about it; pure. */
export const transition = (table: Table, state: State, event: MachineEvent): Move => {
  const row = table[state.name] as Row<State> | undefined;
  const any = state.name === "CLOSED" ? undefined : (table.ANY as Row<State> | undefined);
  const move = (row?.[event.type] ?? any?.[event.type]) as
    | ((state: State, event: MachineEvent) => Move)
    | undefined;
  return move ? move(state, event) : [state];
};
