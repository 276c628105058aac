import type { InstitutionRow } from "../protocol/institution.ts";
import { type CompactInstitutions, expand } from "../protocol/search/compact-institutions.ts";
import { MAX_RESULTS } from "../protocol/search/institution-search.ts";
import { searchIndex } from "../protocol/search/search-index.ts";

/** Returns the rows that match a query, best first. */
export type Search = (query: string) => InstitutionRow[];

/**
 * Fetches all institutions of a session. Resolves with a search that has the same results as the
 * server's search. Rejects if the fetch fails.
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
    // A user whose institution is missing can enter numbers by hand, if the session allows manual
    // entry.
    return (results.length > 0 ? results : byHand).map(row);
  };
};
