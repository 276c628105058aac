import { searchText } from "../../../protocol/search/institution-search.ts";
import type { CatalogueInstitution } from "./institution.ts";
import type { WaySettings } from "./way-settings.ts";

/**
 * A bank as one row of a list: the institution of its preferred way; those of all ways, that one first; and all that the row
 * stands for, of which several may be keys to one way.
 */
export type BankRow = {
  institution: CatalogueInstitution;
  ways: readonly CatalogueInstitution[];
  members: readonly CatalogueInstitution[];
};

/**
 * Returns institutions as rows, one for each bank, in their order. Two are one bank if one has the other's name, or has it
 * as an alias, in a country of both, or if the operator has joined them. Ways that cannot be linked now come last.
 */
export const bankRows = (
  institutions: readonly CatalogueInstitution[],
  settings: WaySettings,
): BankRow[] => {
  const places = new Map(institutions.map((institution, at) => [institution, at]));
  const rows: { place: number; members: CatalogueInstitution[] }[] = [];
  const byName = new Map<string, typeof rows>();
  const byJoin = new Map<string, (typeof rows)[number]>();
  const groups = new Map(settings.joined.flatMap((ids) => ids.map((id) => [id, ids] as const)));
  const apart = new Set(settings.apart);
  const preference = preferenceOf(settings, groups);
  const candidates = institutions.filter(({ way }) => way).toSorted(preference);
  const namesake = (institution: CatalogueInstitution) =>
    textsOf(institution)
      .flatMap((text) => byName.get(text) ?? [])
      .find(({ members: [first] }) => first !== undefined && isOneBank(first, institution));
  for (const institution of candidates) {
    const { institutionId } = institution;
    const place = places.get(institution) ?? 0;
    const group = groups.get(institutionId)?.join(" ");
    const row =
      group !== undefined
        ? byJoin.get(group)
        : apart.has(institutionId)
          ? undefined
          : namesake(institution);
    if (row) {
      row.members.push(institution);
      row.place = Math.min(row.place, place);
      continue;
    }
    const added = { place, members: [institution] };
    rows.push(added);
    if (group !== undefined) byJoin.set(group, added);
    if (apart.has(institutionId)) continue;
    for (const text of textsOf(institution)) byName.set(text, [...(byName.get(text) ?? []), added]);
  }
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

/** The order in which the institutions of one bank are preferred. */
function preferenceOf({ order }: WaySettings, groups: ReadonlyMap<string, readonly string[]>) {
  const rankOf = (institution: CatalogueInstitution): number[] => {
    const { institutionId, supported, enabled, health, way } = institution;
    return [
      Number(!supported || !enabled || health === "DOWN"),
      groups.get(institutionId)?.indexOf(institutionId) ?? -1,
      way ? order.indexOf(way.kind) : order.length,
      // The key of one person, or of one client, comes before that of all.
      institution.onlyPerson !== undefined ? 0 : institution.onlyClientId !== undefined ? 1 : 2,
    ];
  };
  const ranks = new Map<CatalogueInstitution, number[]>();
  const cached = (institution: CatalogueInstitution): number[] => {
    const rank = ranks.get(institution) ?? rankOf(institution);
    ranks.set(institution, rank);
    return rank;
  };
  return (a: CatalogueInstitution, b: CatalogueInstitution): number => {
    const [one, other] = [cached(a), cached(b)];
    const at = one.findIndex((rank, index) => rank !== other[index]);
    return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
  };
}

const namesCache = new WeakMap<CatalogueInstitution, string[]>();

/** The names of an institution as searches compare them, its own first; folded once. */
function textsOf(institution: CatalogueInstitution): string[] {
  const cached = namesCache.get(institution);
  if (cached) return cached;
  const { name, aliases } = institution;
  const texts = [...new Set([name, ...aliases].map(searchText).filter((text) => text !== ""))];
  namesCache.set(institution, texts);
  return texts;
}

/** Whether the name of one institution is a name of the other, and a country of one is the other's. */
function isOneBank(one: CatalogueInstitution, other: CatalogueInstitution): boolean {
  const [names, others] = [textsOf(one), textsOf(other)];
  const isNamed = others.includes(names[0] ?? "") || names.includes(others[0] ?? "");
  const countries = other.way?.countries ?? [];
  return isNamed && (one.way?.countries ?? []).some((country) => countries.includes(country));
}

/** The ways of a bank: of several keys at aggregators that reach it in one country, the preferred one. */
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
