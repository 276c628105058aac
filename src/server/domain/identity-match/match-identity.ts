import type { AddressData, Owner } from "../../../protocol/account.ts";
import { matchAddress } from "./match-address.ts";
import { matchName, type NameMatch } from "./match-name.ts";

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

/**
 * Compares an identity with the owners of an account: each part with the owner whose part is most
 * alike.
 */
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
    phone_number: bestScore(phone_number, listPhones(owners), matchPhone),
    email_address: bestScore(email_address, listEmails(owners), matchEmail),
    address: matchAddress(address ?? {}, addresses),
  };
};

const listPhones = (owners: readonly Owner[]) =>
  owners.flatMap(({ phone_numbers }) => phone_numbers.map(({ data }) => data));

const listEmails = (owners: readonly Owner[]) =>
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

/** The minimum number of digits of a phone number without its country and area. */
const SHORTEST_PHONE = 7;

/** A number is the same with and without its country's code, or the 0 in front. */
function matchPhone(a: string, b: string): number {
  const [short = "", long = ""] = [a, b]
    .map(nationalDigits)
    .toSorted((one, other) => one.length - other.length);
  if (short !== "" && short === long) return 100;
  return short.length >= SHORTEST_PHONE && long.endsWith(short) ? 90 : 0;
}

/** The digits of a number as E.164 has them, without + or 00, and without the (0) that is left out after a code. */
const nationalDigits = (text: string): string =>
  text.replace(/\(0\)/, "").replace(/\D/g, "").replace(/^0+/, "");

/** Mail to `name+tag` arrives at `name`. */
function matchEmail(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => text.trim().toLowerCase());
  if (first === second) return 100;
  const [box, otherBox] = [first, second].map((text) => text?.replace(/\+[^@]*(?=@)/, ""));
  return box === otherBox ? 90 : 0;
}
