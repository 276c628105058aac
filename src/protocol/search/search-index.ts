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

/**
 * The number of a query's first letters that a hit has among the first `NEAR` letters of its text, except for
 * typos.
 */
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
  const owners = rows.flatMap((texts, row) => texts.map(() => row));
  const { starts, words } = placesIn(all, owners);

  return (query, max, isWanted = () => true) => {
    const matches: number[] = [];
    const visits = new Uint8Array(rows.length);
    const isFull = (): boolean => matches.length >= max;
    const take = (row: number): void => {
      if (visits[row] || isFull()) return;
      visits[row] = 1;
      if (isWanted(row)) matches.push(row);
    };

    const searchText = plainWords(transliterate(query));
    if (searchText === "") {
      if (query.trim() === "") for (const row of owners) take(row);
      return matches;
    }
    const searched = lettersIn(searchText, 0, HEAD);
    /** Visits the row and the position of each word that starts with the query, apart from typos, in order. */
    const eachStart = (typos: number, visit: (row: number, start: number) => void): void => {
      for (const { start, row, letters } of words[typos ? "" : searchText.slice(0, 2)] ?? []) {
        if (isFull()) return;
        // A typo changes at most one letter of the head: most words are skipped.
        let missing = searched & ~letters;
        for (let count = 0; count < typos; count++) missing &= missing - 1;
        if (missing !== 0) continue;
        if (startsAlmostWith(all, start, searchText, typos)) visit(row, start);
      }
    };
    /** Takes each row with a text that contains the part and passes `fits`, in order. */
    const takeWith = (part: string, fits?: (text: string, row: number) => boolean): void => {
      let text = 0;
      let at = all.indexOf(part);
      while (at >= 0 && !isFull()) {
        while ((starts[text + 1] ?? all.length) <= at + 1) text++;
        const end = starts[text + 1] ?? all.length;
        const row = owners[text] ?? 0;
        if (!fits || fits(` ${all.slice(starts[text], end)}`, row)) take(row);
        // A single hit per text is enough.
        at = all.indexOf(part, end - 1);
      }
    };
    const parts = searchText.split(" ");
    // The longest word is usually the rarest, so few texts are checked for the others.
    const longest = parts.reduce((part, b) => (b.length > part.length ? b : part));
    /** The rows with the whole text, with its start, and with the start of a later word. */
    const ranks: [number[], number[], number[]] = [[], [], []];
    eachStart(0, (row, start) => {
      const isWhole = all[start + searchText.length] === "\n";
      ranks[all[start - 1] === " " ? 2 : isWhole ? 0 : 1].push(row);
    });
    for (const row of ranks.flat()) take(row);
    const inside: number[] = [];
    if (parts.length > 1)
      takeWith(longest, (text, row) => {
        if (!parts.every((part) => text.includes(part))) return false;
        const atStarts = parts.every((part) => text.includes(` ${part}`));
        if (!atStarts) inside.push(row);
        return atStarts;
      });
    takeWith(searchText);
    for (const row of inside) take(row);
    for (let typos = 1; typos <= typosIn(searchText); typos++) {
      if (typos > 1 && matches.length) break;
      const almost: number[] = [];
      eachStart(typos, (row) => almost.push(row));
      const lengthOf = (row: number): number => rows[row]?.[0]?.length ?? 0;
      // The words are in the order of rows, and sorting is stable.
      for (const row of almost.sort((a, b) => lengthOf(a) - lengthOf(b))) take(row);
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

/** A word of a row: its position, and the letters from there on. */
type Word = { start: number; row: number; letters: number };

/**
 * The positions at which each text starts, and its words by their first letter, by their first two
 * letters, and all of them under `""`.
 */
function placesIn(all: string, owners: number[]) {
  const starts: number[] = [];
  const words: Record<string, Word[]> = {};
  let start = END.length;
  for (const text of all.slice(END.length, -END.length).split(END)) {
    const row = owners[starts.length] ?? 0;
    starts.push(start);
    for (const word of text.split(" ")) {
      const place = { start, row, letters: lettersIn(all, start, start + NEAR) };
      for (const length of [0, 1, 2]) {
        const head = all.slice(start, start + length);
        words[head] ??= [];
        words[head].push(place);
      }
      start += word.length + 1;
    }
    start += END.length - 1;
  }
  return { starts, words };
}
