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
  /** Link's label, instead of a name that users would not search for. */
  label?: string;
  /** Other names that users search for. */
  aliases: string[];
  products: Product[];
  countryCodes: CountryCode[];
  routingNumbers: string[];
  oauth: boolean;
  /** The institution's site; null if unknown. */
  url: string | null;
  logoShape: LogoShape;
  /** `#rrggbb`; the logo may use a darker shade. */
  color: string;
  /** The digest of the institution's own logo; without one, its shape is drawn. */
  logoDigest?: string;
  health: InstitutionHealth;
  /** The start of the current health, in ms since 1970. */
  healthSince: number;
  /** False for a listed institution that can no longer be connected. */
  supported: boolean;
  /** False for a listed institution that is not available in this environment. */
  enabled: boolean;
  /** The purpose of the form: sign-in, manual account numbers, or a file. */
  purpose: Purpose;
  fields: CredentialField[];
  /** The only client that sees the institution; left out for all clients. */
  onlyClientId?: string;
  /**
   * The mail address, in lower case, of the only person who sees the institution; left out for
   * everyone.
   */
  onlyPerson?: string;
  /**
   * The institution's way to its bank, which other ways may reach as well; left out for a sandbox
   * bank.
   */
  way?: Way;
  /**
   * Whether users approve in the institution's app after they have identified themselves in the
   * form.
   */
  approval?: boolean;
  /** Whether users continue at the institution's site after the form. */
  atSite?: boolean;
  /** The name and form in other languages, where they differ. */
  translations?: {
    [L in Language]?: {
      name?: string;
      label?: string;
      fields: CredentialField[];
      /** The help above the form, instead of the default. */
      help?: string;
    };
  };
};

/** An institution that this server's operator has added. */
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
  /** Null for a shape derived from the id. */
  logoShape: LogoShape | null;
  color: string | null;
  /** The institution's own logo: its source (address or bytes), and its picture to store. */
  logo?: { source: string; isStored?: boolean; png?: Buffer };
  /** The description of an institution that users reach by a token of their own. */
  description?: BankDescription;
  /** The institution's bank at an aggregator. */
  aggregated?: AggregatedBank;
  /** The time of the first addition, in ms since 1970. */
  addedAt: number;
};

/** A custom institution that users reach by a token. */
export type DescribedInstitution = CustomInstitution & { description: BankDescription };

/** A custom institution behind an aggregator. */
export type AggregatedInstitution = CustomInstitution & { aggregated: AggregatedBank };

/** A custom institution that has a connection. */
export type ConnectedInstitution = CustomInstitution & { connection: InstitutionRegistration };

/** The port for custom institutions. */
export type InstitutionStore = {
  /** The number of changes. A cached list is valid while this number is the same. */
  revision(): Promise<number>;
  /** Returns the picture of an institution's own logo with a digest, or null. */
  ownLogo(institutionId: string, digest: string): Promise<Buffer | null>;
  /** All custom institutions, in the order of their addition. */
  all(): Promise<CustomInstitution[]>;
  /**
   * Upserts institutions by id; returns the number of new ones. `onProgress` receives the number
   * written so far.
   */
  put(
    institutions: readonly CustomInstitution[],
    onProgress?: (count: number) => void,
  ): Promise<{ added: number }>;
  /** Deletes an institution, unless it has live Items; returns their number. */
  remove(institutionId: string, now: number): Promise<{ removed: boolean; liveItems: number }>;
  /** Returns the number of live Items of an institution. */
  liveItems(institutionId: string): Promise<number>;
  /** All aggregators. Their changes count as changes of institutions. */
  aggregators(): Promise<Aggregator[]>;
  /** Adds an aggregator. An existing aggregator with this id is replaced. */
  putAggregator(aggregator: Aggregator): Promise<void>;
  /** Deletes an aggregator with its banks, unless a bank has live Items; returns their number. */
  removeAggregator(aggregatorId: string): Promise<{ removed: boolean; liveItems: number }>;
  /** The operator's choice for banks that several ways reach. */
  ways(): Promise<WaySettings>;
  /** Stores the operator's choice, as a change of institutions. */
  setWays(settings: WaySettings): Promise<void>;
  /** All connections of institutions. Their changes count as changes of institutions. */
  connections(): Promise<InstitutionRegistration[]>;
  /**
   * Connects an institution, in place of its previous registration; false for an unknown
   * institution.
   */
  connect(connection: InstitutionRegistration): Promise<boolean>;
  /**
   * Deletes a registration, unless the institution has live Items; returns their number. Pending
   * revocations keep a copy of the registration.
   */
  disconnect(institutionId: string, now: number): Promise<{ removed: boolean; liveItems: number }>;
};

/**
 * Returns the issuer that a registration would replace, and the number of live Items whose tokens
 * would become useless; null without such Items.
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
