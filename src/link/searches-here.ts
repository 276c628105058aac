import type { Search } from "./institution-index.ts";

/**
 * Keeps the institutions of one address at hand. Told an address it fetches those, once, when there is
 * time; answers their search as soon as that is possible, and null until then or where it failed: the
 * server searches as well. Told another address, or none, it forgets.
 */
export const searchesHere = (
  load: (address: string) => Promise<Search>,
  whenIdle: (run: () => void) => unknown,
): ((address: string | null) => Search | null) => {
  let current: { address: string | null; search: Search | null } = { address: null, search: null };
  return (address) => {
    if (address !== current.address) {
      const mine: typeof current = { address, search: null };
      current = mine;
      if (address !== null)
        whenIdle(() => {
          if (current === mine)
            load(address).then(
              (search) => {
                mine.search = search;
              },
              () => undefined,
            );
        });
    }
    return current.search;
  };
};
