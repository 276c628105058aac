/** An application that is registered at the aggregator. */
export type RegisteredApplication = {
  id: string;
  name?: string;
  /** As PEM. */
  publicKey: string;
  environment: "SANDBOX" | "PRODUCTION";
  redirectUrls: string[];
};

/** A payment on an account: money in is above zero, days are YYYY-MM-DD. */
export type PlayedRow = {
  id: string;
  /** The day of its booking. */
  day: string;
  amount: number;
  text?: string | string[];
  party?: string;
  /** The day from which it is pending; it is not otherwise. */
  pendingFrom?: string;
  /** The day from which the list has it, if that is later than its own. */
  listedFrom?: string;
  /** The day from which the list has it no more. */
  gone?: string;
  code?: string;
  subCode?: string;
  mcc?: string;
  currency?: string;
  /** The balance after it. */
  after?: string;
  transactionId?: string | null;
};

export type PlayedAccount = {
  id: string;
  holder: string;
  iban?: string;
  other?: { identification: string; scheme_name: string };
  details?: string;
  product?: string;
  usage?: "PRIV" | "ORGA";
  /** ISO 20022's code; CACC by default. */
  type?: string;
  currency?: string;
  limit?: number;
  hasNoUid?: boolean;
  /** The balance before all rows. */
  opening?: number;
  /** In place of the rows added up. */
  balances?: object[];
  rows: PlayedRow[];
};

export type PlayedBank = {
  name: string;
  country: string;
  bic?: string;
  logo?: string;
  psuTypes?: ("personal" | "business")[];
  authMethods?: object[];
  consentSeconds?: number;
  requiredPsuHeaders?: string[];
  accounts: PlayedAccount[];
};

export type AggregatorOptions = {
  /** The port to listen on; 0, the default, takes a free one. */
  port?: number;
  /** Default `localhost`: it has no TLS, and opens on this machine only. */
  host?: string;
  applications: readonly RegisteredApplication[];
  /** The banks; they may be changed while the aggregator is open. */
  banks: PlayedBank[];
  /** Now, in ms since 1970. Default `Date.now`. */
  clock?: () => number;
};

/** A request for data as the aggregator has seen it. */
export type SeenRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** An aggregator that is open. */
export type OpenAggregator = {
  address: string;
  requests: SeenRequest[];
  banks: PlayedBank[];
  /** Switches these quirks on, and all others off; names are those of `quirks.mjs`. Throws on an unknown one. */
  behaveLike(...quirks: string[]): void;
  /** Signs a person in at the address of an authorization; returns the address with which they are sent back. */
  signIn(address: string, choice?: "agree" | "cancel"): string;
  authorizations(): { authMethod: string | null; psuType: string; validUntil: string }[];
  sessions(): { id: string; status: string }[];
  /** Gives all sessions this status. */
  endSessions(status: string): void;
  close(): Promise<void>;
};

/** Opens the aggregator; rejects when the port is taken. */
export declare function startAggregator(options: AggregatorOptions): Promise<OpenAggregator>;
