import type { AccountSelection, LinkProduct } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ClientSecret } from "./client-secret.ts";
import type { ProductionAccess } from "./production-access.ts";
import type { SecretUse } from "./secret-uses.ts";

/** The longest name that an operator gives a client, in letters. */
export const MAX_NAME_LENGTH = 60;

/** An application that uses this server. Of secrets only digests are stored. Times are ms since 1970. */
export type Client = {
  clientId: string;
  /** What the operator calls it; empty for nothing. */
  name: string;
  /** Those that work, and those that ended and are not purged yet. */
  secrets: ClientSecret[];
  publicKey: string;
  publicKeyEnabled: boolean;
  /** Whether it is one of the processors that applications hand processor tokens to. */
  partner: boolean;
  /** Whether /user/create answers it in the legacy schema unless it asks for the new one. */
  legacyUserApi: boolean;
  defaultVersion: string;
  products: LinkProduct[];
  /** The institutions that it acts for: it imports their users' Items, and notifies us of changes. */
  institutions: string[];
  /** Origins of pages that may show Link, e.g. `https://shop.example`. */
  allowedOrigins: string[];
  /** Whether users pick what they share, where a session does not say. */
  accountSelection: AccountSelection;
  productionAccess: ProductionAccess;
  createdAt: number;
};

/** How far the erasure of a removed client has come. */
export type ErasureProgress = {
  /** The id of the last job that was looked at, for those of the client; null once all were. */
  jobsUpTo: string | null;
  /** How many Items are erased. */
  items: number;
};

/** The port for clients. */
export type ClientStore = {
  add(client: Client): Promise<void>;
  byClientId(clientId: string): Promise<Client | null>;
  byPublicKey(publicKey: string): Promise<Client | null>;
  /** The oldest client; null in an empty store. */
  first(): Promise<Client | null>;
  /** All origins of the clients that have registered this one, itself included; empty where none has. */
  originsOfClientsWith(origin: string): Promise<string[]>;
  /** Adds an origin, unless the client has it; false where it has `most` others already. */
  allowOrigin(clientId: string, origin: string, most: number): Promise<boolean>;
  /** Takes an origin away, if the client has it. */
  disallowOrigin(clientId: string, origin: string): Promise<void>;
  /** Sets whether the client is a processor. */
  setPartner(clientId: string, partner: boolean): Promise<void>;
  /** Replaces the institutions that the client acts for. */
  setInstitutions(clientId: string, institutionIds: readonly string[]): Promise<void>;
  setLegacyUserApi(clientId: string, isOn: boolean): Promise<void>;
  setAccountSelection(clientId: string, selection: AccountSelection): Promise<void>;
  /** The dated version that requests without a Service-Version are answered in. */
  setDefaultVersion(clientId: string, version: string): Promise<void>;
  /** All of them, the oldest first, each with how many Items it has. */
  all(): Promise<{ client: Client; liveItems: number }[]>;
  /**
   * Gives a client the secrets that `change` returns for those it has, in one transaction; when each was used
   * stays as it is. False for an unknown client. `change` may run again.
   */
  changeSecrets(
    clientId: string,
    change: (secrets: readonly ClientSecret[]) => readonly ClientSecret[],
  ): Promise<boolean>;
  /** Writes when secrets were used, unless a later use was written. */
  addSecretUses(uses: readonly SecretUse[]): Promise<void>;
  setName(clientId: string, name: string): Promise<void>;
  setPublicKeyEnabled(clientId: string, isOn: boolean): Promise<void>;
  setProductionAccess(clientId: string, access: ProductionAccess): Promise<void>;
  setProducts(clientId: string, products: readonly LinkProduct[]): Promise<void>;
  /**
   * Removes a client: nothing finds it or what it had any more, and its keys are nobody's. The jobs have to
   * erase that; its usage stays, to be billed. With `onlyEmpty` nothing changes where it has live Items;
   * answers how many those are.
   */
  remove(
    clientId: string,
    options: { onlyEmpty: boolean; jobs?: readonly NewJob[]; now: number },
  ): Promise<{ removed: boolean; liveItems: number }>;
  /** The ids of the removed clients that are not erased yet. */
  removed(): Promise<string[]>;
  /**
   * Erases a batch of what a removed client had: Items, Link sessions, tokens, consents, Asset Reports and
   * webhooks; at last the client. Answers how far that came; null where nothing is left, or the client was
   * not removed. `jobs` are added with the last batch. Idempotent: several may do it at once.
   */
  erase(
    clientId: string,
    progress: ErasureProgress,
    options: { now: number; jobs?: readonly NewJob[] },
  ): Promise<ErasureProgress | null>;
};
