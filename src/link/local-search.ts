import type { Search } from "./institution-index.ts";

/** The institutions of an address: null until loaded, or if loading failed. */
type Entry = { address: string; search: Search | null; hasFailed: boolean } | null;

/**
 * Searches the institutions of an address in the frame. The first call for an address fetches the
 * institutions when the browser is idle. Returns null until they are loaded; the server then
 * searches instead. A call with null closes the search and allows another fetch of a failed
 * address. A new address replaces the current address.
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
