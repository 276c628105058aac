/** The SDK's texts to the user until Link is loaded. */
export type PageWords = Record<
  "starting" | "failed" | "restart" | "retry" | "close" | "again",
  string
>;
