/** What came of a request that a client's URL caused. Times are in ms. */
type OutboundResponse = {
  ms: number;
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  /** Why there was none; null where there was one. */
  failure: string | null;
  /** How the answer's body begins. */
  excerpt: string;
};

/** How requests leave this server that a client's URL causes: the only way there is. */
export type OutboundHttp = {
  post(
    url: string,
    request: { headers: Readonly<Record<string, string>>; body: string },
  ): Promise<OutboundResponse>;
  /** Ends what is under way. */
  close(): Promise<void>;
};
