import type { LinkError } from "../../protocol/errors.ts";
import type { LinkEvent } from "../../protocol/link-event.ts";
import type { ExitStatus } from "../../protocol/vocabulary.ts";
import type { Effect } from "./effect.ts";
import type { MachineEvent } from "./machine-event.ts";
import { closedState, connection } from "./states.fixture.ts";
import type { State } from "./states.ts";
import type { Move } from "./transition.ts";

/** A state, what happens in it, and exactly where that leads and what it does. */
export type MoveRow = [State, MachineEvent, Move];

export const emit = (event: LinkEvent): Effect => ({ do: "emit", event });

/** The bank as events name it. */
export const bankFields = { institution_id: "ins_1", institution_name: "One" };

/** The ERROR event for an error that the bank is named in, or no institution. */
export const errorEvent = (
  { error_type, error_code, error_message }: LinkError,
  institution: typeof bankFields | null = bankFields,
): Effect => emit({ name: "ERROR", error_type, error_code, error_message, ...institution });

/** The end without a connection. */
export const exitMove = (
  status: ExitStatus | null,
  { isAtBank = true, error = null }: { isAtBank?: boolean; error?: LinkError | null } = {},
): Move => [
  closedState,
  emit({
    name: "EXIT",
    ...(status && { exit_status: status }),
    ...(isAtBank && bankFields),
    ...(error && {
      error_type: error.error_type,
      error_code: error.error_code,
      error_message: error.error_message,
    }),
  }),
  {
    do: "exit",
    error,
    institution: isAtBank ? { institution_id: "ins_1", name: "One" } : null,
    status,
  },
];

/** The end with one. */
export const handOffMove: Move = [
  closedState,
  emit({ name: "HANDOFF", ...bankFields }),
  { do: "succeed", institution: { institution_id: "ins_1", name: "One" }, connection },
];
