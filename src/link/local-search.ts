import type { Search } from "./institution-index.ts";

/** What is known of an address: null where there is none, or where it has to be asked again. */
type Known = { address: string; search: Search | null; failed: boolean } | null;

/**
 * Keeps the institutions of one address at hand. Told an address it fetches those, once, when there is
 * time; answers their search as soon as that is possible, and null until then or where it failed: the
 * server searches as well. Told null, that nothing is searched now, it gives what failed another
 * chance; told another address it begins anew.
 */
export const createLocalSearch = (
  load: (address: string) => Promise<Search>,
  whenIdle: (run: () => void) => unknown,
): ((address: string | null) => Search | null) => {
  let known: Known = null;
  return (address) => {
    if (address === null) {
      if (known?.failed) known = null;
      return null;
    }
    if (address !== known?.address) {
      const mine: NonNullable<Known> = { address, search: null, failed: false };
      known = mine;
      whenIdle(() =>
        load(address).then(
          (search) => {
            mine.search = search;
          },
          () => {
            mine.failed = true;
          },
        ),
      );
    }
    return known.search;
  };
};
