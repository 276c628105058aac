/** A request to an institution; `body` is sent as it is. */
export type InstitutionRequest = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** The maximum size of the response, in bytes; 8 MiB by default. */
  bodyLimit?: number | undefined;
};

/** An HTTP client of one institution. */
export type InstitutionClient = {
  /**
   * Sends a request and reads the whole response, with any status; follows no redirect. Throws a Fault:
   * INSTITUTION_NOT_RESPONDING if there is no response in time, UNSUPPORTED_RESPONSE if it is too large or
   * the address rules forbid the request, INSTITUTION_REGISTRATION_REQUIRED if the client's certificate is refused.
   */
  fetch(url: string, request: InstitutionRequest): Promise<Response>;
  /** Waits for the requests in progress to end. */
  close(): Promise<void>;
};

/** The only way for requests to institutions to leave this server; guarded against SSRF. */
export type InstitutionHttp = {
  /**
   * Opens a client for one institution. `hosts` are those that the operator has declared.
   * `privateHosts` are the ones among them that may be on a private network, as may those that a setting
   * allows; any other host, which only the institution names, has to be public.
   */
  open(options: {
    hosts: readonly string[];
    privateHosts: readonly string[];
    certificate?: { certificate: string; key: string } | undefined;
    /** Certificates, as PEM, of authorities that are trusted in addition to the public ones. */
    authorities?: string | undefined;
  }): InstitutionClient;
  /** Aborts the requests in progress of every client. */
  close(): Promise<void>;
};

/** The cause of a Fault if an institution ends a connection because of the client's certificate. */
export class CertificateRefusal extends Error {}
