import type { SearchIndex } from "../../src/docs/search.ts";

type Section = { anchor: string; heading: string; words: string };

export function searchIndex(
  pages: { address: string; title: string; sections: Section[] }[],
): SearchIndex;
