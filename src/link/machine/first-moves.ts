import type { Effect } from "./effect.ts";
import { leaveWith, list, memory, named, type Table, tell, tellError } from "./move.ts";
import type { Memory, Shown } from "./states.ts";

/**
 * The moves until an institution has been chosen: they come with the page. LOADING has the way out
 * only, until the later moves are here.
 */
export const firstMoves = {
  CLOSED: {
    OPENED: (_, { institutions }) => {
      const kept: Memory = {
        listed: institutions ?? [],
        query: "",
        lastError: null,
        update: false,
        offline: false,
      };
      return [
        institutions ? list(kept) : { ...kept, view: "LOADING", task: "start", institution: null },
        tell({ name: "OPEN" }),
      ];
    },
  },

  SELECT_INSTITUTION: {
    TYPED: (state, { query }) => [
      // Whoever clears the search begins a new one, though it may be for the same.
      { ...state, query, found: null, lastError: null, told: query.trim() && state.told },
      ...searchFor(query),
    ],
    FOUND: (state, { query, institutions }) =>
      query === state.query ? [{ ...state, found: institutions }] : [state],
    PAUSED: (state) => [{ ...state, told: state.query }, ...tellSearch(state)],
    INSTITUTION_CHOSEN: (state, { institution }) => [
      { ...memory(state), view: "LOADING", task: "institution", institution },
      ...tellSearch(state),
      tell({ name: "SELECT_INSTITUTION", ...named(institution) }),
      { do: "selectInstitution", institutionId: institution.institution_id },
    ],
    REFUSED: (state, { error }) => [{ ...state, lastError: error }, tellError(error)],
    LEFT: leaveList,
    FORCED_OUT: leaveList,
  },

  LOADING: { LEFT: leaveEarly, FORCED_OUT: leaveEarly },
} satisfies Partial<Table>;

function leaveList(state: Shown<"SELECT_INSTITUTION">) {
  return leaveWith(state, state.found?.length === 0 ? "institution_not_found" : null, null);
}

function leaveEarly(state: Shown<"LOADING">) {
  return leaveWith(state, null, state.institution);
}

/** The search for what is typed, if anything is. */
export function searchFor(query: string): Effect[] {
  return query.trim() === "" ? [] : [{ do: "search", query }];
}

function tellSearch({ query, told }: { query: string; told: string }): Effect[] {
  return query === told || query.trim() === ""
    ? []
    : [tell({ name: "SEARCH_INSTITUTION", institution_search_query: query })];
}
