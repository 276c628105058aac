import type { Effect } from "./effect.ts";
import type { MachineEvent } from "./machine-event.ts";
import type { State, ViewState } from "./states.ts";

/** The next state, and its effects. */
export type Transition = [next: State, ...effects: Effect[]];

/** The transitions of a state, by event. */
export type Row<S extends State> = {
  [T in MachineEvent["type"]]?: (state: S, event: Extract<MachineEvent, { type: T }>) => Transition;
};

/**
 * The transitions by state and event. The row `ANY` applies to views without their own cell for an
 * event. Without a cell, the state stays and there are no effects. No cell has TRANSITION_VIEW: the
 * session emits it when the view changes.
 */
export type Table = { [S in State as S["name"]]?: Row<S> } & { ANY?: Row<ViewState> };

/** Returns the next state and its effects; pure. */
export const transition = (table: Table, state: State, event: MachineEvent): Transition => {
  const row = table[state.name] as Row<State> | undefined;
  const any = state.name === "CLOSED" ? undefined : (table.ANY as Row<State> | undefined);
  const move = (row?.[event.type] ?? any?.[event.type]) as
    | ((state: State, event: MachineEvent) => Transition)
    | undefined;
  return move ? move(state, event) : [state];
};
