import { SearchInstitutionsRequest, SearchInstitutionsResponse } from "../../../protocol/bridge.ts";
import { MOST_FOUND } from "../../../protocol/institution-search.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { alreadyAnswered, filterOf, isByHand, rowOf } from "./session.ts";

/** The institutions this session may use whose name fits a query, best first. */
export const searchInstitutions = bridgeEndpoint({
  path: "/bridge/institutions/search",
  access: "session",
  request: SearchInstitutionsRequest,
  response: SearchInstitutionsResponse,
  async handle({ query }, { directory, session }) {
    if (session.updateItemId !== null) throw alreadyAnswered();
    const { language } = session.config;
    const filter = filterOf(session);
    const found = directory.search(query, filter, MOST_FOUND);
    // Whose institution is not there can still go on, where numbers may be entered by hand.
    const rest = found.length > 0 ? found : directory.list(filter).filter(isByHand);
    return { institutions: rest.map((institution) => rowOf(institution, language)) };
  },
});
