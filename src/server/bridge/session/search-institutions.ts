import {
  NameBankRequest,
  NameBankResponse,
  SearchInstitutionsRequest,
  SearchInstitutionsResponse,
} from "../../../protocol/link/bridge.ts";
import { isLookup } from "../../../protocol/search/institution-lookup.ts";
import { MAX_RESULTS } from "../../../protocol/search/institution-search.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { filterOf, isManualEntry, supersededFault, toRow } from "./session-state.ts";

/** The institutions this session may use whose name, routing number or web address fits a query, best first. */
export const searchInstitutions = bridgeEndpoint({
  path: "/bridge/institutions/search",
  access: "session",
  request: SearchInstitutionsRequest,
  response: SearchInstitutionsResponse,
  async handle({ query }, { directory, session }) {
    if (session.updateItemId !== null) throw supersededFault();
    const { language } = session.config;
    const filter = filterOf(session);
    const found = isLookup(query) ? directory.lookUp(query, filter).slice(0, MAX_RESULTS) : [];
    const matches = found.length > 0 ? found : directory.search(query, filter, MAX_RESULTS);
    // Without a match the user can still enter account numbers by hand, if the session allows it.
    const results = matches.length > 0 ? matches : directory.list(filter).filter(isManualEntry);
    return { institutions: results.map((institution) => toRow(institution, language)) };
  },
});

/** Names the bank of a routing number in the session's countries, with any products. */
export const nameBank = bridgeEndpoint({
  path: "/bridge/institutions/name",
  access: "session",
  request: NameBankRequest,
  response: NameBankResponse,
  async handle({ routing_number }, { directory, session }) {
    const { countryCodes, language } = session.config;
    const filter = { countryCodes, products: [] };
    const names = directory
      .lookUp(routing_number, filter)
      .map((institution) => toRow(institution, language).name);
    const [name = null, other = name] = new Set(names);
    return { name: other === name ? name : null };
  },
});
