import { type CompactInstitutions, expand } from "../protocol/compact-institutions.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import { MAX_RESULTS } from "../protocol/institution-search.ts";
import { searchIndex } from "../protocol/search-index.ts";

/** Searches for what is typed: the rows that fit, best first. */
export type Search = (query: string) => InstitutionRow[];

/**
 * Fetches all institutions of a session from its address; resolves with a search that finds what the
 * server's would. Rejects when they cannot be had.
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
    // Whose institution is not there can still go on, where numbers may be entered by hand.
    return (results.length > 0 ? results : byHand).map(row);
  };
};
