import type { Search } from "./institution-index.ts";

/** The institutions of an address: null until loaded, or if loading failed. */
type Entry = { address: string; search: Search | null; hasFailed: boolean } | null;

/**
 * Searches the institutions of one address in the frame. Called with an address, it fetches them
 * once, when the browser is idle, and returns their search as soon as it can; until then, or if
 * that failed, it returns null and the server searches. Called with null, since no search is open,
 * it lets a failed address be fetched again; another address replaces the current one.
 */
export const createLocalSearch = (
  load: (address: string) => Promise<Search>,
  whenIdle: (run: () => void) => unknown,
): ((address: string | null) => Search | null) => {
  let entry: Entry = null;
  return (address) => {
    if (address === null) {
      if (entry?.hasFailed) entry = null;
      return null;
    }
    if (address !== entry?.address) {
      const next: NonNullable<Entry> = { address, search: null, hasFailed: false };
      entry = next;
      whenIdle(() =>
        load(address).then(
          (search) => {
            next.search = search;
          },
          () => {
            next.hasFailed = true;
          },
        ),
      );
    }
    return entry.search;
  };
};
