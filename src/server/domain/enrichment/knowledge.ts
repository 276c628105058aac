import type { CounterpartyType } from "../../../protocol/enrichment.ts";
import { createPhraseIndex, type PhraseIndex } from "./phrases.ts";
import type { DetailedCategory } from "./taxonomy.ts";
import { wordsOf } from "./words.ts";

/** A merchant, or another counterparty, of the data files. */
export type Merchant = {
  name: string;
  type: CounterpartyType;
  website: string | null;
  category: DetailedCategory;
  /** The countries that it is in, ISO 3166-1 alpha-2; null if it may be in any. */
  countries: ReadonlySet<string> | null;
  /** Whether merchants.txt has it, in which each line was looked at. */
  isChosen: boolean;
};

/** A name under which a merchant is known; `isWord` if it counts only where a description begins. */
type MerchantName = { merchant: Merchant; isWord: boolean };

/** The meaning of words, by the way the money goes. */
type Pattern = {
  words: string;
  score: number;
  in: DetailedCategory | null;
  out: DetailedCategory | null;
};

/** A payment service that is written before the merchant's name. */
export type Intermediary = Pick<Merchant, "name" | "type" | "website">;

/** The data files, read and indexed. */
export type Knowledge = {
  merchants: PhraseIndex<MerchantName>;
  patterns: PhraseIndex<Pattern>;
  intermediaries: PhraseIndex<Intermediary>;
  noise: ReadonlySet<string>;
  merchantCount: number;
};

type Files = Record<"brands" | "merchants" | "patterns" | "intermediaries" | "noise", string>;

/** Reads the data files once, when the first transactions come in: about 8,500 merchants take 10 MB. */
export const loadKnowledge = (): Promise<Knowledge> => {
  loaded ??= readFiles().then(parseKnowledge);
  return loaded;
};

let loaded: Promise<Knowledge> | undefined;

async function readFiles(): Promise<Files> {
  const [brands, merchants, patterns, intermediaries, noise] = await Promise.all([
    import("./lists/brands.tsv?raw"),
    import("./lists/merchants.txt?raw"),
    import("./lists/patterns.txt?raw"),
    import("./lists/intermediaries.txt?raw"),
    import("./lists/noise.txt?raw"),
  ]);
  return {
    brands: brands.default,
    merchants: merchants.default,
    patterns: patterns.default,
    intermediaries: intermediaries.default,
    noise: noise.default,
  };
}

function parseKnowledge(files: Files): Knowledge {
  const merchants = createPhraseIndex<MerchantName>();
  const chosen = parseMerchants(files.merchants, merchants);
  const brands = parseBrands(files.brands, merchants);
  return {
    merchants,
    patterns: parsePatterns(files.patterns),
    intermediaries: parseIntermediaries(files.intermediaries),
    noise: new Set(linesOf(files.noise).flatMap(wordsOf)),
    merchantCount: chosen + brands,
  };
}

const linesOf = (file: string): string[] =>
  file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

const splitList = (list: string): string[] =>
  list
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** Reads merchants.txt, whose sections have a category, and maybe a type. */
function parseMerchants(file: string, index: PhraseIndex<MerchantName>): number {
  let heading: Pick<Merchant, "category" | "type"> | undefined;
  let count = 0;
  for (const line of linesOf(file)) {
    const section = /^\[(\w+)(?: (\w+))?\]$/.exec(line);
    if (section) {
      const [, category, type = "merchant"] = section;
      heading = { category: category as DetailedCategory, type: type as CounterpartyType };
      continue;
    }
    const [name = "", website = "", others = ""] = line.split("|").map((cell) => cell.trim());
    if (!heading) throw new Error(`merchants.txt has a line before its first section: ${line}`);
    const merchant: Merchant = {
      ...heading,
      name: name.replace(/^!/, ""),
      website: website || null,
      countries: null,
      isChosen: true,
    };
    count += 1;
    addNames(index, merchant, [name, ...splitList(others)]);
  }
  return count;
}

function parseBrands(file: string, index: PhraseIndex<MerchantName>): number {
  const lines = linesOf(file);
  for (const line of lines) {
    const [name = "", category = "", countries = "*", others = ""] = line.split("\t");
    const merchant: Merchant = {
      name,
      type: "merchant",
      website: null,
      category: category as DetailedCategory,
      countries: countries === "*" ? null : new Set(countries.split(",")),
      isChosen: false,
    };
    addNames(index, merchant, [name, ...others.split("|")]);
  }
  return lines.length;
}

function addNames(index: PhraseIndex<MerchantName>, merchant: Merchant, names: string[]): void {
  const phrases = new Set<string>();
  for (const name of names) {
    const words = wordsOf(name);
    const phrase = words.join(" ");
    if (phrases.has(phrase) || phrase.length < 2) continue;
    phrases.add(phrase);
    const isShort = words.length === 1 && phrase.length <= 4;
    index.add(words, { merchant, isWord: isShort || name.startsWith("!") });
  }
}

/** Reads patterns.txt, whose sections have a score and the categories of the two directions. */
function parsePatterns(file: string): PhraseIndex<Pattern> {
  const index = createPhraseIndex<Pattern>();
  const known = new Set<string>();
  let heading: Omit<Pattern, "words"> | undefined;
  for (const line of linesOf(file)) {
    const section = /^\[(\d+) (\S+) (\S+)\]$/.exec(line);
    if (section) {
      const [, score, income, expense] = section;
      heading = { score: Number(score), in: categoryOrNull(income), out: categoryOrNull(expense) };
      continue;
    }
    if (!heading) throw new Error(`patterns.txt has a line before its first section: ${line}`);
    for (const words of splitList(line)) {
      const isWildcard = /^\*|\*$/.test(words);
      const phrase = isWildcard ? words : wordsOf(words).join(" ");
      // The same word in a later section would only compete with the first.
      if (known.has(phrase)) continue;
      known.add(phrase);
      const pattern = { ...heading, words };
      if (isWildcard)
        index.addWildcard(
          words.replace(/[^*]+/, (part) => wordsOf(part).join("")),
          pattern,
        );
      else index.add(wordsOf(words), pattern);
    }
  }
  return index;
}

const categoryOrNull = (name: string | undefined): DetailedCategory | null =>
  name === undefined || name === "-" ? null : (name as DetailedCategory);

function parseIntermediaries(file: string): PhraseIndex<Intermediary> {
  const index = createPhraseIndex<Intermediary>();
  for (const line of linesOf(file)) {
    const [words = "", name = "", type = "", website = ""] = line.split("|").map((c) => c.trim());
    index.add(wordsOf(words), { name, type: type as CounterpartyType, website: website || null });
  }
  return index;
}
