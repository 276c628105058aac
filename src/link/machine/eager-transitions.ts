import type { ExitStatus } from "../../protocol/exit-status.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { Effect } from "./effect.ts";
import { emit, errorFields, institutionFields, linkInstitution } from "./emit.ts";
import { firstState, pickContext } from "./first-states.ts";
import type { SharedContext, ViewState } from "./states.ts";
import type { Table, Transition } from "./transition.ts";

/**
 * The transitions until an institution is selected, without search results, and the exits. They
 * load with the page.
 */
export const eagerTransitions = {
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
        // A cleared search starts again, even with the same query.
        reportedQuery: query.trim() && state.reportedQuery,
      },
      ...searchFor(query),
    ],
    "institution.selected": (state, { institution }) => [
      { ...pickContext(state), name: "LOADING.institution", institution },
      ...emitSearch(state),
      emit({ name: "SELECT_INSTITUTION", ...institutionFields(institution) }),
      { do: "selectInstitution", institution },
    ],
  },
} satisfies Table;

/** Ends Link without a connection. */
export const exitWith = (
  { lastError: error }: SharedContext,
  status: ExitStatus | null,
  institution: InstitutionRow | null,
): Transition => [
  { name: "CLOSED" },
  emit({
    name: "EXIT",
    ...(status && { exit_status: status }),
    ...(institution && institutionFields(institution)),
    ...(error && errorFields(error)),
  }),
  { do: "exit", error, institution: institution && linkInstitution(institution), status },
];

/** Returns the search for a query; empty for an empty query. */
export function searchFor(query: string): Effect[] {
  return query.trim() ? [{ do: "search", query }] : [];
}

function exitEarly(state: ViewState): Transition {
  return exitWith(state, null, "institution" in state ? state.institution : null);
}

/** Returns the event of an unreported search. */
export function emitSearch({ query, reportedQuery }: ViewState<"SELECT_INSTITUTION">): Effect[] {
  return query !== reportedQuery && query.trim()
    ? [emit({ name: "SEARCH_INSTITUTION", institution_search_query: query })]
    : [];
}
