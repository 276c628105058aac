/**
 * The facts that distinguish two banks of one name: the countries, the site, and whether it has a
 * connection of its own.
 */
export type BankMarks = {
  countries: readonly string[];
  /** Null if it is unknown, which any site agrees with. */
  site: string | null;
  isConnected: boolean;
};

/** A bank of the index; `number` is its position in the order of preference. */
export type IndexedBank = BankMarks & { number: number };

/** Markers in the keys of the lists, for no site and for any site. */
const [NO_SITE, ANY_SITE] = ["", "*"];

/**
 * An index of banks by name. Each list has the banks of one name, country and site in the order of
 * preference, so that its first bank is the one to take, without a scan of the thousands of banks that may
 * share the name. The marks of a bank change only while it is out of the index.
 */
export const createBankIndex = <Bank extends IndexedBank>() => {
  const lists = new Map<string, Bank[]>();
  return {
    add(names: readonly string[], bank: Bank): void {
      for (const key of toKeys(names, bank)) {
        const list = lists.get(key);
        if (list) list.splice(findPlace(list, bank), 0, bank);
        else lists.set(key, [bank]);
      }
    },
    remove(names: readonly string[], bank: Bank): void {
      for (const key of toKeys(names, bank)) {
        const list = lists.get(key);
        if (list) list.splice(findPlace(list, bank), 1);
      }
    },
    /**
     * Returns the preferred bank of a name that may be the same as a bank with these marks; undefined if
     * there is none.
     */
    first(name: string, { countries, site, isConnected }: BankMarks): Bank | undefined {
      const sites = site === null ? [ANY_SITE] : [site, NO_SITE];
      return countries
        .flatMap((country) =>
          sites.flatMap((each) => lists.get(toKey(isConnected, country, each, name))?.[0] ?? []),
        )
        .toSorted((a, b) => a.number - b.number)
        .at(0);
    },
  };
};

/** A list is for institutions with a connection of their own, which no second one joins, or for all others. */
const toKey = (isForConnected: boolean, country: string, site: string, name: string): string =>
  `${isForConnected} ${country} ${site} ${name}`;

function toKeys(names: readonly string[], { countries, site, isConnected }: BankMarks): string[] {
  return names.flatMap((name) =>
    countries.flatMap((country) =>
      [site ?? NO_SITE, ANY_SITE].flatMap((each) =>
        (isConnected ? [false] : [false, true]).map((forConnected) =>
          toKey(forConnected, country, each, name),
        ),
      ),
    ),
  );
}

/** The position of a bank in a list by its number, by binary search. */
function findPlace(list: readonly IndexedBank[], { number }: IndexedBank): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.number ?? number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
