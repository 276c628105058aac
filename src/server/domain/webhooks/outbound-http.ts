/** The outcome of a request to a client's URL. Times are in ms. */
type OutboundResponse = {
  ms: number;
  /** The HTTP status; null if there was no answer. */
  status: number | null;
  /** Why there was none; null if there was one. */
  failure: string | null;
  /** How the answer's body begins. */
  excerpt: string;
};

/** The only way for requests to clients' URLs to leave this server; guarded against SSRF. */
export type OutboundHttp = {
  post(
    url: string,
    request: { headers: Readonly<Record<string, string>>; body: string },
  ): Promise<OutboundResponse>;
  /** Aborts the requests under way. */
  close(): Promise<void>;
};
