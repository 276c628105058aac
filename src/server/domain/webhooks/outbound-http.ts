/** The outcome of a request to a client's URL. Times are in ms. */
type OutboundResponse = {
  ms: number;
  /** The HTTP status; null without a response. */
  status: number | null;
  /** The reason for a missing response; null if there was one. */
  failure: string | null;
  /** The beginning of the response's body. */
  excerpt: string;
};

/** The only way out of this server for requests to clients' URLs; guarded against SSRF. */
export type OutboundHttp = {
  post(
    url: string,
    request: { headers: Readonly<Record<string, string>>; body: string },
  ): Promise<OutboundResponse>;
  /** Aborts the requests in progress. */
  close(): Promise<void>;
};
