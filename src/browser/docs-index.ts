/** The index that the build makes of the documentation: `scripts/docs/search-index.mjs`. */
export type SearchIndex = {
  /** Each page's address and title. */
  pages: [address: string, title: string][];
  /** Each section's page by its number, its anchor and its heading. */
  sections: [page: number, anchor: string, heading: string][];
  /** The numbers of each word's sections, as distances from the previous one. */
  words: Record<string, number[]>;
};

/** A section that has all words of a search. */
export type Found = { href: string; page: string; heading: string };

let index: Promise<SearchIndex> | undefined;

/** Loads the index with the first search; the next one tries again if it fails. */
export const loadIndex = (): Promise<SearchIndex> => {
  index ??= fetch("/docs/search.json").then((response) => {
    if (!response.ok) throw new Error(`the index's request failed with ${response.status}`);
    return response.json();
  });
  index.catch(() => {
    index = undefined;
  });
  return index;
};

const MOST = 12;

/** Scores for a word that is in the heading, in the page's title, and in the text as typed. */
const IN_HEADING = 6;
const IN_TITLE = 3;
const AS_TYPED = 1;

/**
 * Finds the sections with every word of a text, or with a word that begins like it; the best first.
 */
export const searchPages = (index: SearchIndex, text: string): Found[] => {
  const terms = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const [first, ...others] = terms.map((term) => scoreSections(index, term));
  if (!first) return [];
  return [...first]
    .filter(([section]) => others.every((scores) => scores.has(section)))
    .map(([section, score]) => ({
      section,
      score: others.reduce((sum, scores) => sum + (scores.get(section) ?? 0), score),
    }))
    .toSorted((a, b) => b.score - a.score || a.section - b.section)
    .slice(0, MOST)
    .flatMap(({ section }) => findSection(index, section));
};

/** Scores the sections with words that begin with a term. */
const scoreSections = (index: SearchIndex, term: string): ReadonlyMap<number, number> => {
  const scores = new Map<number, number>();
  for (const [word, distances] of Object.entries(index.words)) {
    if (!word.startsWith(term)) continue;
    let section = 0;
    for (const distance of distances) {
      section += distance;
      const found = findSection(index, section)[0];
      const score =
        1 +
        (word === term ? AS_TYPED : 0) +
        (found?.heading.toLowerCase().includes(term) ? IN_HEADING : 0) +
        (found?.page.toLowerCase().includes(term) ? IN_TITLE : 0);
      scores.set(section, Math.max(scores.get(section) ?? 0, score));
    }
  }
  return scores;
};

const findSection = ({ pages, sections }: SearchIndex, section: number): Found[] => {
  const [number = -1, anchor, heading = ""] = sections[section] ?? [];
  const [address, page = ""] = pages[number] ?? [];
  return address === undefined ? [] : [{ href: `${address}#${anchor}`, page, heading }];
};
