/**
 * A client that is registered at the bank: with a secret, with public keys for `private_key_jwt`, or with a
 * certificate in TLS: by its subject's common name, or by the certificate itself if it is self-signed.
 */
export type BankClient = {
  id: string;
  /** The name on the consent page. */
  name: string;
  redirectUris: string[];
  /** The response that it is registered for at a bank of FAPI 1 Advanced, and the algorithm of its signatures. Default ES256. */
  fapi1?: { response: "hybrid" | "jarm"; algorithm?: "PS256" | "ES256" };
  /** Whether its tokens are bound to its certificate. Default: those of a client that is known by one. */
  boundToCertificate?: boolean;
} & (
  | { secret: string; jwks?: never; tls?: never }
  | { jwks: { keys: object[] }; secret?: never; tls?: never }
  | {
      tls: { commonName: string } | { certificate: string };
      secret?: never;
      /** The keys of its request objects; those of a self-signed certificate are its own. */
      jwks?: { keys: object[] };
    }
);

/**
 * Lets clients in that show a certificate in TLS (RFC 8705), at an address of its own for what clients call;
 * all PEM.
 */
export type MutualTls = {
  certificate: string;
  key: string;
  /** Whose certificates of clients are good. */
  authority: string;
};

/** A directory whose software statements register clients (UK Open Banking). */
export type Directory = {
  /** The issuer of its statements, and the keys that sign them. */
  issuer: string;
  jwks: { keys: object[] };
  /** The keys of each software, by the address of its keys in its statement. */
  softwareKeys: Record<string, { keys: object[] }>;
};

export type BankOptions = {
  /** The port to listen on; 0 takes a free one. */
  port: number;
  /** Default `localhost`. The bank has no TLS: it opens on this machine only. */
  host?: string | undefined;
  clients: readonly BankClient[];
  /** Default: no client is asked for a certificate. */
  mutualTls?: MutualTls | undefined;
  /** For how many days a customer's consent is good. Default 365. */
  consentDays?: number | undefined;
  /** Whether a customer who has signed in is not asked again in the same browser. Default: each time, as banks do. */
  remembersSignIns?: boolean | undefined;
  /** A JSON file for keys, grants and tokens, made when it is missing; in memory alone without it. */
  file?: string | undefined;
  /** The folder of the style and the pictures, if they are not next to this file. */
  pages?: URL | undefined;
  /** Now, in ms since 1970: what has happened on the accounts follows from it. Default `Date.now`. */
  clock?: (() => number) | undefined;
  /** The standard of its data API: FDX, UK Open Banking 3.1 and 4.0, or NextGenPSD2 1.3. Default `fdx`. */
  standard?: "fdx" | "uk" | "berlin-group" | undefined;
  /**
   * The approach by which customers authorize consents of NextGenPSD2: by OAuth, on its site without it, in its app, or by
   * their password and a code that the client passes on. Default `oauth`.
   */
  approach?: "oauth" | "redirect" | "decoupled" | "embedded" | undefined;
  /** Whether customers sign in by OAuth before they authorize a consent of NextGenPSD2 in another approach. */
  preStep?: boolean | undefined;
  /** Whether it lists cards apart from accounts (`/card-accounts`), by NextGenPSD2. Default: it does not. */
  cardAccounts?: boolean | undefined;
  /** Whether it refuses requests of NextGenPSD2 that are not signed by a certificate. Default: it does not. */
  wantsSignatures?: boolean | undefined;
  /** Whether it counts the reads of a consent of NextGenPSD2 while its customer does not wait. Default: it does not. */
  countsReads?: boolean | undefined;
  /** The format of the files that hold the transactions of NextGenPSD2. Default: the response has them. */
  rowsInFile?: "json" | "camt" | "mt940" | undefined;
  /** The security profile that it enforces, on clients with keys. Default: none. */
  profile?: "fapi1" | "fapi2" | undefined;
  /** Lets software of this directory register as a client, at a bank with mutual TLS. Default: none can. */
  directory?: Directory | undefined;
  /** The transactions and balances of accounts in place of the bank's own, for tests. */
  ledger?: Ledger | undefined;
};

/** The rows of an account as FDX has them, each with an `id` to page by, and its balance; undefined for the bank's own. */
export type Ledger = {
  transactions(
    accountId: string,
    query: URLSearchParams,
    now: number,
  ): (object & { id: string })[] | undefined;
  balance(accountId: string, now: number): number | undefined;
};

/** A bank that is open. */
export type Bank = {
  /** Its issuer, e.g. `http://localhost:8082`; its data API is at `{issuer}/fdx/v6`. */
  issuer: string;
  /** The address at which clients that show a certificate read data by FDX; null without mutual TLS. */
  mutualTlsDataUrl: string | null;
  /** The address for clients that show a certificate; null without mutual TLS. */
  mutualTlsOrigin: string | null;
  /** Switches these faults on, and all others off; names are those of `faults/`. Throws on an unknown one. */
  misbehave(...faults: string[]): void;
  /** Switches all faults off. */
  behave(): void;
  close(): Promise<void>;
};

/** Opens the bank; rejects when the port is taken. The libraries behind it are loaded by the first request. */
export declare function startBank(options: BankOptions): Promise<Bank>;
