/** The words of the page itself, which it shows until Link is loaded. */
export type PageWords = Record<
  "starting" | "failed" | "restart" | "retry" | "close" | "again",
  string
>;
