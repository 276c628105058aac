/**
 * Returns whether an origin is spelled as WebViews spell it in addresses: without a path, capitals
 * and a default port. Avoids `URL`, since React Native's differs from a browser's.
 */
export const isAppOrigin = (origin: unknown): boolean =>
  typeof origin === "string" &&
  /^https?:\/\/[^\s/?#@\\A-Z]+$/.test(origin) &&
  !/^https:.*:443$|^http:.*:80$/.test(origin);
