import type { InstitutionRow } from "../../protocol/institution.ts";
import type { ExitStatus } from "../../protocol/vocabulary.ts";
import type { Effect } from "./effect.ts";
import { emit, errorFields, institutionFields, linkInstitution } from "./emit.ts";
import { contextOf, firstState } from "./first-states.ts";
import type { SharedContext, ViewState } from "./states.ts";
import type { Move, Table } from "./transition.ts";

/** The moves until an institution is selected, but for the search, and the ways out: they come with the page. */
export const firstMoves = {
  ANY: {
    "network.lost": (state) => [{ ...state, offline: true }],
    "network.back": (state) => [{ ...state, offline: false }],
    "exit.requested": exitEarly,
    "exit.forced": exitEarly,
  },

  CLOSED: {
    "link.opened": (_, { institutions }) => [firstState(institutions), emit({ name: "OPEN" })],
  },

  SELECT_INSTITUTION: {
    "search.typed": (state, { query }) => [
      {
        ...state,
        query,
        results: null,
        lastError: null,
        // Whoever clears the search begins a new one, though it may be for the same.
        reportedQuery: query.trim() && state.reportedQuery,
      },
      ...searchFor(query),
    ],
    "institution.selected": (state, { institution }) => [
      { ...contextOf(state), name: "LOADING.institution", institution },
      ...emitSearch(state),
      emit({ name: "SELECT_INSTITUTION", ...institutionFields(institution) }),
      { do: "selectInstitution", institutionId: institution.institution_id },
    ],
  },
} satisfies Table;

/** Ends Link without a connection. */
export const exitWith = (
  { lastError: error }: SharedContext,
  status: ExitStatus | null,
  institution: InstitutionRow | null,
): Move => [
  { name: "CLOSED" },
  emit({
    name: "EXIT",
    ...(status && { exit_status: status }),
    ...(institution && institutionFields(institution)),
    ...(error && errorFields(error)),
  }),
  { do: "exit", error, institution: institution && linkInstitution(institution), status },
];

/** The search for a query, if there is anything in it. */
export function searchFor(query: string): Effect[] {
  return query.trim() === "" ? [] : [{ do: "search", query }];
}

function exitEarly(state: ViewState): Move {
  return exitWith(state, null, "institution" in state ? state.institution : null);
}

/** The event of a search that has not been reported yet. */
export function emitSearch({ query, reportedQuery }: ViewState<"SELECT_INSTITUTION">): Effect[] {
  return query === reportedQuery || query.trim() === ""
    ? []
    : [emit({ name: "SEARCH_INSTITUTION", institution_search_query: query })];
}
