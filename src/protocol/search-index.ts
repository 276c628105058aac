import { startsAlmostWith, transliterate, typosIn } from "./institution-search.ts";
import { plainWords } from "./name-rank.ts";

/**
 * Returns the first `max` rows that match a query, best first, as row numbers, without those that
 * `isWanted` rejects. Same results and order as `searchInstitutions`, but fast for long lists.
 */
export type SearchIndex = (
  query: string,
  max: number,
  isWanted?: (row: number) => boolean,
) => number[];

/** The first letters of a query, which are in as many letters of a text and two more, but for its typos. */
const HEAD = 8;
const NEAR = HEAD + 2;

/** More characters than typos, so that skipping letters at the end of a text never reaches the next text. */
const END = "\n\n\n";

/**
 * Builds an index of rows by their texts, the name first. All texts are one long string, which the
 * engine searches fastest; a hit's position tells its row.
 */
export const searchIndex = (rows: readonly (readonly string[])[]): SearchIndex => {
  const all = plainTexts(rows.flat());
  const { starts, words } = placesIn(all);
  const letters = Uint32Array.from(words, (at) => lettersIn(all, at, at + NEAR));
  const owners = Uint32Array.from(rows.flatMap((texts, row) => texts.map(() => row)));

  return (query, max, isWanted = () => true) => {
    const matches: number[] = [];
    const visits = new Uint8Array(rows.length);
    const isFull = (): boolean => matches.length >= max;
    const take = (row: number): void => {
      if (visits[row]) return;
      visits[row] = 1;
      if (isWanted(row)) matches.push(row);
    };

    const searchText = plainWords(transliterate(query));
    if (searchText === "") {
      if (query.trim() === "") for (let row = 0; row < rows.length && !isFull(); row++) take(row);
      return matches;
    }
    /** Takes each row with a text that contains the part and passes `fits`, in order. */
    const takeWith = (part: string, fits?: (text: string, row: number) => boolean): void => {
      let text = 0;
      let at = all.indexOf(part);
      while (at >= 0 && !isFull()) {
        while ((starts[text + 1] ?? all.length) <= at + 1) text++;
        const end = starts[text + 1] ?? all.length;
        const row = owners[text] ?? 0;
        if (!fits || fits(all.slice((starts[text] ?? 0) - 1, end), row)) take(row);
        // One hit per text is enough.
        at = all.indexOf(part, end - 1);
      }
    };
    const parts = searchText.split(" ");
    // The longest word is usually the rarest, so few texts are checked for the others.
    const longest = parts.reduce((part, b) => (b.length > part.length ? b : part));
    for (const part of [`\n${searchText}\n`, `\n${searchText}`, ` ${searchText}`]) takeWith(part);
    // If a word is in no text, no text has all words.
    const isMixed = parts.length > 1 && parts.every((part) => all.includes(part));
    const inside: number[] = [];
    if (isMixed)
      takeWith(longest, (text, row) => {
        if (!parts.every((part) => text.includes(part))) return false;
        const atStarts = parts.every(
          (part) => text.includes(` ${part}`) || text.startsWith(`\n${part}`),
        );
        if (!atStarts) inside.push(row);
        return atStarts;
      });
    takeWith(searchText);
    for (const row of inside) if (!isFull()) take(row);
    const searched = lettersIn(searchText, 0, HEAD);
    for (let typos = 1; typos <= typosIn(searchText); typos++) {
      if (typos > 1 && matches.length > 0) break;
      let text = 0;
      for (let word = 0; word < words.length && !isFull(); word++) {
        // A typo changes at most one letter of the head: most words are skipped.
        let missing = searched & ~(letters[word] ?? 0);
        for (let count = 0; count < typos; count++) missing &= missing - 1;
        if (missing !== 0) continue;
        const start = words[word] ?? 0;
        if (!startsAlmostWith(all, start, searchText, typos)) continue;
        while ((starts[text + 1] ?? all.length) <= start) text++;
        take(owners[text] ?? 0);
      }
    }
    return matches;
  };
};

/** Returns the letters of a part of a text, each as a bit, some with the bit of another one. */
function lettersIn(text: string, start: number, end: number): number {
  let bits = 0;
  for (let at = start; at < end && at < text.length; at++) bits |= 1 << (text.charCodeAt(at) % 32);
  return bits;
}

/**
 * The plain words of every text, between `END`s. In one pass, since text by text takes several
 * times as long.
 */
function plainTexts(texts: readonly string[]): string {
  const lines = texts.map((text) => text.replace(/\n/g, " "));
  return transliterate(`\n${lines.join("\n")}\n`)
    .replace(/[^\p{L}\p{N}\n]+/gu, " ")
    .replace(/ ?\n ?/g, END);
}

/** The positions at which each text and each word start. */
function placesIn(all: string): { starts: Uint32Array; words: Uint32Array } {
  const starts: number[] = [];
  const words: number[] = [];
  let start = END.length;
  for (const text of all.slice(END.length, -END.length).split(END)) {
    starts.push(start);
    words.push(start);
    for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1))
      words.push(start + at + 1);
    start += text.length + END.length;
  }
  return { starts: Uint32Array.from(starts), words: Uint32Array.from(words) };
}
