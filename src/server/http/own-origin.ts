/**
 * The origin that we are reached at; empty if the `host` header names none. The scheme is the one
 * that we were started for, even if a header claims another; the host is the one that the browser asked for, and no
 * page can make a browser lie about that.
 */
export const ownOrigin = (host: string, isSecure: boolean): string => {
  const address = `${isSecure ? "https" : "http"}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : "";
};
