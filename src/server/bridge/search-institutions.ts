import { SearchInstitutionsRequest, SearchInstitutionsResponse } from "../../protocol/bridge.ts";
import { searchInstitutions as search } from "../../protocol/institution-search.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { filterOf, MOST_FOUND, rowOf } from "./session.ts";

/** The institutions this session may use whose name fits a query, best first. */
export const searchInstitutions = bridgeEndpoint({
  path: "/bridge/institutions/search",
  access: "session",
  request: SearchInstitutionsRequest,
  response: SearchInstitutionsResponse,
  async handle({ query }, { directory, session }) {
    const found = search(query, directory.list(filterOf(session)));
    return { institutions: found.slice(0, MOST_FOUND).map(rowOf) };
  },
});
