/**
 * The origin that we are reached at; empty if the `host` header names none. The scheme is the one
 * that we were started for, whatever a header claims; the host is what the browser asked for, and no
 * page can make a browser lie about that.
 */
export const ownOrigin = (host: string, isSecure: boolean): string => {
  const address = `${isSecure ? "https" : "http"}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : "";
};
