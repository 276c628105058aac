import { type SearchIndex, searchIndex } from "../../../protocol/search/search-index.ts";
import type { CountryCode, Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import { DEFAULT_WAYS, type WaySettings } from "../institutions/way-settings.ts";
import { type BankRow, bankRows } from "../institutions/ways.ts";
import type { Connector } from "./connector.ts";

/**
 * The client and person who look for institutions. Some institutions are visible to one client or
 * person only.
 */
type Viewer = {
  /** Adds the institutions that only this client sees. */
  clientId?: string;
  /** The person's mail address. Adds the institutions that only this person sees. */
  person?: string | undefined;
};

/** A filter for institutions: any of the countries, all of the products. */
export type InstitutionFilter = Viewer & {
  countryCodes: readonly CountryCode[];
  products: readonly Product[];
  /** Whether to include the entry for manual account numbers. */
  manualEntry?: boolean;
  /** Whether to include the entry for files. */
  files?: boolean;
  /** Only institutions with a sign-in at their own site, or only the others. */
  oauth?: boolean | undefined;
};

/** The institutions of all connectors. */
export type Directory = {
  /** All connectors, since a login may outlive its institution. */
  connectors: readonly Connector[];
  /** Returns the matching institutions, most prominent first. */
  list(filter: InstitutionFilter): CatalogueInstitution[];
  /** Returns the first `limit` matching institutions by name, best match first. */
  search(query: string, filter: InstitutionFilter, limit: number): CatalogueInstitution[];
  /** The matching institutions as rows, one per bank, whatever the number of ways to the bank. */
  rows(filter: InstitutionFilter): readonly BankRow[];
  /** The operator's choice for banks that several ways reach. */
  ways(): WaySettings;
  /** Returns the matching institutions with a routing number or web address. */
  lookUp(query: string, filter: InstitutionFilter): CatalogueInstitution[];
  /** Returns the institution with an id; throws INVALID_INSTITUTION for an unknown id. */
  get(institutionId: string): CatalogueInstitution;
  has(institutionId: string): boolean;
  /** Returns the connector of an institution; throws INVALID_INSTITUTION for an unknown id. */
  connectorOf(institutionId: string): Connector;
  /** A number that changes with every change of an institution. */
  revision(): number;
};

/** The number of filters with cached rows. Each key typed into a search asks for the same rows. */
const MAX_KEPT = 32;

/**
 * Creates a directory over connectors, whose institutions may change later. Throws if two
 * connectors claim an id.
 */
export const createDirectory = (
  connectors: readonly Connector[],
  ways: () => WaySettings = () => DEFAULT_WAYS,
): Directory => {
  let contents = toContents(connectors);
  let settings = ways();
  let revision = 0;
  let kept = { revision, rows: new Map<string, readonly BankRow[]>() };
  const current = (): Contents => {
    if (
      !connectors.every((connector, at) => isSame(connector.institutions(), contents.lists[at]))
    ) {
      contents = toContents(connectors);
      revision++;
    }
    if (settings !== ways()) {
      settings = ways();
      revision++;
    }
    return contents;
  };
  const requireEntry = (institutionId: string): Entry => {
    const entry = current().entries.get(institutionId);
    if (!entry) throw new Fault("INVALID_INSTITUTION");
    return entry;
  };
  return {
    connectors,
    list: (filter) =>
      current().institutions.filter((institution) => matchesFilter(institution, filter)),
    search: (query, filter, limit) => {
      const { institutions, index } = current();
      const matches = (row: number): boolean => {
        const institution = institutions[row];
        return institution !== undefined && matchesFilter(institution, filter);
      };
      return index(query, limit, matches).flatMap((row) => institutions[row] ?? []);
    },
    rows: (filter) => {
      const { institutions } = current();
      if (kept.revision !== revision || kept.rows.size >= MAX_KEPT)
        kept = { revision, rows: new Map() };
      const key = JSON.stringify(filter);
      const rows =
        kept.rows.get(key) ??
        bankRows(
          institutions.filter((institution) => matchesFilter(institution, filter)),
          settings,
        );
      kept.rows.set(key, rows);
      return rows;
    },
    ways,
    lookUp: (query, filter) => {
      const digits = query.replace(/[\s-]/g, "");
      const host = parseHost(query.trim());
      return current().institutions.filter(
        (institution) =>
          matchesFilter(institution, filter) &&
          (institution.institutionId === query.trim() ||
            institution.routingNumbers.includes(digits) ||
            isAt(institution, host)),
      );
    },
    get: (institutionId) => requireEntry(institutionId).institution,
    has: (institutionId) => current().entries.has(institutionId),
    connectorOf: (institutionId) => requireEntry(institutionId).connector,
    revision: () => {
      current();
      return revision;
    },
  };
};

const isSame = (
  list: readonly CatalogueInstitution[],
  previous: readonly CatalogueInstitution[] = [],
): boolean =>
  list === previous ||
  (list.length === previous.length &&
    list.every((institution, at) => institution === previous[at]));

type Entry = { institution: CatalogueInstitution; connector: Connector };

type Contents = {
  /** The connectors' lists at the time of this snapshot. */
  lists: readonly (readonly CatalogueInstitution[])[];
  entries: ReadonlyMap<string, Entry>;
  institutions: readonly CatalogueInstitution[];
  index: SearchIndex;
};

function toContents(connectors: readonly Connector[]): Contents {
  const entries = new Map<string, Entry>();
  const lists = connectors.map((connector) => connector.institutions());
  for (const [at, connector] of connectors.entries())
    for (const institution of lists[at] ?? []) {
      const { institutionId, name } = institution;
      const existing = entries.get(institutionId);
      if (existing)
        throw new Error(
          `${institutionId} is ${existing.institution.name}, and ${name} has the same id`,
        );
      entries.set(institutionId, { institution, connector });
    }
  const institutions = [...entries.values()].map(({ institution }) => institution);
  return { lists, entries, institutions, index: searchIndex(institutions.map(listTexts)) };
}

/**
 * The host name of a web address, without `www.`; the scheme may be missing. Null for an invalid
 * address.
 */
function parseHost(address: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  return url ? url.hostname.replace(/^www\./, "") : null;
}

/** Whether a host is an institution's own, or a subdomain. */
function isAt({ url }: CatalogueInstitution, host: string | null): boolean {
  const own = url && parseHost(url);
  return !!own && !!host && `.${host}`.endsWith(`.${own}`);
}

/** The searchable texts of an institution, its name first. */
export const listTexts = ({ name, translations = {}, aliases }: CatalogueInstitution): string[] => [
  name,
  ...Object.values(translations).flatMap((translation) => translation.name ?? []),
  ...aliases,
];

/**
 * Whether a client and person may see an institution. An institution of one client or person is
 * hidden from others.
 */
export const isOpenTo = (
  { onlyClientId, onlyPerson }: Pick<CatalogueInstitution, "onlyClientId" | "onlyPerson">,
  { clientId, person }: Viewer,
): boolean =>
  (onlyClientId === undefined || onlyClientId === clientId) &&
  (onlyPerson === undefined || onlyPerson === person);

/** Returns an institution by its id. A hidden institution is refused like an unknown id. */
export const openInstitution = (
  directory: Pick<Directory, "get">,
  institutionId: string,
  viewer: Viewer,
): CatalogueInstitution => {
  const institution = directory.get(institutionId);
  if (!isOpenTo(institution, viewer)) throw new Fault("INVALID_INSTITUTION");
  return institution;
};

/** Whether an institution serves one of the countries with all of the products. */
export const matchesFilter = (
  institution: CatalogueInstitution,
  filter: InstitutionFilter,
): boolean =>
  isOpenTo(institution, filter) &&
  PURPOSES[institution.purpose].isListed(filter, servesAll(institution, filter));

const servesAll = (institution: CatalogueInstitution, filter: InstitutionFilter): boolean =>
  filter.countryCodes.some((code) => institution.countryCodes.includes(code)) &&
  filter.products.every((product) => institution.products.includes(product)) &&
  (filter.oauth === undefined || filter.oauth === institution.oauth);
