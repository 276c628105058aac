import { searchText } from "../../../protocol/search/institution-search.ts";
import { type BankMarks, createBankIndex, type IndexedBank } from "./bank-index.ts";
import type { CatalogueInstitution } from "./institution.ts";
import type { WaySettings } from "./way-settings.ts";

/**
 * A bank as a row of a list: the institution of the preferred way, the institutions of all ways
 * with the preferred one first, and all institutions of the row. Several of those may be keys to
 * one way.
 */
export type BankRow = {
  institution: CatalogueInstitution;
  ways: readonly CatalogueInstitution[];
  members: readonly CatalogueInstitution[];
};

/** A bank under construction, by the names and countries of its first member. */
type Bank = IndexedBank & {
  place: number;
  names: readonly string[];
  members: CatalogueInstitution[];
};

/**
 * Returns institutions as rows, one per bank, in their order. Two institutions are the same bank if
 * one's name is the other's name or alias in a shared country, unless their sites or connections
 * differ. The operator may also join institutions. Ways that cannot be linked now come last.
 */
export const bankRows = (
  institutions: readonly CatalogueInstitution[],
  settings: WaySettings,
): BankRow[] => {
  const places = new Map(institutions.map((institution, at) => [institution, at]));
  const banks: Bank[] = [];
  const byOwnName = createBankIndex<Bank>();
  const byAnyName = createBankIndex<Bank>();
  const byJoin = new Map<string, Bank>();
  const groups = new Map(settings.joined.flatMap((ids) => ids.map((id) => [id, ids] as const)));
  const apart = new Set(settings.apart);
  const { lasting, current } = preferencesOf(settings, groups);
  const findNamesake = ([name = "", ...aliases]: readonly string[], marks: BankMarks) => {
    const byAlias = () => aliases.flatMap((alias) => byOwnName.first(alias, marks) ?? []).at(0);
    return byAnyName.first(name, marks) ?? byAlias();
  };
  const index = (bank: Bank, change: "add" | "remove"): void => {
    byAnyName[change](bank.names, bank);
    byOwnName[change](bank.names.slice(0, 1), bank);
  };
  for (const institution of institutions.filter(({ way }) => way).toSorted(lasting)) {
    const { institutionId } = institution;
    const place = places.get(institution) ?? 0;
    const { names, ...facts } = toFacts(institution);
    const marks = { ...facts, isConnected: institution.way?.kind === "connection" };
    const group = groups.get(institutionId)?.join(" ");
    const isNamed = group === undefined && !apart.has(institutionId);
    const known = group !== undefined ? byJoin.get(group) : isNamed && findNamesake(names, marks);
    if (!known) {
      const added = { ...marks, number: banks.length, place, names, members: [institution] };
      banks.push(added);
      if (group !== undefined) byJoin.set(group, added);
      if (isNamed) index(added, "add");
      continue;
    }
    known.members.push(institution);
    known.place = Math.min(known.place, place);
    const site = known.site ?? marks.site;
    const isConnected = known.isConnected || marks.isConnected;
    if (site === known.site && isConnected === known.isConnected) continue;
    if (isNamed) index(known, "remove");
    Object.assign(known, { site, isConnected });
    if (isNamed) index(known, "add");
  }
  const rows = banks.map(({ place, members }) => ({ place, members: members.toSorted(current) }));
  const others = institutions
    .filter(({ way }) => !way)
    .map((institution) => ({ place: places.get(institution) ?? 0, members: [institution] }));
  return [...rows, ...others]
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ members }) => {
      const [institution] = members;
      return institution ? [{ institution, ways: distinctWays(members), members }] : [];
    });
};

type Order = (a: CatalogueInstitution, b: CatalogueInstitution) => number;

/**
 * The two preferences among a bank's institutions: `lasting` uses lasting facts only, `current`
 * also whether an account can be linked now.
 */
function preferencesOf(
  { order }: WaySettings,
  groups: ReadonlyMap<string, readonly string[]>,
): { lasting: Order; current: Order } {
  const rankOf = (institution: CatalogueInstitution): number[] => {
    const { institutionId, way } = institution;
    return [
      groups.get(institutionId)?.indexOf(institutionId) ?? 0,
      way ? order.indexOf(way.kind) : order.length,
      // A key of one person or client precedes a key for everyone.
      institution.onlyPerson !== undefined ? 0 : institution.onlyClientId !== undefined ? 1 : 2,
    ];
  };
  const ranks = new Map<CatalogueInstitution, number[]>();
  const cached = (institution: CatalogueInstitution): number[] => {
    const rank = ranks.get(institution) ?? rankOf(institution);
    ranks.set(institution, rank);
    return rank;
  };
  const lasting: Order = (a, b) => {
    const [one, other] = [cached(a), cached(b)];
    const at = one.findIndex((rank, index) => rank !== other[index]);
    return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
  };
  const isOut = ({ supported, enabled, health }: CatalogueInstitution): boolean =>
    !supported || !enabled || health === "DOWN";
  return { lasting, current: (a, b) => Number(isOut(a)) - Number(isOut(b)) || lasting(a, b) };
}

type Facts = { names: readonly string[]; countries: readonly string[]; site: string | null };

const factsCache = new WeakMap<CatalogueInstitution, Facts>();

/**
 * The names of an institution in comparable form, its own name first, with its countries and site;
 * computed once.
 */
function toFacts(institution: CatalogueInstitution): Facts {
  const cached = factsCache.get(institution);
  if (cached) return cached;
  const { name, aliases, url, way } = institution;
  const names = [...new Set([name, ...aliases].map(searchText).filter((text) => text !== ""))];
  const facts = { names, countries: way?.countries ?? [], site: url ? siteOf(url) : null };
  factsCache.set(institution, facts);
  return facts;
}

/** Public suffixes under which others register, as in `bank.co.uk`. */
const SHARED_ENDING = /^(ac|co|com|edu|go|gob|gov|gouv|ltd|me|ne|net|or|org|plc)$/;

/** The registrable domain of an address, judged by its labels; null without a host. */
function siteOf(url: string): string | null {
  const host = URL.parse(url)?.hostname.replace(/\.$/, "") ?? "";
  if (host === "") return null;
  if (/^[\d.]+$|:/.test(host)) return host;
  const labels = host.split(".");
  const [ending = "", country = ""] = labels.slice(-2);
  return labels.slice(country.length === 2 && SHARED_ENDING.test(ending) ? -3 : -2).join(".");
}

/**
 * The ways of a bank. Several keys at aggregators for the same country count as one way, the
 * preferred key's.
 */
function distinctWays(members: readonly CatalogueInstitution[]): CatalogueInstitution[] {
  const seen = new Set<string>();
  return members.filter(({ way }) => {
    if (way?.kind !== "aggregator") return true;
    const countries = way.countries.join(" ");
    const isNew = !seen.has(countries);
    seen.add(countries);
    return isNew;
  });
}
