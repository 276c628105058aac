import type { Search } from "./institution-index.ts";

/** The institutions of an address: null until they are here, or where fetching them failed. */
type Entry = { address: string; search: Search | null; hasFailed: boolean } | null;

/**
 * Searches the institutions of one address in the frame. Called with an address it fetches them, once,
 * when the browser is idle, and answers their search as soon as it can; until then, and where that
 * failed, null: the server searches as well. Called with null, as nothing is searched now, it lets a
 * failed address be fetched again; called with another address it begins anew.
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
