import { fold } from "./fold.ts";
import { isForgiven, startsAlmostWith } from "./institution-search.ts";
import { plainWords } from "./name-rank.ts";

/**
 * Finds the first `most` rows that fit a query, best first, as row numbers; what `isWanted` turns down
 * is left out. Finds what `searchInstitutions` finds, in its order, but among many in no time.
 */
export type SearchIndex = (
  query: string,
  most: number,
  isWanted?: (row: number) => boolean,
) => number[];

/** Two, so that a letter skipped at the end of a text is never followed by the next text. */
const END = "\n\n";

/**
 * Makes an index of rows by the texts that each is known by, the name first. All of them are one long
 * string: searching that is what the engine does best, and a hit's place tells whose it is.
 */
export const searchIndex = (rows: readonly (readonly string[])[]): SearchIndex => {
  const all = plainTexts(rows.flat());
  const { starts, words } = placesIn(all);
  const heads = Uint32Array.from(words, (at) => headOf(all, at));
  const owners = Uint32Array.from(rows.flatMap((texts, row) => texts.map(() => row)));

  return (query, most, isWanted = () => true) => {
    const matches: number[] = [];
    const visits = new Uint8Array(rows.length);
    const isFull = (): boolean => matches.length >= most;
    const take = (row: number): void => {
      if (visits[row]) return;
      visits[row] = 1;
      if (isWanted(row)) matches.push(row);
    };

    const searchText = plainWords(query);
    if (searchText === "") {
      if (query.trim() === "") for (let row = 0; row < rows.length && !isFull(); row++) take(row);
      return matches;
    }
    /** Takes each text that has a part in it, and fits where more is asked of it, in their order. */
    const takeWith = (part: string, fits?: (text: string, row: number) => boolean): void => {
      let text = 0;
      let at = all.indexOf(part);
      while (at >= 0 && !isFull()) {
        while ((starts[text + 1] ?? all.length) <= at + 1) text++;
        const end = starts[text + 1] ?? all.length;
        const row = owners[text] ?? 0;
        if (!fits || fits(all.slice((starts[text] ?? 0) - 1, end), row)) take(row);
        // One hit is enough for a text.
        at = all.indexOf(part, end - 1);
      }
    };
    const parts = searchText.split(" ");
    // The longest word is the rarest, as a rule: few texts have to be looked at for the others.
    const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
    for (const part of [`\n${searchText}\n`, `\n${searchText}`, ` ${searchText}`]) takeWith(part);
    // Where a word is in no text, there is none that all of them are in.
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
    if (!isForgiven(searchText)) return matches;
    const [first, second] = [searchText.charCodeAt(0), searchText.charCodeAt(1)];
    let text = 0;
    for (let word = 0; word < words.length && !isFull(); word++) {
      const head = heads[word] ?? 0;
      // One slip leaves one of the first two letters there: most words need no closer look.
      const [one, other] = [head >>> 16, head & 0xffff];
      if (one !== first && one !== second && other !== first && other !== second) continue;
      const start = words[word] ?? 0;
      if (!startsAlmostWith(all, start, searchText)) continue;
      while ((starts[text + 1] ?? all.length) <= start) text++;
      take(owners[text] ?? 0);
    }
    return matches;
  };
};

/** The first two letters of a word, in one number. */
const headOf = (all: string, at: number): number =>
  ((all.charCodeAt(at) << 16) | all.charCodeAt(at + 1)) >>> 0;

/** The plain words of every text, between `END`s. All at once: one by one takes several times as long. */
function plainTexts(texts: readonly string[]): string {
  const lines = texts.map((text) => text.replace(/\n/g, " "));
  return fold(`\n${lines.join("\n")}\n`)
    .replace(/[^\p{L}\p{N}\n]+/gu, " ")
    .replace(/ ?\n ?/g, END);
}

/** Where each text starts, and each word. */
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
