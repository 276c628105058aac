import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkEvent, LinkInstitution } from "../../protocol/link-event.ts";
import type { ExitStatus } from "../../protocol/vocabulary.ts";
import type { Effect } from "./effect.ts";
import type { Happening } from "./happening.ts";
import type { Memory, Shown, State } from "./states.ts";

/** The next state and what to do about it. */
export type Move = [next: State, ...effects: Effect[]];

type On<T extends Happening["type"]> = Extract<Happening, { type: T }>;
type Row<S extends State> = {
  [T in Happening["type"]]?: (state: S, happening: On<T>) => Move;
};

/**
 * Every move there is, by state and then by what happens. A pair without a row is not a move: the
 * state stays, and nothing is done. TRANSITION_VIEW is in no row: the session tells it whenever the
 * view changes.
 */
export type Table = { [V in State["view"]]: Row<Extract<State, { view: V }>> };

/** The next state and what to do about it; pure. */
export const transition = (table: Partial<Table>, state: State, happening: Happening): Move => {
  const row = table[state.view] as Row<State> | undefined;
  const move = row?.[happening.type] as ((s: State, h: Happening) => Move) | undefined;
  if (move) return move(state, happening);
  if (state.view === "CLOSED") return [state];
  if (happening.type === "NETWORK_LOST") return [{ ...state, offline: true }];
  return [happening.type === "NETWORK_BACK" ? { ...state, offline: false } : state];
};

/** The list of institutions, as far as the user had come in it. */
export const list = (kept: Memory): Shown<"SELECT_INSTITUTION"> => ({
  ...memory(kept),
  view: "SELECT_INSTITUTION",
  found: null,
  told: kept.query,
});

/** What goes along from one view to the next. */
export const memory = ({ listed, query, lastError, update, offline }: Memory): Memory => ({
  listed,
  query,
  lastError,
  update,
  offline,
});

/** Ends Link without a connection. */
export const leaveWith = (
  { lastError: error }: Memory,
  status: ExitStatus | null,
  institution: InstitutionRow | null,
): Move => [
  { view: "CLOSED" },
  tell({
    name: "EXIT",
    ...(status && { exit_status: status }),
    ...(institution && named(institution)),
    ...(error && errorFields(error)),
  }),
  { do: "leave", error, institution: institution && identified(institution), status },
];

export const tell = (event: LinkEvent): Effect => ({ do: "tell", event });

/** The ERROR event for an error, with the institution it came from. */
export const tellError = (error: LinkError, institution?: InstitutionRow | null): Effect =>
  tell({ name: "ERROR", ...errorFields(error), ...(institution && named(institution)) });

/** An error as the metadata of an event has it. */
export const errorFields = ({ error_type, error_code, error_message }: LinkError) => ({
  error_type,
  error_code,
  error_message,
});

/** An institution as the metadata of an event names it. */
export const named = ({ institution_id, name }: InstitutionRow) => ({
  institution_id,
  institution_name: name,
});

/** An institution as the metadata of a callback names it. */
export const identified = ({ institution_id, name }: InstitutionRow): LinkInstitution => ({
  name,
  institution_id,
});
