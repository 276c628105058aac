import type { InstitutionRow } from "../institution.ts";
import { makeAppearance } from "../link/appearance.ts";

/** An institution in the frame's search: its row, and further search data. */
export type SearchableRow = InstitutionRow & {
  /** The other names of the institution. */
  aliases: readonly string[];
  /** Whether the row is the entry for manual account numbers. */
  byHand: boolean;
};

/**
 * Many institutions in few bytes after brotli. Names are split into words: frequent words stay in a
 * template, other words are sent separately. Numbers are written digit by digit, all first digits
 * first, so that similar data is adjacent.
 */
export type CompactInstitutions = {
  version: 1;
  /** The templates, most frequent first; an empty word is a gap. */
  templates: string[];
  /** The template of each name: numbers in base 64. */
  shapes: string;
  /** The words for the gaps in the templates, in the order of the names. */
  words: string;
  /** The digits of each id: numbers in base 64. */
  ids: string;
  /**
   * The fields that do not derive from the id, with the number of rows skipped since the previous
   * such row.
   */
  others: [skipped: number, other: Partial<SearchableRow>][];
};

/** The minimum number of names with a word that makes the word a part of templates. */
const COMMON = 8;

/** Encodes institutions. */
export const compact = (rows: readonly SearchableRow[]): CompactInstitutions => {
  const names = rows.map(({ name }) => name.split(" "));
  const counts = countTexts(names.flat());
  const isCommon = (word: string): boolean => word !== "" && (counts.get(word) ?? 0) >= COMMON;
  const shapeOf = (name: string[]): string =>
    name.map((word) => (isCommon(word) ? word : "")).join(" ");
  const shapes = names.map(shapeOf);
  const templates = [...countTexts(shapes)].sort(([, a], [, b]) => b - a);
  const places = new Map(templates.map(([template], place) => [template, place]));
  return {
    version: 1,
    templates: templates.map(([template]) => template),
    shapes: encodeNumbers(shapes.map((shape) => places.get(shape) ?? 0)),
    words: names.flatMap((name) => name.filter((word) => !isCommon(word))).join(" "),
    ids: encodeNumbers(rows.map(({ institution_id: id }) => parseNumber(id))),
    others: othersIn(rows),
  };
};

/** The decoded institutions; `row` builds one on demand. */
export type ExpandedInstitutions = {
  /** The texts by which each is found, its name first. */
  texts: string[][];
  row(at: number): InstitutionRow;
  /** The numbers of the rows for account numbers by hand. */
  byHand: number[];
};

/** Decodes institutions. Throws for another version. */
export const expand = (compact: CompactInstitutions): ExpandedInstitutions => {
  if (compact.version !== 1) throw new Error("the institutions are of another version");
  const templates = compact.templates.map((template) => template.split(" "));
  const words = compact.words.split(" ");
  const ids = read(compact.ids);
  let next = 0;
  const names = read(compact.shapes).map((shape) =>
    (templates[shape] ?? []).map((word) => word || words[next++]).join(" "),
  );
  const others = new Map<number, Partial<SearchableRow>>();
  let at = -1;
  for (const [gap, other] of compact.others) {
    at += gap + 1;
    others.set(at, other);
  }
  return {
    texts: names.map((name, at) => [name, ...(others.get(at)?.aliases ?? [])]),
    row: (at) => {
      const { aliases: _, byHand: __, ...other } = others.get(at) ?? {};
      const institution_id = other.institution_id ?? `ins_${ids[at]}`;
      const { logoShape: mark, color } = makeAppearance(institution_id);
      return { institution_id, name: names[at] ?? "", mark, color, ...other };
    },
    byHand: [...others].filter(([, { byHand }]) => byHand).map(([at]) => at),
  };
};

function othersIn(rows: readonly SearchableRow[]): CompactInstitutions["others"] {
  const others: CompactInstitutions["others"] = [];
  let last = -1;
  for (const [at, row] of rows.entries()) {
    const looks = makeAppearance(row.institution_id);
    const other: Partial<SearchableRow> = {
      ...(`ins_${parseNumber(row.institution_id)}` !== row.institution_id && {
        institution_id: row.institution_id,
      }),
      ...(row.mark !== looks.logoShape && { mark: row.mark }),
      ...(row.color !== looks.color && { color: row.color }),
      ...(row.logo && { logo: row.logo }),
      ...(row.label && { label: row.label }),
      ...(row.trouble && { trouble: row.trouble }),
      ...(row.aliases.length > 0 && { aliases: row.aliases }),
      ...(row.byHand && { byHand: true }),
    };
    if (Object.keys(other).length === 0) continue;
    others.push([at - last - 1, other]);
    last = at;
  }
  return others;
}

function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The number in an id; 0 for an id in another format. */
const parseNumber = (id: string): number => Number(/^ins_([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0);

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Encodes numbers in base 64: the highest digits of all of them, a dot, the next ones, and so on.
 */
function encodeNumbers(numbers: readonly number[]): string {
  const planes: string[] = [];
  let quotients = [...numbers];
  do {
    planes.unshift(quotients.map((number) => DIGITS[number % 64]).join(""));
    quotients = quotients.map((number) => Math.floor(number / 64));
  } while (quotients.some((number) => number > 0));
  return planes.join(".");
}

function read(text: string): number[] {
  const numbers: number[] = [];
  for (const plane of text.split("."))
    for (let at = 0; at < plane.length; at++)
      numbers[at] = (numbers[at] ?? 0) * 64 + DIGITS.indexOf(plane.charAt(at));
  return numbers;
}
