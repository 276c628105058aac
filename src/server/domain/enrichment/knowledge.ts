import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { CounterpartyType } from "../../../protocol/enrichment.ts";
import { createPhraseIndex, type PhraseIndex } from "./phrases.ts";
import { type DetailedCategory, FINANCE_CATEGORIES } from "./taxonomy.ts";
import { splitWords } from "./words.ts";

/** A merchant, or another counterparty, of the data files. */
export type Merchant = {
  name: string;
  type: CounterpartyType;
  website: string | null;
  category: DetailedCategory;
  /** The countries that it is in, ISO 3166-1 alpha-2; null if it may be in any. */
  countries: ReadonlySet<string> | null;
  /** The file that has it: the operator's own, merchants.txt, each of whose lines was reviewed, or brands.tsv. */
  source: "operator" | "merchants" | "brands";
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

const SELLER_KINDS = [
  "platform",
  "market",
  "till",
  "wide",
  "wage_advance",
  "cash_advance",
  "pay_later",
  "crypto",
] as const;

/** A kind of seller that sellers.txt lists. */
export type SellerKind = (typeof SELLER_KINDS)[number];

/** The data files, read and indexed. */
export type Knowledge = {
  merchants: OwnMerchants;
  patterns: PhraseIndex<Pattern>;
  intermediaries: PhraseIndex<Intermediary>;
  noise: ReadonlySet<string>;
  /** By the name of a merchant or a payment service. */
  sellers: ReadonlyMap<string, SellerKind>;
  merchantCount: number;
};

type Files = Record<
  "brands" | "merchants" | "patterns" | "intermediaries" | "noise" | "sellers",
  string
>;

/**
 * Reads the data files once, in slices: about 8,500 merchants take 10 MB. The operator's merchants are looked for
 * first.
 */
export const loadKnowledge = async (own?: OwnMerchants): Promise<Knowledge> => {
  loaded ??= readKnowledge();
  const knowledge = await loaded;
  if (!own) return knowledge;
  const known = withOwn.get(own);
  if (known) return known;
  const { merchants } = knowledge;
  const find: OwnMerchants["find"] = (words, found) => {
    own.find(words, found);
    merchants.find(words, found);
  };
  const merged = { ...knowledge, merchants: { find } };
  withOwn.set(own, merged);
  return merged;
};

let loaded: Promise<Knowledge> | undefined;
/** The data files with an operator's merchants. */
const withOwn = new WeakMap<OwnMerchants, Knowledge>();

/** An operator's merchants, indexed. */
export type OwnMerchants = Pick<PhraseIndex<MerchantName>, "find">;

/** Reads an operator's file, in the form of merchants.txt; throws an Error that names the line and the right form. */
export const parseOwnMerchants = (file: string): OwnMerchants => {
  const index = createPhraseIndex<MerchantName>();
  for (const merchant of parseMerchants(file)) addMerchant(index, merchant, "operator");
  return index;
};

/** Reads the data files, each time again. */
export const readKnowledge = async (): Promise<Knowledge> => parseKnowledge(await readFiles());

async function readFiles(): Promise<Files> {
  const [brands, merchants, patterns, intermediaries, noise, sellers] = await Promise.all([
    import("./lists/brands.tsv?raw"),
    import("./lists/merchants.txt?raw"),
    import("./lists/patterns.txt?raw"),
    import("./lists/intermediaries.txt?raw"),
    import("./lists/noise.txt?raw"),
    import("./lists/sellers.txt?raw"),
  ]);
  return {
    brands: brands.default,
    merchants: merchants.default,
    patterns: patterns.default,
    intermediaries: intermediaries.default,
    noise: noise.default,
    sellers: sellers.default,
  };
}

async function parseKnowledge(files: Files): Promise<Knowledge> {
  const merchants = createPhraseIndex<MerchantName>();
  let chosen = 0;
  for await (const merchant of inSlices(parseMerchants(files.merchants))) {
    addMerchant(merchants, merchant, "merchants");
    chosen += 1;
  }
  const brands = await parseBrands(files.brands, merchants);
  return {
    merchants,
    patterns: parsePatterns(files.patterns),
    intermediaries: parseIntermediaries(files.intermediaries),
    noise: new Set(splitLines(files.noise).flatMap(splitWords)),
    sellers: parseSellers(files.sellers),
    merchantCount: chosen + brands,
  };
}

const splitLines = (file: string): string[] =>
  file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

/** How many lines are read before other work has its turn: some 10 ms. */
const LINES_AT_ONCE = 250;

async function* inSlices<Line>(lines: Iterable<Line>): AsyncGenerator<Line> {
  let at = 0;
  for (const line of lines) {
    if (at++ % LINES_AT_ONCE === 0) await yieldToEventLoop();
    yield line;
  }
}

const splitList = (list: string): string[] =>
  (list.match(/[^\s,][^,]*/g) ?? []).map((each) => each.trimEnd());

/** A line of merchants.txt. */
type MerchantLine = Pick<Merchant, "category" | "type" | "name" | "website"> & { names: string[] };

/** Reads the form of merchants.txt, whose sections have a category, and maybe a type. */
function* parseMerchants(file: string): Generator<MerchantLine> {
  let heading: Pick<Merchant, "category" | "type"> | undefined;
  for (const [at, untrimmed] of file.split("\n").entries()) {
    const line = untrimmed.trim();
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("[")) heading = parseHeading(line, at + 1);
    else if (heading) yield { ...heading, ...parseMerchant(line, at + 1) };
    else
      throw new Error(
        `line ${at + 1} comes before the first section, such as [FOOD_AND_DRINK_COFFEE]`,
      );
  }
}

