import type { AddressData } from "../../../protocol/account.ts";
import { plainWords } from "./plain-words.ts";

/** The score of an address, from 0 to 100; null where one of both has nothing. */
export type AddressMatch = { score: number | null; is_postal_code_match: boolean | null };

/** The parts of an address to compare; each may be missing. */
export type AddressToMatch = Partial<Record<keyof AddressData, string | undefined>>;

/** How much each part of an address counts, among those that both addresses have. */
const WEIGHTS = { street: 50, postal_code: 25, city: 15, region: 5, country: 5 } as const;
const PARTS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

/** Compares an address with the most alike of those that the institution has. */
export const matchAddress = (
  address: AddressToMatch,
  others: readonly AddressData[],
): AddressMatch => {
  const matches = others.map((other) => {
    const shared = PARTS.flatMap((part) => {
      const [a, b] = [address[part], other[part]];
      return a && b ? [{ part, likeness: likenessOf(part, a, b) }] : [];
    });
    const whole = shared.reduce((sum, { part }) => sum + WEIGHTS[part], 0);
    const score = shared.reduce((sum, { part, likeness }) => sum + WEIGHTS[part] * likeness, 0);
    const postalCode = shared.find(({ part }) => part === "postal_code");
    return {
      score: whole === 0 ? null : Math.round((100 * score) / whole),
      is_postal_code_match: postalCode ? postalCode.likeness === 1 : null,
    };
  });
  return matches.reduce<AddressMatch>(
    (best, match) => ((match.score ?? -1) > (best.score ?? -1) ? match : best),
    { score: null, is_postal_code_match: null },
  );
};

/** Words of streets that are written in several ways, a line each; the last one is compared. */
const STREET_WORDS: ReadonlyMap<string, string> = new Map(
  `
street str st
avenue avenida avda av ave
road rd
boulevard bd bvd blvd
drive dr
lane ln
court ct
place plaza pza pl
square sq
terrace ter
highway hwy
parkway pkwy
apartment appartement unit flat suite ste apt
north n
south s
east e
west w
calle c
rue r
general gal
saint sankt st
platz pl
weg w
piazza p
`
    .trim()
    .split("\n")
    .flatMap((line) => {
      const forms = plainWords(line);
      return forms.map((form) => [form, forms.at(-1) ?? form] as const);
    }),
);

/** The likeness of streets if only one of them has a house number, or an apartment number. */
const NUMBER_MISSING = 0.9;
/** The likeness of one house with two apartments: another home. */
const OTHER_APARTMENT = 0.3;

/** From 0 to 1: the share of a street's words that both have; any other part is the same or not. */
function likenessOf(part: keyof AddressData, a: string, b: string): number {
  if (part !== "street")
    return plainWords(shorten(part, a)).join("") === plainWords(shorten(part, b)).join("") ? 1 : 0;
  const [own, others] = [streetOf(a), streetOf(b)];
  const count = own.words.size + others.words.size;
  if (count === 0) return own.numbers.join() === others.numbers.join() ? 1 : 0;
  const isSame = own.letters === others.letters;
  const alike = isSame
    ? 1
    : (2 * [...own.words].filter((word) => others.words.has(word)).length) / count;
  return alike * numberLikeness(own.numbers, others.numbers);
}

/** The house is the first number, and the apartment the next: another house is another place. */
function numberLikeness(a: readonly string[], b: readonly string[]): number {
  if (a.join() === b.join()) return 1;
  if (a.length === 0 || b.length === 0) return NUMBER_MISSING;
  if (a[0] !== b[0]) return 0;
  return a.length === b.length ? OTHER_APARTMENT : NUMBER_MISSING;
}

type Street = {
  /** All letters without spaces: a name may be one word or two. */
  letters: string;
  words: ReadonlySet<string>;
  numbers: readonly string[];
};

/** The words and the numbers of a street; the word for an apartment says no more than its number. */
function streetOf(text: string): Street {
  const plain = plainWords(text);
  const parts = plain.map(streetWord);
  return {
    letters: plain.filter((word) => !/\d/.test(word)).join(""),
    words: new Set(parts.filter((word) => !/\d/.test(word) && word !== "apt")),
    numbers: parts.filter((word) => /\d/.test(word)),
  };
}

const streetWord = (word: string): string =>
  STREET_WORDS.get(word) ?? word.replace(/(?<=.{3})str(?:asse)?$/, "str");

/** The first five digits of a postal code name the place; four more may follow. */
const shorten = (part: keyof AddressData, text: string): string =>
  part === "postal_code" ? text.replace(/^(\d{5})-\d{4}$/, "$1") : text;
