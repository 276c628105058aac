import type { AccountSelection, Environment, LinkProduct } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ClientSecret, SecretUse } from "./client-secret.ts";
import type { ProductionAccess } from "./production-access.ts";

/** The maximum length of a client's name, in characters. */
export const MAX_NAME_LENGTH = 60;

/** An application that uses this server. Secrets are stored as digests only. Times are ms since 1970. */
export type Client = {
  clientId: string;
  /** The operator's name for it; empty for none. */
  name: string;
  /** The secrets that work, and those that ended and are not purged yet. */
  secrets: ClientSecret[];
  publicKey: string;
  publicKeyEnabled: boolean;
  /** Whether it is one of the processors that applications hand processor tokens to. */
  partner: boolean;
  /** Whether /user/create responds to it in the legacy schema unless it asks for the new one. */
  legacyUserApi: boolean;
  /** Whether its users' accounts may be shared with other applications by grants. */
  grantsAllowed: boolean;
  defaultVersion: string;
  products: LinkProduct[];
  /** The institutions that it acts for: it imports their users' Items, and notifies us of changes. */
  institutions: string[];
  /** Origins of pages that may show Link, e.g. `https://shop.example`. */
  allowedOrigins: string[];
  /** Whether users select accounts, if a session does not say. */
  accountSelection: AccountSelection;
  productionAccess: ProductionAccess;
  createdAt: number;
};

/** The progress of a removed client's erasure. */
export type ErasureProgress = {
  /** The id of the last job that was checked for the client; null once all were. */
  jobsUpTo: string | null;
  /** The number of Items that are erased. */
  items: number;
};

/** The port for clients. */
export type ClientStore = {
  add(client: Client): Promise<void>;
  byClientId(clientId: string): Promise<Client | null>;
  byPublicKey(publicKey: string): Promise<Client | null>;
  /** The oldest client; null in an empty store. */
  first(): Promise<Client | null>;
  /** Returns the origins of all clients that allow `origin`, `origin` itself included; empty if no client allows it. */
  originsOfClientsWith(origin: string): Promise<string[]>;
  /** Adds an origin, unless the client has it; returns false if the client has `limit` others already. */
  allowOrigin(clientId: string, origin: string, limit: number): Promise<boolean>;
  /** Removes an origin, if the client has it. */
  disallowOrigin(clientId: string, origin: string): Promise<void>;
  /** Sets whether the client is a processor. */
  setPartner(clientId: string, partner: boolean): Promise<void>;
  /** Replaces the institutions that the client acts for. */
  setInstitutions(clientId: string, institutionIds: readonly string[]): Promise<void>;
  /** Without grants, the sessions of their links end at `now`, and the access of their logins is revoked. */
  setGrantsAllowed(clientId: string, isOn: boolean, now: number): Promise<void>;
  setLegacyUserApi(clientId: string, isOn: boolean): Promise<void>;
  setAccountSelection(clientId: string, selection: AccountSelection): Promise<void>;
  /** The dated version of responses to requests without a Service-Version. */
  setDefaultVersion(clientId: string, version: string): Promise<void>;
  /** All clients, the oldest first, each with its number of Items. */
  all(): Promise<{ client: Client; liveItems: number }[]>;
  /** The number of live Items of all clients. */
  liveItems(): Promise<number>;
  /**
   * Replaces a client's secrets by the result of `change`, in one transaction; their last uses stay. False
   * for an unknown client. `change` may run again.
   */
  changeSecrets(
    clientId: string,
    change: (secrets: readonly ClientSecret[]) => readonly ClientSecret[],
  ): Promise<boolean>;
  /** Records uses of secrets, unless a later use is recorded. */
  addSecretUses(uses: readonly SecretUse[]): Promise<void>;
  setName(clientId: string, name: string): Promise<void>;
  setPublicKeyEnabled(clientId: string, isOn: boolean): Promise<void>;
  setProductionAccess(clientId: string, access: ProductionAccess): Promise<void>;
  setProducts(clientId: string, products: readonly LinkProduct[]): Promise<void>;
  /**
   * Removes a client: nothing finds it, its data or its keys any more, and the jobs erase the data.
   * Its usage stays, to be billed. With `onlyEmpty` nothing changes if the client has live Items;
   * returns their number.
   */
  remove(
    clientId: string,
    options: { onlyEmpty: boolean; jobs?: readonly NewJob[]; now: number },
  ): Promise<{ removed: boolean; liveItems: number }>;
  /**
   * Resumes the calls and jobs of clients whose move to another store has shown no progress for too long, as
   * far as that is safe; returns the ids of these clients, and of clients whose move only its command can
   * end.
   */
  endStaleMoves(now: number, run: string): Promise<{ ended: string[]; stuck: string[] }>;
  /** The ids of the removed clients that are not erased yet. */
  removed(): Promise<string[]>;
  /**
   * Erases a batch of a removed client's data: Items, Link sessions, tokens, consents, Asset Reports and
   * webhooks; at last the client. Returns the progress; null if nothing is left, or the client was not
   * removed. `jobs` are added with the last batch. Idempotent: several may run at once.
   */
  erase(
    clientId: string,
    progress: ErasureProgress,
    options: { now: number; jobs?: readonly NewJob[] },
  ): Promise<ErasureProgress | null>;
};

/** Whether a client acts for an institution: if its operator says so, and in the sandbox for each. */
export const actsFor = (
  { institutions }: Pick<Client, "institutions">,
  institutionId: string,
  environment: Environment,
): boolean => environment === "sandbox" || institutions.includes(institutionId);
