/** A request to an institution. `body` is sent unchanged. */
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
   * Sends a request and reads the whole response, whatever its status; follows no redirect. Throws
   * a Fault: INSTITUTION_NOT_RESPONDING without a timely response, UNSUPPORTED_RESPONSE for a too
   * large response or a forbidden address, INSTITUTION_REGISTRATION_REQUIRED for a refused client
   * certificate.
   */
  fetch(url: string, request: InstitutionRequest): Promise<Response>;
  /** Waits for the requests in progress to end. */
  close(): Promise<void>;
};

/** The only way out of this server for requests to institutions; guarded against SSRF. */
export type InstitutionHttp = {
  /**
   * Opens a client for one institution. `hosts` are the hosts that the operator declared. Hosts in
   * `privateHosts`, and hosts that a setting allows, may be on a private network. A host that only
   * the institution names must be public.
   */
  open(options: {
    hosts: readonly string[];
    privateHosts: readonly string[];
    certificate?: { certificate: string; key: string } | undefined;
    /** Certificates (PEM) of further trusted authorities. */
    authorities?: string | undefined;
  }): InstitutionClient;
  /** Aborts all requests of every client. */
  close(): Promise<void>;
};

/** The cause of a Fault if an institution refuses the client's certificate. */
export class CertificateRefusal extends Error {}