function parseHeading(line: string, at: number): Pick<Merchant, "category" | "type"> {
  const [, category = "", type = "merchant"] = /^\[(\w+)(?: (\w+))?\]$/.exec(line) ?? [];
  const known = FINANCE_CATEGORIES.find(({ detailed }) => detailed === category);
  const role = CounterpartyType.safeParse(type);
  if (!known)
    throw new Error(
      `line ${at} must be a detailed category in brackets: ${categoriesLike(category).join(", ")}`,
    );
  if (!role.success)
    throw new Error(
      `line ${at}: the type must be ${CounterpartyType.options.join(" or ")}, not ${type}`,
    );
  return { category: known.detailed, type: role.data };
}

/** The detailed categories of the primary one that a text begins with; else one of each. */
function categoriesLike(text: string): DetailedCategory[] {
  const siblings = FINANCE_CATEGORIES.filter(({ primary }) => text.startsWith(primary));
  const primaries = new Map(FINANCE_CATEGORIES.map((each) => [each.primary, each]));
  return (siblings.length > 0 ? siblings : [...primaries.values()]).map(({ detailed }) => detailed);
}

function parseMerchant(line: string, at: number): Omit<MerchantLine, "category" | "type"> {
  const [name = "", website = "", others = "", ...rest] = line
    .split("|")
    .map((cell) => cell.trim());
  if (splitWords(name).join("").length < 2 || rest.length > 0)
    throw new Error(
      `line ${at} is not like: name | website | other names; the last two may be empty`,
    );
  if (website !== "" && !/^[\w-]+(\.[\w-]+)+$/.test(website))
    throw new Error(`line ${at}: the website is a host without a scheme, such as example.com`);
  return { name, website: website || null, names: splitList(others) };
}

function addMerchant(
  index: PhraseIndex<MerchantName>,
  { names, ...line }: MerchantLine,
  source: "operator" | "merchants",
): void {
  const merchant = { ...line, name: line.name.replace(/^!/, ""), countries: null, source };
  addNames(index, merchant, [line.name, ...names]);
}

async function parseBrands(file: string, index: PhraseIndex<MerchantName>): Promise<number> {
  const lines = splitLines(file);
  for await (const line of inSlices(lines)) {
    const [name = "", category = "", countries = "*", others = ""] = line.split("\t");
    const merchant: Merchant = {
      name,
      type: "merchant",
      website: null,
      category: category as DetailedCategory,
      countries: countries === "*" ? null : new Set(countries.split(",")),
      source: "brands",
    };
    addNames(index, merchant, [name, ...others.split("|")]);
  }
  return lines.length;
}

function addNames(index: PhraseIndex<MerchantName>, merchant: Merchant, names: string[]): void {
  const phrases = new Set<string>();
  for (const name of names) {
    const words = splitWords(name);
    const phrase = words.join(" ");
    if (phrases.has(phrase) || phrase.length < 2) continue;
    phrases.add(phrase);
    const isShort = words.join("").length <= 4;
    index.add(words, { merchant, isWord: isShort || name.startsWith("!") });
  }
}

/** Reads patterns.txt, whose sections have a score and the categories of the two directions. */
function parsePatterns(file: string): PhraseIndex<Pattern> {
  const index = createPhraseIndex<Pattern>();
  const known = new Set<string>();
  let heading: Omit<Pattern, "words"> | undefined;
  for (const line of splitLines(file)) {
    const section = /^\[(\d+) (\S+) (\S+)\]$/.exec(line);
    if (section) {
      const [, score, income, expense] = section;
      heading = { score: Number(score), in: categoryOrNull(income), out: categoryOrNull(expense) };
      continue;
    }
    if (!heading) throw new Error(`patterns.txt has a line before its first section: ${line}`);
    for (const words of splitList(line)) {
      const isWildcard = /^\*|\*$/.test(words);
      const phrase = isWildcard ? words : splitWords(words).join(" ");
      // A repeated word in a later section would only compete with the first.
      if (known.has(phrase)) continue;
      known.add(phrase);
      const pattern = { ...heading, words };
      if (isWildcard)
        index.addWildcard(
          words.replace(/[^*]+/, (part) => splitWords(part).join("")),
          pattern,
        );
      else index.add(splitWords(words), pattern);
    }
  }
  return index;
}

const categoryOrNull = (name: string | undefined): DetailedCategory | null =>
  name === undefined || name === "-" ? null : (name as DetailedCategory);

function parseIntermediaries(file: string): PhraseIndex<Intermediary> {
  const index = createPhraseIndex<Intermediary>();
  for (const line of splitLines(file)) {
    const [words = "", name = "", type = "", website = ""] = line.split("|").map((c) => c.trim());
    index.add(splitWords(words), {
      name,
      type: type as CounterpartyType,
      website: website || null,
    });
  }
  return index;
}

/** Reads sellers.txt, whose sections have a kind. */
function parseSellers(file: string): ReadonlyMap<string, SellerKind> {
  const sellers = new Map<string, SellerKind>();
  let kind: SellerKind | undefined;
  for (const line of splitLines(file)) {
    const heading = /^\[(\w+)\]$/.exec(line)?.[1];
    if (heading) kind = SELLER_KINDS.find((known) => known === heading);
    else if (kind) sellers.set(line, kind);
  }
  return sellers;
}
