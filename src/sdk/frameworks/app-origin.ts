/**
 * Whether an origin has the spelling of WebViews: without a path, capitals and a default port.
 * Avoids `URL`, since React Native's `URL` differs from a browser's.
 */
export const isAppOrigin = (origin: unknown): boolean =>
  typeof origin === "string" &&
  /^https?:\/\/[^\s/?#@\\A-Z]+$/.test(origin) &&
  !/^https:.*:443$|^http:.*:80$/.test(origin);
