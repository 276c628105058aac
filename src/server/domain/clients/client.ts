import type { AccountSelection, Environment, LinkProduct } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ClientSecret, SecretUse } from "./client-secret.ts";
import type { ProductionAccess } from "./production-access.ts";

/** The maximum length of a client's name, in characters. */
export const MAX_NAME_LENGTH = 60;

/**
 * An application that uses this server. Only the digests of its secrets are stored. Times are ms
 * since 1970.
 */
export type Client = {
  clientId: string;
  /** The operator's name for the client; may be empty. */
  name: string;
  /** The working secrets, and ended secrets before their purge. */
  secrets: ClientSecret[];
  publicKey: string;
  publicKeyEnabled: boolean;
  /** Whether the client is a processor, which accepts processor tokens from applications. */
  partner: boolean;
  /** Whether /user/create responds to the client in the legacy schema by default. */
  legacyUserApi: boolean;
  /** Whether grants may share the accounts of the client's users with other applications. */
  grantsAllowed: boolean;
  defaultVersion: string;
  products: LinkProduct[];
  /**
   * The institutions that the client acts for: it imports Items of their users, and reports
   * changes.
   */
  institutions: string[];
  /** Origins of pages that may show Link, e.g. `https://shop.example`. */
  allowedOrigins: string[];
  /** Whether users select accounts, unless a session decides. */
  accountSelection: AccountSelection;
  productionAccess: ProductionAccess;
  createdAt: number;
};

/** The progress of a removed client's erasure. */
export type ErasureProgress = {
  /** The id of the last checked job; null once all jobs are checked. */
  jobsUpTo: string | null;
  /** The number of erased Items. */
  items: number;
};

/** The port for clients. */
export type ClientStore = {
  add(client: Client): Promise<void>;
  byClientId(clientId: string): Promise<Client | null>;
  byPublicKey(publicKey: string): Promise<Client | null>;
  /** The oldest client; null in an empty store. */
  first(): Promise<Client | null>;
  /**
   * Returns the origins of all clients that allow `origin`, including `origin`; empty if no client
   * allows it.
   */
  originsOfClientsWith(origin: string): Promise<string[]>;
  /**
   * Adds an origin. True also if the client has the origin; false if the client has `limit` other
   * origins.
   */
  allowOrigin(clientId: string, origin: string, limit: number): Promise<boolean>;
  /** Removes an origin. */
  disallowOrigin(clientId: string, origin: string): Promise<void>;
  /** Sets whether the client is a processor. */
  setPartner(clientId: string, partner: boolean): Promise<void>;
  /** Replaces the institutions that the client acts for. */
  setInstitutions(clientId: string, institutionIds: readonly string[]): Promise<void>;
  /**
   * Switching grants off ends the sessions of their links at `now`, and revokes the logins' access.
   */
  setGrantsAllowed(clientId: string, isOn: boolean, now: number): Promise<void>;
  setLegacyUserApi(clientId: string, isOn: boolean): Promise<void>;
  setAccountSelection(clientId: string, selection: AccountSelection): Promise<void>;
  /** The dated version of responses to requests without a Service-Version. */
  setDefaultVersion(clientId: string, version: string): Promise<void>;
  /** All clients, the oldest first, each with its number of Items. */
  all(): Promise<{ client: Client; liveItems: number }[]>;
  /** The number of all clients' live Items. */
  liveItems(): Promise<number>;
  /**
   * Replaces a client's secrets by the result of `change`, in one transaction. Last uses are kept.
   * False for an unknown client. `change` may run more than once.
   */
  changeSecrets(
    clientId: string,
    change: (secrets: readonly ClientSecret[]) => readonly ClientSecret[],
  ): Promise<boolean>;
  /** Records uses of secrets. Later recorded uses are kept. */
  addSecretUses(uses: readonly SecretUse[]): Promise<void>;
  setName(clientId: string, name: string): Promise<void>;
  setPublicKeyEnabled(clientId: string, isOn: boolean): Promise<void>;
  setProductionAccess(clientId: string, access: ProductionAccess): Promise<void>;
  setProducts(clientId: string, products: readonly LinkProduct[]): Promise<void>;
  /**
   * Removes a client: no lookup finds the client, its data or its keys, and jobs erase the data.
   * Its usage stays for billing. With `onlyEmpty`, a client with live Items stays unchanged;
   * returns their number.
   */
  remove(
    clientId: string,
    options: { onlyEmpty: boolean; jobs?: readonly NewJob[]; now: number },
  ): Promise<{ removed: boolean; liveItems: number }>;
  /**
   * Resumes calls and jobs of clients whose move to another store has stalled, where that is safe.
   * Returns the ids of these clients, and of clients whose move only its command can end.
   */
  endStaleMoves(now: number, run: string): Promise<{ ended: string[]; stuck: string[] }>;
  /** The ids of removed clients before their erasure. */
  removed(): Promise<string[]>;
  /**
   * Erases a batch of a removed client's data: Items, Link sessions, tokens, consents, Asset
   * Reports and webhooks, and at last the client. Returns the progress; null at the end, or for a
   * client that was not removed. The last batch adds `jobs`. Idempotent, also for concurrent runs.
   */
  erase(
    clientId: string,
    progress: ErasureProgress,
    options: { now: number; jobs?: readonly NewJob[] },
  ): Promise<ErasureProgress | null>;
};

/** Whether a client acts for an institution: by the operator's setting; in the sandbox for all. */
export const actsFor = (
  { institutions }: Pick<Client, "institutions">,
  institutionId: string,
  environment: Environment,
): boolean => environment === "sandbox" || institutions.includes(institutionId);
