/**
 * The meaning of a consent's status: it can be read by, waits for its user or for a further one, was refused, or has
 * ended.
 */
export type ConsentState = "authorized" | "waits" | "waits for others" | "refused" | "over";

/** The authorization of a consent that the client follows itself, in the approaches without the bank's site. */
export type AuthorisationTable = {
  /** The path at which one is started, with {consentId}, if the consent has not started it; and its own path. */
  start: string;
  path: string;
  /** The places of its id, or of a link to its path, the first one that is there. */
  id: readonly string[];
  /** The place of its status, and the meaning of each; others are of one that waits. */
  status: string;
  states: Readonly<Record<string, ConsentState>>;
  /** The place of the bank's words for its user. */
  message: string;
  /** The places of a code that the bank's app shows as well, the first one that is there. */
  code: readonly string[];
};
