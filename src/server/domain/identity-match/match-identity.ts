import type { AddressData, Owner } from "../../../protocol/account.ts";
import { matchName, type NameMatch } from "./match-name.ts";
import { plainWords } from "./plain-words.ts";

/** The parts of an identity to compare; each may be missing. */
export type IdentityToMatch = {
  legal_name?: string | undefined;
  phone_number?: string | undefined;
  email_address?: string | undefined;
  address?: Partial<Record<keyof AddressData, string | undefined>> | undefined;
};

type Score = { score: number | null };

/** The scores of an account, from 0 to 100; null where the identity or the institution has nothing. */
export type IdentityMatch = {
  legal_name: NameMatch;
  phone_number: Score;
  email_address: Score;
  address: Score & { is_postal_code_match: boolean | null };
};

/** Compares an identity with the owners of an account: each part with the owner who has the most alike one. */
export const matchIdentity = (
  { legal_name, phone_number, email_address, address }: IdentityToMatch,
  owners: readonly Owner[],
): IdentityMatch => {
  const addresses = owners.flatMap((owner) => owner.addresses.map(({ data }) => data));
  return {
    legal_name: matchName(
      legal_name,
      owners.flatMap(({ names }) => names),
    ),
    phone_number: bestScore(phone_number, phonesOf(owners), matchPhone),
    email_address: bestScore(email_address, emailsOf(owners), matchEmail),
    address: matchAddress(address ?? {}, addresses),
  };
};

const phonesOf = (owners: readonly Owner[]) =>
  owners.flatMap(({ phone_numbers }) => phone_numbers.map(({ data }) => data));

const emailsOf = (owners: readonly Owner[]) =>
  owners.flatMap(({ emails }) => emails.map(({ data }) => data));

const bestScore = (
  value: string | undefined,
  others: readonly string[],
  match: (a: string, b: string) => number,
): Score => ({
  score:
    value === undefined || others.length === 0
      ? null
      : Math.max(...others.map((other) => match(value, other))),
});

/** The fewest digits that a number without its country and area has. */
const SHORTEST_PHONE = 7;

/** A number is the same with and without its country's code, or the 0 in front. */
function matchPhone(a: string, b: string): number {
  const [short = "", long = ""] = [a, b]
    .map((text) => text.replace(/\D/g, "").replace(/^0+/, ""))
    .toSorted((one, other) => one.length - other.length);
  if (short !== "" && short === long) return 100;
  return short.length >= SHORTEST_PHONE && long.endsWith(short) ? 90 : 0;
}

/** Mail to `name+tag` arrives at `name`. */
function matchEmail(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => text.trim().toLowerCase());
  if (first === second) return 100;
  const [box, otherBox] = [first, second].map((text) => text?.replace(/\+[^@]*(?=@)/, ""));
  return box === otherBox ? 90 : 0;
}

/** How much each part of an address counts, among those that both addresses have. */
const WEIGHTS = { street: 50, postal_code: 25, city: 15, region: 5, country: 5 } as const;
const PARTS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

function matchAddress(
  address: NonNullable<IdentityToMatch["address"]>,
  others: readonly AddressData[],
): IdentityMatch["address"] {
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
  return matches.reduce<IdentityMatch["address"]>(
    (best, match) => ((match.score ?? -1) > (best.score ?? -1) ? match : best),
    { score: null, is_postal_code_match: null },
  );
}

/** Words of streets that are written in two ways. */
const STREET_WORDS = new Map([
  ["street", "st"],
  ["avenue", "ave"],
  ["av", "ave"],
  ["road", "rd"],
  ["boulevard", "blvd"],
  ["drive", "dr"],
  ["lane", "ln"],
  ["court", "ct"],
  ["apartment", "apt"],
  ["unit", "apt"],
  ["north", "n"],
  ["south", "s"],
  ["east", "e"],
  ["west", "w"],
  ["strasse", "str"],
  ["calle", "c"],
]);

/** From 0 to 1: the share of a street's words that both have; any other part is the same or not. */
function likenessOf(part: keyof AddressData, a: string, b: string): number {
  if (part !== "street")
    return plainWords(shorten(part, a)).join("") === plainWords(shorten(part, b)).join("") ? 1 : 0;
  const [words, others] = [a, b].map((text) => new Set(plainWords(text).map(streetWord)));
  if (!words || !others || words.size + others.size === 0) return 0;
  return (2 * [...words].filter((word) => others.has(word)).length) / (words.size + others.size);
}

const streetWord = (word: string): string =>
  STREET_WORDS.get(word) ?? word.replace(/(?<=.{3})strasse$/, "str");

/** The first five digits of a postal code with four more are those of the place. */
const shorten = (part: keyof AddressData, text: string): string =>
  part === "postal_code" ? text.replace(/^(\d{5})-\d{4}$/, "$1") : text;
