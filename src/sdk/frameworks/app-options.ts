/** Options of the app, which Link's page does not receive. */
export type AppOptions = {
  /**
   * The link token's redirect_uri, which the system opens in this app. If a user returns through
   * this address while Link is open, Link continues there.
   */
  redirectUri?: string | undefined;
  /** Opens a bank's site or a document; default: the system's browser. */
  openUrl?: ((url: string) => void) | undefined;
  /** Lets the user feel a choice, the end or an error. */
  onHaptic?: ((feedback: "selection" | "success" | "error") => void) | undefined;
  /** The scheme of a server with a brand, such as `acmelink`. Default: `servicelink`. */
  scheme?: string | undefined;
};
