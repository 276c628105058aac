import type { InstitutionRow } from "../../protocol/institution.ts";
import type { SharedContext, ViewState } from "./states.ts";

/** Returns the first state: the list, or loading while a link token has no institutions yet. */
export const firstState = (
  institutions: InstitutionRow[] | null,
): ViewState<"SELECT_INSTITUTION" | "LOADING.start"> => {
  const context: SharedContext = {
    institutions: institutions ?? [],
    query: "",
    lastError: null,
    update: false,
    offline: false,
  };
  return institutions
    ? institutionList(context)
    : { ...context, name: "LOADING.start", institution: null };
};

/** Returns the state of the list of institutions, with the query of the context. */
export const institutionList = (context: SharedContext): ViewState<"SELECT_INSTITUTION"> => ({
  ...pickContext(context),
  name: "SELECT_INSTITUTION",
  results: null,
  reportedQuery: context.query,
});

/** Returns the context that a state hands to the next. */
export const pickContext = ({
  institutions,
  query,
  lastError,
  update,
  several,
  offline,
}: SharedContext): SharedContext => ({ institutions, query, lastError, update, several, offline });
