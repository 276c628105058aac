/**
 * The origin at which the browser reached us; empty if the `host` header names none. The scheme is
 * the configured one, whatever a header claims. The host is the browser's, and no page can make a
 * browser lie about it.
 */
export const ownOrigin = (host: string, isSecure: boolean): string => {
  const address = `${isSecure ? "https" : "http"}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : "";
};
