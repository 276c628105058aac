import { SearchInstitutionsRequest, SearchInstitutionsResponse } from "../../protocol/bridge.ts";
import { searchInstitutions as search } from "../../protocol/institution-search.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { alreadyAnswered, filterOf, MOST_FOUND, rowOf } from "./session.ts";

/** The institutions this session may use whose name fits a query, best first. */
export const searchInstitutions = bridgeEndpoint({
  path: "/bridge/institutions/search",
  access: "session",
  request: SearchInstitutionsRequest,
  response: SearchInstitutionsResponse,
  async handle({ query }, { directory, session }) {
    if (session.mends !== null) throw alreadyAnswered();
    const { language } = session.config;
    const fitting = directory.list(filterOf(session)).map((institution) => ({
      institution,
      name: institution.translations?.[language]?.name ?? institution.name,
      aliases: institution.aliases,
    }));
    const found = search(query, fitting).slice(0, MOST_FOUND);
    // Whose institution is not there can still go on, where numbers may be entered by hand.
    const rest = found.length > 0 ? found : fitting.filter(isByHand);
    return { institutions: rest.map(({ institution }) => rowOf(institution, language)) };
  },
});

const isByHand = ({ institution }: { institution: { purpose: string } }): boolean =>
  institution.purpose === "numbers";
