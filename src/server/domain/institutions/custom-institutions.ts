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

/** The time until a change by another process is seen. */
const POLL_MS = 2000;

/** The custom institutions, cached in memory. */
export type CustomInstitutions = {
  /** The institutions without a connection: the same array until they change. */
  current(): readonly CustomInstitution[];
  /** The institutions with a connection: the same array until they change. */
  connected(): readonly ConnectedInstitution[];
  /** The institutions that users reach by a token of their own: the same array until an institution changes. */
  described(): readonly DescribedInstitution[];
  /** The banks behind aggregators: the same array until a bank changes. */
  aggregated(): readonly AggregatedInstitution[];
  /** The aggregators: the same array until they change. */
  aggregators(): readonly Aggregator[];
  /** The operator's decision on banks that are reached by several ways: the same object until it changes. */
  ways(): WaySettings;
  /**
   * Reloads the list if its revision has changed; each wait for the store ends after `waitMs`. Undefined if
   * the revision was checked just now.
   */
  refresh(waitMs?: number): Promise<void> | undefined;
  /** Does the same, regardless of the last check. */
  reload(): Promise<void>;
};

/** Caches the custom institutions of the store and reloads them after a change. */
export const openCustomInstitutions = async (
  store: InstitutionStore,
  clock: () => number,
): Promise<CustomInstitutions> => {
  const read = async () => {
    // The revision first: a change in between is then seen by the next poll.
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

/** Returns the digest of the address or the bytes that a logo comes from. */
export const logoDigest = (source: string): string => hash("sha256", source, "base64url");

/** Returns the path of an institution's own logo: another logo has another path, so caches may keep it. */
export const ownLogoPath = (institutionId: string, digest: string): string =>
  `/bank-logos/${institutionId}-${digest}.png`;

/** The properties of an institution that its connector decides. */
type Access = Pick<
  CatalogueInstitution,
  "enabled" | "fields" | "approval" | "atSite" | "translations" | "onlyClientId" | "onlyPerson"
>;

/**
 * The custom institutions as a connector lists them, after its built-in ones; memoized, so that the
 * list is the same object until they change.
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

/** The way by which a custom institution reaches its bank; none for one that has no connection yet. */
function wayOf(custom: CustomInstitution): Pick<CatalogueInstitution, "way"> {
  const { aggregated, description, countryCodes } = custom;
  if (aggregated) return { way: { kind: "aggregator", countries: [aggregated.country] } };
  if (description) return { way: { kind: "token", countries: description.country_codes } };
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
