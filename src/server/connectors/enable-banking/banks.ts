import { COUNTRY_CODES, type CountryCode } from "../../../protocol/vocabulary.ts";
import { lineFrom } from "../../domain/bank-values.ts";
import {
  type AggregatedBank,
  type Aggregator,
  aggregatedBankId,
} from "../../domain/institutions/aggregator.ts";
import type { AggregatedInstitution } from "../../domain/institutions/institution.ts";
import type { Aspsp } from "./values.ts";

/** The products of every bank: the aggregator reads accounts, balances and transactions. */
const PRODUCTS: AggregatedInstitution["products"] = ["transactions", "auth", "identity", "balance"];

/** The API countries for a bank: its own country, or all if the API lacks that country. */
const listCountries = (country: string): CountryCode[] => {
  const known = COUNTRY_CODES.filter((code) => code === country);
  return known.length > 0 ? known : [...COUNTRY_CODES];
};

/** Converts a bank of the list to its stored form. */
export const toAggregatedBank = (
  { aggregatorId }: Pick<Aggregator, "aggregatorId">,
  { name, country, logo, bic, ...aspsp }: Aspsp,
): AggregatedBank => ({
  protocol: "enable-banking",
  aggregatorId,
  country: country.toUpperCase(),
  name,
  psuTypes: aspsp.psu_types,
  authMethods: aspsp.auth_methods.map((method) => ({
    name: method.name,
    psuType: method.psu_type?.toLowerCase() ?? null,
    approach: method.approach?.toUpperCase() ?? null,
    isHidden: method.hidden_method === true,
  })),
  consentSeconds: aspsp.maximum_consent_validity ?? null,
  requiredPsuHeaders: aspsp.required_psu_headers,
  bic,
  logo: /^https?:\/\//.test(logo ?? "") ? logo : null,
  isListed: true,
});

const toKey = ({ country, name }: Pick<AggregatedBank, "country" | "name">): string =>
  `${country} ${name}`;

/**
 * Merges an aggregator's institutions with its new list. A bank keeps its institution under the
 * same name; and under a new name, if exactly one bank of its country and BIC disappeared and
 * exactly one appeared. A disappeared bank stays for its Items, and cannot be linked. An empty list
 * counts as a mistake.
 */
export const mergeBanks = (
  aggregator: Pick<Aggregator, "aggregatorId">,
  before: readonly AggregatedInstitution[],
  listed: readonly AggregatedBank[],
  { isTaken, now }: { isTaken: (institutionId: string) => boolean; now: number },
): AggregatedInstitution[] => {
  const rest = new Map(before.map((institution) => [toKey(institution.aggregated), institution]));
  const byKey = new Map<string, AggregatedBank>();
  for (const bank of listed) byKey.set(toKey(bank), together(byKey.get(toKey(bank)), bank));
  const matched = new Map<AggregatedBank, AggregatedInstitution>();
  for (const [key, bank] of byKey) {
    const institution = rest.get(key);
    if (!institution) continue;
    matched.set(bank, institution);
    rest.delete(key);
  }
  const renamed = renamedBanks(
    [...rest.values()],
    [...byKey.values()].filter((bank) => !matched.has(bank)),
  );
  for (const [bank, institution] of renamed) {
    matched.set(bank, institution);
    rest.delete(toKey(institution.aggregated));
  }
  const taken = new Set<string>();
  return [
    ...[...byKey.values()].map((bank) => {
      const institution = matched.get(bank);
      const institutionId =
        institution?.institutionId ??
        aggregatedBankId({ ...bank, ...aggregator }, (id) => taken.has(id) || isTaken(id));
      taken.add(institutionId);
      return toInstitution(institutionId, bank, institution, now);
    }),
    ...[...rest.values()].map((institution) => ({
      ...institution,
      supported: false,
      aggregated: { ...institution.aggregated, isListed: false },
    })),
  ];
};

/** Merges two entries of a bank, such as for consumers and for companies, with the ways of both. */
function together(before: AggregatedBank | undefined, bank: AggregatedBank): AggregatedBank {
  if (before === undefined) return bank;
  const lengths = [before.consentSeconds, bank.consentSeconds].filter((length) => length !== null);
  return {
    ...bank,
    psuTypes: [...new Set([...before.psuTypes, ...bank.psuTypes])],
    authMethods: [...before.authMethods, ...bank.authMethods],
    consentSeconds: lengths.length > 0 ? Math.min(...lengths) : null,
    requiredPsuHeaders: [...new Set([...before.requiredPsuHeaders, ...bank.requiredPsuHeaders])],
    bic: before.bic ?? bank.bic,
    logo: before.logo ?? bank.logo,
  };
}

/**
 * Renamed banks: exactly one bank of a BIC and country has appeared, and exactly one has
 * disappeared.
 */
function renamedBanks(
  gone: readonly AggregatedInstitution[],
  come: readonly AggregatedBank[],
): [AggregatedBank, AggregatedInstitution][] {
  const isSame = (one: AggregatedBank, other: AggregatedBank): boolean =>
    one.bic !== null && one.bic === other.bic && one.country === other.country;
  return come.flatMap((bank): [AggregatedBank, AggregatedInstitution][] => {
    const before = gone.filter(({ aggregated }) => aggregated.isListed && isSame(aggregated, bank));
    const rivals = come.filter((other) => isSame(other, bank));
    const [institution] = before;
    return institution && before.length === 1 && rivals.length === 1 ? [[bank, institution]] : [];
  });
}

const toInstitution = (
  institutionId: string,
  bank: AggregatedBank,
  before: AggregatedInstitution | undefined,
  now: number,
): AggregatedInstitution => ({
  institutionId,
  name: lineFrom(bank.name) ?? bank.name,
  aliases: before
    ? [...new Set([...before.aliases, ...(before.name === bank.name ? [] : [before.name])])]
    : [],
  products: PRODUCTS,
  countryCodes: listCountries(bank.country),
  routingNumbers: [],
  oauth: true,
  url: null,
  supported: true,
  logoShape: before?.logoShape ?? null,
  color: before?.color ?? null,
  // A picture of another address is fetched again.
  ...(before?.logo && before.logo.source === bank.logo && { logo: before.logo }),
  aggregated: bank,
  addedAt: before?.addedAt ?? now,
});
