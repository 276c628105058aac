import type { Language } from "../protocol/vocabulary.ts";

/** What each language's folder has under one name, from a glob over all of them, by language. */
export const byLanguage = <Words>(files: Record<string, Words>): Record<Language, Words> =>
  Object.fromEntries(
    Object.entries(files).map(([path, words]) => [path.split("/")[1], words]),
  ) as Record<Language, Words>;
