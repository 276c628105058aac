import type { AddressData, Owner } from "../../../../protocol/account.ts";
import { type Lines, ownLines } from "../../../domain/bank-values.ts";
import type { AccountPlan } from "../accounts/account-plan.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import { deviceRounds } from "../mfa.ts";
import { type Random, seededRandom } from "../random.ts";
import { drawPlace, type Place } from "./places.ts";

/** A person in the sandbox, the same at every institution of a country. */
type Person = { given: string; family: string; phones: string[]; emails: string[] };

/** The holder of a login, their partner, and their addresses. */
export type Home = { holder: Person; partner: Person; place: Place; formerPlace: Place };

/** The people behind a login, in the country of its institution. */
export const homeOf = (login: string, country: RoutingScheme["country"]): Home => {
  const draw = (about: string) => seededRandom(login, "home", country, about);
  const names = draw("names");
  const families = FAMILIES[country];
  const [holderFamily, partnerFamily] = [names.pick(families), names.pick(families)];
  const [email, ...devices] = listMasks(login);
  const initial = email?.charAt(0) ?? "a";
  const holder: Person = {
    given: names.pick(GIVEN_NAMES[initial] ?? GIVEN_OF_OTHERS),
    family: holderFamily,
    // The last digits match the phone that gets the codes at sign-in.
    phones: devices.map((mask) => phone(country, draw(mask).digits(9), mask.slice(-4))),
    emails: [],
  };
  const partner: Person = {
    given: names.pick(GIVEN_OF_OTHERS),
    family: names.chance(50) ? holderFamily : partnerFamily,
    phones: [phone(country, draw("partner").digits(9), draw("partner's").digits(4))],
    emails: [],
  };
  return {
    holder: { ...holder, emails: listEmails(initial, holder) },
    partner: { ...partner, emails: listEmails(partner.given.charAt(0), partner).slice(0, 1) },
    place: placeInTownOf(login, country, draw("spot")),
    formerPlace: drawPlace(country, draw("former town"), draw("former spot")),
  };
};

/** An address in the home town of a login's people, or in a town that they travel to. */
const placeInTownOf = (login: string, country: RoutingScheme["country"], spot: Random): Place =>
  drawPlace(country, seededRandom(login, "home", country, "town"), spot);

/** A branch of a shop: its place, and its number. */
export type Branch = { place: Place; number: string };

/**
 * The shop branches in the home town that a login's people visit. A shop's name always gives the
 * same branches.
 */
export const toBranches = (
  login: string,
  country: RoutingScheme["country"],
  draw: (...about: string[]) => Random,
): ((name: string) => Branch) => {
  const known = new Map<string, Branch>();
  return (name) => {
    const branch = known.get(name);
    if (branch) return branch;
    const spot = draw("branch", name, country);
    const drawn = { place: placeInTownOf(login, country, spot), number: spot.digits(3) };
    known.set(name, drawn);
    return drawn;
  };
};

/** A person as the owner of an account. */
export const toOwner = (person: Person, places: readonly Place[]): Lines<Owner> =>
  ownLines<Owner>({
    names: [fullName(person)],
    phone_numbers: person.phones.map((data, at) => ({
      data,
      primary: at === 0,
      type: at === 0 ? "mobile" : "home",
    })),
    emails: person.emails.map((data, at) => ({
      data,
      primary: at === 0,
      type: at === 0 ? "primary" : "secondary",
    })),
    addresses: places.map((place, at) => ({ data: toAddress(place), primary: at === 0 })),
  });

/** The full name of a person. */
export const fullName = ({ given, family }: Person): string => `${given} ${family}`;

/** A place as an address. */
export function toAddress({ street, city, region, postalCode, country }: Place): AddressData {
  return { street, city, region, postal_code: postalCode, country };
}

/** The masks of the devices that codes are sent to, the email's first. */
function listMasks(login: string): string[] {
  return deviceRounds(login)
    .flatMap((challenge) => (challenge.type === "device" ? challenge.devices : []))
    .toSorted((a, b) => a.kind.localeCompare(b.kind))
    .map(({ mask }) => mask);
}

