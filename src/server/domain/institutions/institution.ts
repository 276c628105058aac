import type { InstitutionHealth } from "../../../protocol/institution.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import type { CountryCode, Language, LogoShape, Product } from "../../../protocol/vocabulary.ts";
import type { AggregatedBank, Aggregator } from "./aggregator.ts";
import type { BankDescription } from "./bank-description.ts";
import type { InstitutionRegistration } from "./institution-registration.ts";
import type { Purpose } from "./purposes.ts";
import type { Way, WaySettings } from "./way-settings.ts";

/** An institution as its connector describes it. */
export type CatalogueInstitution = {
  institutionId: string;
  name: string;
  /** The label that Link shows in place of a name that users would not search for. */
  label?: string;
  /** Other names people search for. */
  aliases: string[];
  products: Product[];
  countryCodes: CountryCode[];
  routingNumbers: string[];
  oauth: boolean;
  /** Its own site; null if unknown. */
  url: string | null;
  logoShape: LogoShape;
  /** `#rrggbb`; the logo may use a darker shade. */
  color: string;
  /** The digest of its own logo; left out if it has none, and its shape is drawn. */
  logoDigest?: string;
  health: InstitutionHealth;
  /** Since when, in ms since 1970. */
  healthSince: number;
  /** False for one that is listed but can no longer be connected. */
  supported: boolean;
  /** False for one that is listed but not available in this environment. */
  enabled: boolean;
  /** Whether its form signs in, takes account numbers by hand, or takes a file. */
  purpose: Purpose;
  fields: CredentialField[];
  /** The one client that may see it; left out for all of them. */
  onlyClientId?: string;
  /** The mail address, in lower case, of the one person who may see it; left out if anyone may. */
  onlyPerson?: string;
  /** The way by which it reaches its bank, which may be reached by others, too; left out for a bank of the sandbox. */
  way?: Way;
  /** Whether its users approve in its app, once the form has said who they are. */
  approval?: boolean;
  /** Whether its users continue at its own site after the form. */
  atSite?: boolean;
  /** Its name and form in other languages, if they differ. */
  translations?: {
    [L in Language]?: {
      name?: string;
      label?: string;
      fields: CredentialField[];
      /** The help above the form in place of the default. */
      help?: string;
    };
  };
};

/** An institution that the operator of the server has added. */
export type CustomInstitution = Pick<
  CatalogueInstitution,
  | "institutionId"
  | "name"
  | "aliases"
  | "products"
  | "countryCodes"
  | "routingNumbers"
  | "oauth"
  | "url"
  | "supported"
> & {
  /** Null if its appearance is derived from its id. */
  logoShape: LogoShape | null;
  color: string | null;
  /** Its own logo: the address or the bytes that it comes from, and if it is to be stored its picture. */
  logo?: { source: string; isStored?: boolean; png?: Buffer };
  /** Its description, if users reach it by a token of their own. */
  description?: BankDescription;
  /** The bank at an aggregator that the institution stands for. */
  aggregated?: AggregatedBank;
  /** When it was first added, in ms since 1970. */
  addedAt: number;
};

/** A custom institution that users reach by a token of their own. */
export type DescribedInstitution = CustomInstitution & { description: BankDescription };

/** A custom institution that is reached by an aggregator. */
export type AggregatedInstitution = CustomInstitution & { aggregated: AggregatedBank };

/** A custom institution that has a connection. */
export type ConnectedInstitution = CustomInstitution & { connection: InstitutionRegistration };

/** The port for custom institutions. */
export type InstitutionStore = {
  /** Counts changes: a cached list is valid as long as this is the same. */
  revision(): Promise<number>;
  /** Returns the picture of an institution's own logo; null if no logo of it has this digest. */
  ownLogo(institutionId: string, digest: string): Promise<Buffer | null>;
  /** All of them, in the order in which they were first added. */
  all(): Promise<CustomInstitution[]>;
  /**
   * Upserts institutions by their ids; returns how many are new. `onProgress` hears how many are
   * written so far.
   */
  put(
    institutions: readonly CustomInstitution[],
    onProgress?: (count: number) => void,
  ): Promise<{ added: number }>;
  /** Deletes an institution, unless it has live Items; returns how many those are. */
  remove(institutionId: string, now: number): Promise<{ removed: boolean; liveItems: number }>;
  /** Returns the number of live Items of an institution. */
  liveItems(institutionId: string): Promise<number>;
  /** All aggregators, which count as changes of institutions. */
  aggregators(): Promise<Aggregator[]>;
  /** Adds an aggregator, or replaces the aggregator with its id. */
  putAggregator(aggregator: Aggregator): Promise<void>;
  /** Deletes an aggregator with its banks, unless one of them has live Items; returns their number. */
  removeAggregator(aggregatorId: string): Promise<{ removed: boolean; liveItems: number }>;
  /** The operator's decision on banks that are reached by several ways. */
  ways(): Promise<WaySettings>;
  /** Stores another decision, which counts as a change of institutions. */
  setWays(settings: WaySettings): Promise<void>;
  /** All connections of institutions, which count as changes of these. */
  connections(): Promise<InstitutionRegistration[]>;
  /** Connects an institution, replacing its registration; false if there is no institution of the id. */
  connect(connection: InstitutionRegistration): Promise<boolean>;
  /**
   * Deletes a registration, unless the institution has live Items; returns their number. Pending revocations
   * keep a copy of the registration.
   */
  disconnect(institutionId: string, now: number): Promise<{ removed: boolean; liveItems: number }>;
};

/**
 * Returns the issuer that a registration would replace, and the number of live Items with its tokens, which
 * would become useless; null if there are none.
 */
export const issuerChange = async (
  institutions: Pick<InstitutionStore, "connections" | "liveItems">,
  { institutionId, issuer }: Pick<InstitutionRegistration, "institutionId" | "issuer">,
): Promise<{ before: string; liveItems: number } | null> => {
  const previous = (await institutions.connections()).find(
    (registration) => registration.institutionId === institutionId,
  );
  if (previous === undefined || previous.issuer === issuer) return null;
  const liveItems = await institutions.liveItems(institutionId);
  return liveItems === 0 ? null : { before: previous.issuer, liveItems };
};
