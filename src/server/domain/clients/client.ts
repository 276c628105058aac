import type { AccountSelection, LinkProduct } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";

/** An application that uses this server. Secrets are kept as digests only. Times are ms since 1970. */
export type Client = {
  clientId: string;
  secretDigest: string;
  publicKey: string;
  publicKeyEnabled: boolean;
  /** Whether it is one of the processors that applications hand processor tokens to. */
  partner: boolean;
  defaultVersion: string;
  products: LinkProduct[];
  /** Origins of pages that may show Link, e.g. `https://shop.example`. */
  allowedOrigins: string[];
  /** Whether users pick what they share, where a session does not say. */
  accountSelection: AccountSelection;
  createdAt: number;
};

/** Where clients live. */
export type ClientStore = {
  add(client: Client): Promise<void>;
  byClientId(clientId: string): Promise<Client | null>;
  byPublicKey(publicKey: string): Promise<Client | null>;
  /** The oldest client; null in an empty store. */
  first(): Promise<Client | null>;
  /** All origins of the clients that have registered this one, itself among them; or none. */
  originsBeside(origin: string): Promise<string[]>;
  /** Adds an origin, unless the client has it; false where it has `most` others already. */
  allowOrigin(clientId: string, origin: string, most: number): Promise<boolean>;
  /** Takes an origin away, if the client has it. */
  disallowOrigin(clientId: string, origin: string): Promise<void>;
  /** Says whether the client is a processor. */
  setPartner(clientId: string, partner: boolean): Promise<void>;
  setAccountSelection(clientId: string, selection: AccountSelection): Promise<void>;
  /** The dated version that requests without a Service-Version are answered in. */
  setDefaultVersion(clientId: string, version: string): Promise<void>;
  /** All of them, the oldest first, each with how many Items it has. */
  all(): Promise<{ client: Client; liveItems: number }[]>;
  /** Puts another secret in the place of the one before, which is dead at once; false for no client. */
  setSecret(clientId: string, secretDigest: string): Promise<boolean>;
  /**
   * Forgets a client and all that is its: Items, Link sessions, tokens, consents, Asset Reports and
   * webhooks. What it used stays, to be billed. With `onlyEmpty` nothing is changed where it has live
   * Items; answers how many those are.
   */
  remove(
    clientId: string,
    options: { onlyEmpty: boolean; jobs?: readonly NewJob[] },
  ): Promise<{ removed: boolean; liveItems: number }>;
};

/** The sessions of the Dashboard that were ended before their time. */
export type DashboardSessionStore = {
  /** Kept until the session would have ended by itself. */
  end(sessionId: string, expiresAt: number): Promise<void>;
  hasEnded(sessionId: string): Promise<boolean>;
};