function listEmails(initial: string, { given, family }: Person): string[] {
  const plain = (text: string) =>
    text
      .normalize("NFD")
      .replace(/[^A-Za-z]/g, "")
      .toLowerCase();
  return [
    `${initial.toLowerCase()}.${plain(family)}@mail.example`,
    `${plain(given)}@${plain(family)}.example`,
  ];
}

function phone(country: RoutingScheme["country"], digits: string, last: string): string {
  const [prefix, length] = PHONES[country];
  return `${prefix}${digits.slice(0, length - last.length)}${last}`;
}

/** Phone prefixes that are reserved for fiction or unassigned, and the number of digits after them. */
const PHONES: { [C in RoutingScheme["country"]]: [prefix: string, length: number] } = {
  US: ["+1555555", 4],
  CA: ["+1555555", 4],
  GB: ["+44770090", 4],
  IE: ["+35320", 7],
  FR: ["+33199", 6],
  DE: ["+4915550", 6],
  ES: ["+34550", 6],
  IT: ["+39310", 7],
  NL: ["+3169", 7],
  BE: ["+32455", 6],
  PT: ["+35190", 7],
  AT: ["+43699", 7],
  SE: ["+4674", 7],
  DK: ["+4510", 6],
  FI: ["+35811", 7],
  PL: ["+4810", 7],
  NO: ["+4710", 6],
  EE: ["+37215", 6],
  LT: ["+37010", 6],
  LV: ["+37110", 6],
};

/** Given names by the possible first letters of a masked email address. */
const GIVEN_NAMES: { [initial: string]: readonly [string, ...string[]] } = {
  a: ["Anna", "Adrian"],
  d: ["Daniela", "David"],
  e: ["Elena", "Emil"],
  j: ["Julia", "Jonas"],
  k: ["Karin", "Kilian"],
  m: ["Maria", "Martin"],
  s: ["Sofia", "Simon"],
  t: ["Teresa", "Thomas"],
};
const GIVEN_OF_OTHERS = ["Robin", "Alexis", "Noa", "Luca", "Andrea", "Nico"] as const;

const FAMILIES: { [C in RoutingScheme["country"]]: readonly [string, ...string[]] } = {
  US: ["Whitlock", "Ferncastle", "Oduya", "Marlowe", "Castellan"],
  CA: ["Thibodeau", "Larkwell", "Macrae", "Sandoval"],
  GB: ["Ashdown", "Pennywell", "Okafor", "Thackeray"],
  IE: ["Quinlan", "Fennessy", "Tierney"],
  FR: ["Beaulieu", "Charpentier", "Delorme", "Lefèvre"],
  DE: ["Lindemann", "Vogelsang", "Özdemir", "Krämer"],
  ES: ["Olivares", "Cifuentes", "Peñalver"],
  IT: ["Bonfiglio", "Rinaldi", "Castagna"],
  NL: ["Veenstra", "Molenaar", "van Dijkhuizen"],
  BE: ["Claessens", "Dujardin", "Vermeersch"],
  PT: ["Sampaio", "Figueira", "Brandão"],
  AT: ["Lechner", "Steinbauer", "Grünwald"],
  SE: ["Lindqvist", "Bergström", "Åkerlund"],
  DK: ["Møllgaard", "Lindegaard", "Østerby"],
  FI: ["Koivuniemi", "Lehtovaara", "Mäkisalo"],
  PL: ["Jaworska", "Lipiec", "Wrzosek"],
  NO: ["Fjellheim", "Lyngstad", "Østmark"],
  EE: ["Kaasik", "Lepamets", "Õunapuu"],
  LT: ["Beržinskas", "Ąžuolaitis", "Liepinis"],
  LV: ["Bērziņš", "Kalnliepa", "Ozolkalns"],
};

/** The owners of an account: the holder, and for a couple's savings and debts also the partner. */
export const listOwners = (
  login: string,
  country: RoutingScheme["country"],
  { subtype }: { subtype: AccountPlan["subtype"] | "other" },
): Lines<Owner>[] => {
  const { holder, partner, place, formerPlace } = homeOf(login, country);
  const owner = toOwner(holder, [place, formerPlace]);
  return JOINT.some((joint) => joint === subtype) ? [owner, toOwner(partner, [place])] : [owner];
};

const JOINT = ["savings", "mortgage"] as const;
