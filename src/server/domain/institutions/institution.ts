import type { CredentialField } from "../../../protocol/bridge.ts";
import type { InstitutionHealth } from "../../../protocol/institution.ts";
import type { CountryCode, Language, LogoShape, Product } from "../../../protocol/vocabulary.ts";

/** An institution as its connector describes it. */
export type CatalogueInstitution = {
  institutionId: string;
  name: string;
  /** How it is offered, where its name is none that people look for. */
  label?: string;
  /** Other names people search for. */
  aliases: string[];
  products: Product[];
  countryCodes: CountryCode[];
  routingNumbers: string[];
  oauth: boolean;
  /** Its own site; null where that is not known. */
  url: string | null;
  mark: LogoShape;
  /** `#rrggbb`; a mark upon it may need a darker shade. */
  color: string;
  health: InstitutionHealth;
  /** Since when, in ms since 1970. */
  healthSince: number;
  /** False for one that can be found, but not connected any more. */
  supported: boolean;
  /** False for one that can be found, but not reached in this environment. */
  enabled: boolean;
  /** What its form is for: to sign in, or to enter account numbers where nobody can. */
  purpose: "login" | "numbers";
  fields: CredentialField[];
  /** Its name and form in other languages, where it has others there. */
  translations?: {
    [L in Language]?: { name?: string; label?: string; fields: CredentialField[] };
  };
};

/** An institution that whoever runs the server has put in. */
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
  /** Null where its looks come from its id. */
  mark: LogoShape | null;
  color: string | null;
  /** When it was put in first, in ms since 1970. */
  addedAt: number;
};

/** Where the institutions live that whoever runs the server has put in. */
export type InstitutionStore = {
  /** Counts the changes: what was read before is good for as long as it is the same. */
  revision(): Promise<number>;
  /** All of them, in the order in which they were first put in. */
  all(): Promise<CustomInstitution[]>;
  /**
   * Puts institutions in, each in the place of the one that has its id, if any; answers how many are
   * new. `tell` hears how many are written so far.
   */
  put(
    institutions: readonly CustomInstitution[],
    tell?: (written: number) => void,
  ): Promise<{ added: number }>;
  /** Forgets an institution, unless there are Items at it; answers how many those are. */
  remove(institutionId: string): Promise<{ removed: boolean; liveItems: number }>;
};
