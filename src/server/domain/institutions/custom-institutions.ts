import { hash } from "node:crypto";
import { makeAppearance } from "../../../protocol/link/appearance.ts";
import { limitStoreWaits } from "../store-wait.ts";
import type { Aggregator } from "./aggregator.ts";
import type {
  AggregatedInstitution,
  CatalogueInstitution,
  ConnectedInstitution,
  CustomInstitution,
  DescribedInstitution,
  InstitutionStore,
} from "./institution.ts";
import type { WaySettings } from "./way-settings.ts";

/** The maximum delay, in ms, until this process sees another process's change. */
const POLL_MS = 2000;

/** The custom institutions, cached in memory. */
export type CustomInstitutions = {
  /** The institutions without a connection. Returns the same array until they change. */
  current(): readonly CustomInstitution[];
  /** The institutions with a connection. Returns the same array until they change. */
  connected(): readonly ConnectedInstitution[];
  /** The institutions that users reach by a token. Returns the same array until they change. */
  described(): readonly DescribedInstitution[];
  /** The banks behind aggregators. Returns the same array until they change. */
  aggregated(): readonly AggregatedInstitution[];
  /** The aggregators. Returns the same array until they change. */
  aggregators(): readonly Aggregator[];
  /**
   * The operator's choice for banks that several ways reach. Returns the same object until it
   * changes.
   */
  ways(): WaySettings;
  /**
   * Reloads the list if its revision has changed. Each wait for the store ends after `waitMs`.
   * Undefined if the revision was checked just now.
   */
  refresh(waitMs?: number): Promise<void> | undefined;
  /** Refreshes regardless of the last check. */
  reload(): Promise<void>;
};

/** Caches the store's custom institutions, and reloads them after a change. */
export const openCustomInstitutions = async (
  store: InstitutionStore,
  clock: () => number,
): Promise<CustomInstitutions> => {
  const read = async () => {
    // The revision is read first, so that the next poll sees a change in between.
    const revision = await store.revision();
    const connections = new Map(
      (await store.connections()).map((connection) => [connection.institutionId, connection]),
    );
    const all = (await store.all()).map((institution) => {
      const connection = connections.get(institution.institutionId);
      return connection ? { ...institution, oauth: true, connection } : institution;
    });
    return {
      revision,
      withoutConnection: all.filter(
        (institution) =>
          !("connection" in institution) &&
          institution.description === undefined &&
          institution.aggregated === undefined,
      ),
      aggregated: all.filter(
        (institution): institution is AggregatedInstitution =>
          !("connection" in institution) && institution.aggregated !== undefined,
      ),
      aggregators: await store.aggregators(),
      ways: await store.ways(),
      described: all.filter(
        (institution): institution is DescribedInstitution =>
          !("connection" in institution) && institution.description !== undefined,
      ),
      connected: all.filter((institution) => "connection" in institution),
    };
  };
  let snapshot = await read();
  let checkedAt = clock();
  const reload = async (): Promise<void> => {
    checkedAt = clock();
    if ((await store.revision()) !== snapshot.revision) snapshot = await read();
  };
  return {
    current: () => snapshot.withoutConnection,
    connected: () => snapshot.connected,
    described: () => snapshot.described,
    aggregated: () => snapshot.aggregated,
    aggregators: () => snapshot.aggregators,
    ways: () => snapshot.ways,
    refresh: (waitMs) => {
      if (clock() - checkedAt < POLL_MS) return undefined;
      return waitMs === undefined ? reload() : limitStoreWaits(waitMs, reload);
    },
    reload,
  };
};

/** Returns the digest of a logo's source: its address, or its bytes. */
export const logoDigest = (source: string): string => hash("sha256", source, "base64url");

/**
 * Returns the path of an institution's own logo. Each logo has another path, so caches may keep it.
 */
export const ownLogoPath = (institutionId: string, digest: string): string =>
  `/bank-logos/${institutionId}-${digest}.png`;

/** The properties of an institution that depend on its connector. */
type Access = Pick<
  CatalogueInstitution,
  "enabled" | "fields" | "approval" | "atSite" | "translations" | "onlyClientId" | "onlyPerson"
>;

/**
 * The custom institutions as a connector lists them, after its built-in institutions. Memoized: the
 * list is the same object until an institution changes.
 */
export const catalogueInstitutions = <Custom extends CustomInstitution>(
  current: () => readonly Custom[],
  access: Access | ((institution: Custom) => Access),
  builtIn: readonly CatalogueInstitution[] = [],
): (() => readonly CatalogueInstitution[]) => {
  const accessTo = typeof access === "function" ? access : () => access;
  let source: readonly Custom[] | null = null;
  let institutions: readonly CatalogueInstitution[] = builtIn;
  return () => {
    if (source !== current()) {
      source = current();
      institutions = [
        ...builtIn,
        ...source.map((institution) => catalogueInstitution(institution, accessTo(institution))),
      ];
    }
    return institutions;
  };
};

/** The way of a custom institution to its bank; none without a connection. */
function wayOf(custom: CustomInstitution): Pick<CatalogueInstitution, "way"> {
  const { aggregated, description, countryCodes } = custom;
  if (aggregated) return { way: { kind: "aggregator", countries: [aggregated.country] } };
  if (description) {
    const kind = description.protocol === "fints" ? "fints" : "token";
    return { way: { kind, countries: description.country_codes } };
  }
  return "connection" in custom ? { way: { kind: "connection", countries: countryCodes } } : {};
}

function catalogueInstitution(custom: CustomInstitution, access: Access): CatalogueInstitution {
  const appearance = makeAppearance(custom.institutionId);
  return {
    institutionId: custom.institutionId,
    name: custom.name,
    aliases: custom.aliases,
    products: custom.products,
    countryCodes: custom.countryCodes,
    routingNumbers: custom.routingNumbers,
    oauth: custom.oauth,
    url: custom.url,
    logoShape: custom.logoShape ?? appearance.logoShape,
    color: custom.color ?? appearance.color,
    ...(custom.logo?.isStored && { logoDigest: logoDigest(custom.logo.source) }),
    health: "HEALTHY",
    healthSince: custom.addedAt,
    supported: custom.supported,
    ...wayOf(custom),
    purpose: "login",
    ...access,
  };
}
