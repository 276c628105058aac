import type { Language } from "../protocol/vocabulary.ts";

/** Groups one export of each language's folder, from a glob over all of them, by language. */
export const byLanguage = <Words>(files: Record<string, Words>): Record<Language, Words> =>
  Object.fromEntries(
    Object.entries(files).map(([path, words]) => [path.split("/")[1], words]),
  ) as Record<Language, Words>;
