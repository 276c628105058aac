import {
  NameBankRequest,
  NameBankResponse,
  SearchInstitutionsRequest,
  SearchInstitutionsResponse,
} from "../../../protocol/link/bridge.ts";
import { isLookup } from "../../../protocol/search/institution-lookup.ts";
import { MAX_RESULTS } from "../../../protocol/search/institution-search.ts";
import type { Directory, InstitutionFilter } from "../../domain/connectors/directory.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { filterOf, isManualEntry, supersededFault, toRow } from "./session-state.ts";

/**
 * The session's institutions whose name, routing number or web address fits a query, best match
 * first.
 */
export const searchInstitutions = bridgeEndpoint({
  path: "/bridge/institutions/search",
  access: "session",
  request: SearchInstitutionsRequest,
  response: SearchInstitutionsResponse,
  async handle({ query }, { directory, session }) {
    if (session.updateItemId !== null) throw supersededFault();
    const { language } = session.config;
    const filter = filterOf(session);
    const { hidden, onceEach } = bankRowsOf(directory, filter);
    const found = isLookup(query) ? onceEach(directory.lookUp(query, filter)) : [];
    const matches =
      found.length > 0 ? found : onceEach(directory.search(query, filter, MAX_RESULTS + hidden));
    // Without a match the user can still enter account numbers by hand, if the session allows that.
    const results = matches.length > 0 ? matches : directory.list(filter).filter(isManualEntry);
    return { institutions: results.map((institution) => toRow(institution, language)) };
  },
});

/**
 * Returns the number of institutions represented by other rows, and a function that replaces ways
 * by their banks without duplicates.
 */
const bankRowsOf = (directory: Directory, filter: InstitutionFilter) => {
  const rows = directory.rows(filter);
  const banks = new Map(
    rows.flatMap(({ institution, members }) =>
      members.map((member) => [member, institution] as const),
    ),
  );
  const onceEach = (institutions: readonly CatalogueInstitution[]) =>
    [...new Set(institutions.map((each) => banks.get(each) ?? each))].slice(0, MAX_RESULTS);
  return { hidden: banks.size - rows.length, onceEach };
};

/** Names the bank of a routing number in the session's countries, whatever its products. */
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
