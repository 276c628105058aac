import type { SearchInstitutionsResponse } from "../protocol/bridge.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { BridgeCall } from "./session-options.ts";

/** Debounces the event of a search: a user who stops typing for this long has searched. */
const DEBOUNCE_MS = 500;

/**
 * Searches for what is typed, the last query only: in the frame once that is possible (`localSearch` is
 * null until then), and else on the server.
 */
export const typedSearch = (
  localSearch: () => ((query: string) => InstitutionRow[]) | null,
): BridgeCall<"search"> => {
  let abortLast = (): void => undefined;
  return async ({ call }, { query }, signal, send) => {
    abortLast();
    const request = new AbortController();
    const timer = setTimeout(() => send({ type: "search.paused" }), DEBOUNCE_MS);
    abortLast = () => {
      clearTimeout(timer);
      request.abort();
    };
    signal.addEventListener("abort", abortLast);
    const search = localSearch();
    if (search) {
      // Together with the letter, so that the list is drawn once.
      send({ type: "search.answered", query, institutions: search(query) });
      return null;
    }
    const { institutions } = await call<SearchInstitutionsResponse>(
      "institutions/search",
      { query },
      request.signal,
    );
    return { type: "search.answered", query, institutions };
  };
};
