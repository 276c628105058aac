import { type SearchIndex, searchIndex } from "../../../protocol/search/search-index.ts";
import type { CountryCode, Product } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import { DEFAULT_WAYS, type WaySettings } from "../institutions/way-settings.ts";
import { type BankRow, bankRows } from "../institutions/ways.ts";
import type { Connector } from "./connector.ts";

/** The client and the person who ask for institutions: some belong to one alone. */
type Viewer = {
  /**
   * The client that asks: adds the institutions that only this client sees. Without a client, only
   * institutions that every client sees match.
   */
  clientId?: string;
  /**
   * The mail address of the person who chooses: adds the institutions that only this person sees. Without it,
   * only institutions that everyone sees match.
   */
  person?: string | undefined;
};

/** Filters institutions: any of the countries, all of the products. */
export type InstitutionFilter = Viewer & {
  countryCodes: readonly CountryCode[];
  products: readonly Product[];
  /** Whether to include the entry for account numbers typed by hand. */
  manualEntry?: boolean;
  /** Whether to include the entry for files. */
  files?: boolean;
  /** Only those that are signed in to at their own site, or only the others. */
  oauth?: boolean | undefined;
};

/** The institutions of every connector, and which connector reaches which. */
export type Directory = {
  /** All connectors; a login may outlive its institution. */
  connectors: readonly Connector[];
  /** Returns the matching institutions, most prominent first. */
  list(filter: InstitutionFilter): CatalogueInstitution[];
  /** Returns the first `limit` matching institutions whose name fits a query, best first. */
  search(query: string, filter: InstitutionFilter, limit: number): CatalogueInstitution[];
  /** The matching institutions as rows, one for each bank, however many ways reach it. */
  rows(filter: InstitutionFilter): readonly BankRow[];
  /** The operator's decision on banks that are reached by several ways. */
  ways(): WaySettings;
  /** Returns the matching institutions with this routing number, or at this web address. */
  lookUp(query: string, filter: InstitutionFilter): CatalogueInstitution[];
  /** Returns the institution with this id; throws INVALID_INSTITUTION if there is none. */
  get(institutionId: string): CatalogueInstitution;
  /** Whether there is an institution of this id. */
  has(institutionId: string): boolean;
  /** Returns the connector of the institution with this id; throws INVALID_INSTITUTION if there is none. */
  connectorOf(institutionId: string): Connector;
  /** A number that changes whenever any institution does. */
  revision(): number;
};

/** For how many filters rows are kept: each key that is typed into a search asks for the same ones. */
const MAX_KEPT = 32;

/**
 * A directory over connectors, whose institutions may change later. An id that two connectors claim is
 * an error.
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
  /** The list of each connector when this was built. */
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

/** The host name of a web address without `www.`, even if its scheme is missing; null if it is invalid. */
function parseHost(address: string): string | null {
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  return url ? url.hostname.replace(/^www\./, "") : null;
}

/** Whether a host is an institution's own, or below it. */
function isAt({ url }: CatalogueInstitution, host: string | null): boolean {
  const own = url && parseHost(url);
  return !!own && !!host && `.${host}`.endsWith(`.${own}`);
}

/** The texts that an institution can be searched by, its name first. */
export const listTexts = ({ name, translations = {}, aliases }: CatalogueInstitution): string[] => [
  name,
  ...Object.values(translations).flatMap((translation) => translation.name ?? []),
  ...aliases,
];

/**
 * Whether a client and a person may see an institution: an institution of one client or person is
 * hidden from all others.
 */
export const isOpenTo = (
  { onlyClientId, onlyPerson }: Pick<CatalogueInstitution, "onlyClientId" | "onlyPerson">,
  { clientId, person }: Viewer,
): boolean =>
  (onlyClientId === undefined || onlyClientId === clientId) &&
  (onlyPerson === undefined || onlyPerson === person);

/** Returns an institution by its id. One that is hidden from the viewer is refused like an unknown one. */
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
