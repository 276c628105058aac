/** The options that are the app's own; Link's page does not get them. */
export type AppOptions = {
  /**
   * The link token's redirect_uri, which the system opens in this app: when a user comes back by it
   * from their bank while Link is open, Link goes on there.
   */
  redirectUri?: string | undefined;
  /** Opens a bank's site or a document; default: the system's browser. */
  openUrl?: ((url: string) => void) | undefined;
  /** Lets the user feel a choice, the end or an error. */
  onHaptic?: ((feedback: "selection" | "success" | "error") => void) | undefined;
  /** The scheme of a server with a brand, such as `acmelink`; default `servicelink`. */
  scheme?: string | undefined;
};
