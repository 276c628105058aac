import type { InstitutionRow } from "../protocol/institution.ts";
import { type CompactInstitutions, expand } from "../protocol/search/compact-institutions.ts";
import { MAX_RESULTS } from "../protocol/search/institution-search.ts";
import { searchIndex } from "../protocol/search/search-index.ts";

/** Returns the rows that match a query, best first. */
export type Search = (query: string) => InstitutionRow[];

/**
 * Fetches all institutions of a session from its address; resolves with a search that finds the
 * same as the server's. Rejects if fetching fails.
 */
export const loadIndex = async (
  fetch: typeof globalThis.fetch,
  address: string,
): Promise<Search> => {
  const response = await fetch(address, { credentials: "omit", priority: "low" });
  if (!response.ok) throw new Error(`the institutions cannot be had: ${response.status}`);
  const compactRows: CompactInstitutions = await response.json();
  const { texts, row, byHand } = expand(compactRows);
  const index = searchIndex(texts);
  return (query) => {
    const results = index(query, MAX_RESULTS);
    // If the institution is missing, the user can still enter numbers by hand if the session
    // allows it.
    return (results.length > 0 ? results : byHand).map(row);
  };
};
