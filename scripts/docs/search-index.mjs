// Creates the index for searching the documentation in the browser.

const WORD = /[\p{L}\p{N}_]+/gu;

/** Words that occur in nearly every section, so that searching them is useless. */
const LEFT_OUT = new Set(
  "a an and are as at be by for from has if in is it its of on or so that the their them then they this to was which with".split(
    " ",
  ),
);

/** The address of the API reference. Its sections are the API's paths. */
const REFERENCE = "/docs";

/** Returns the reference as a page of the index, from the client's generated types and paths. */
export const referencePage = (operations, paths) => {
  const summaries = new Map(
    [...operations.matchAll(/\/\*\* (.+?) \*\/\s+(\w+): Operation</g)].map(([, text, name]) => [
      name,
      text,
    ]),
  );
  const sections = [...paths.matchAll(/^ {2}(\w+): "(\/[^"]+)"/gm)].map(([, name, path]) => ({
    anchor: path.slice(1).replaceAll("/", "_"),
    heading: path,
    words: `${path} ${summaries.get(name) ?? ""}`,
  }));
  return { address: REFERENCE, title: "API reference", sections };
};

/**
 * Returns the index of pages with addresses, titles and sections. For each word, the index has the
 * numbers of its sections, as differences to the previous number.
 */
export const searchIndex = (pages) => {
  const sections = [];
  const words = new Map();
  for (const [page, { sections: parts }] of pages.entries())
    for (const { anchor, heading, words: text } of parts) {
      const found = text.toLowerCase().match(WORD) ?? [];
      for (const word of new Set(found.flatMap((each) => [each, ...each.split("_")])))
        if (word.length > 1 && word.length < 40 && !LEFT_OUT.has(word))
          words.set(word, [...(words.get(word) ?? []), sections.length]);
      sections.push([page, anchor, heading]);
    }
  const distances = (numbers) => numbers.map((number, n) => number - (numbers[n - 1] ?? 0));
  return {
    pages: pages.map(({ address, title }) => [address, title]),
    sections,
    words: Object.fromEntries(
      [...words]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([word, numbers]) => [word, distances(numbers)]),
    ),
  };
};
