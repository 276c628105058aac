import type { InstitutionRow } from "../../protocol/institution.ts";
import type { SharedContext, ViewState } from "./states.ts";

/** What Link shows first: the list, or that the session starts where a token has to name it. */
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

/** The list of institutions, as far as the user had come in it. */
export const institutionList = (context: SharedContext): ViewState<"SELECT_INSTITUTION"> => ({
  ...contextOf(context),
  name: "SELECT_INSTITUTION",
  results: null,
  reportedQuery: context.query,
});

/** What goes along from a state to the next. */
export const contextOf = ({
  institutions,
  query,
  lastError,
  update,
  offline,
}: SharedContext): SharedContext => ({ institutions, query, lastError, update, offline });
