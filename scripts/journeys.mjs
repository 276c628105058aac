// The journeys that drive each area of the code, for `npm test -- <folder>`.

/** Journeys by folder, as paths in e2e/. The longest matching folder wins. */
export const JOURNEYS = {
  src: ["link.spec.ts"],
  "src/link": [
    "link.spec.ts",
    "mfa.spec.ts",
    "search.spec.ts",
    "fields.spec.ts",
    "update-mode.spec.ts",
  ],
  "src/sdk": [
    "opening.spec.ts",
    "events.spec.ts",
    "two-handlers.spec.ts",
    "script-attributes.spec.ts",
  ],
  "src/protocol": ["link.spec.ts", "events.spec.ts"],
  "src/i18n": ["french.spec.ts", "language.spec.ts"],
  "src/client": ["link.spec.ts"],
  "src/cli": ["link.spec.ts"],
  "src/dashboard": [
    "operator.spec.ts",
    "pages/dashboard.spec.ts",
    "pages/dashboard-settings.spec.ts",
  ],
  "src/portal": ["portal.spec.ts", "pages/portal-end.spec.ts"],
  "src/preview": ["pages/white-label.spec.ts"],
  "src/docs": ["pages/docs.spec.ts"],
  "src/server/bridge": ["link.spec.ts", "mfa.spec.ts", "errors.spec.ts", "update-mode.spec.ts"],
  "src/server/bridge/oauth": ["oauth.spec.ts", "oauth-redirect.spec.ts"],
  "src/server/connectors": ["link.spec.ts", "oauth.spec.ts", "own-token.spec.ts"],
  "src/server/connectors/files": ["files.spec.ts", "pages/newer-file.spec.ts"],
  "src/server/formats": ["files.spec.ts"],
  "src/server/doors": ["pages/sharing.spec.ts"],
  "src/server/dashboard": [
    "operator.spec.ts",
    "pages/dashboard.spec.ts",
    "pages/dashboard-settings.spec.ts",
  ],
  "src/server/portal": ["portal.spec.ts", "pages/portal-end.spec.ts"],
  "src/server/webhooks": ["webhooks.spec.ts"],
  "src/server/jobs": ["webhooks.spec.ts"],
  "demo/shop": ["pages/shop.spec.ts"],
  "demo/bank": ["pages/demo-bank.spec.ts"],
  docs: ["pages/docs.spec.ts"],
  "scripts/docs": ["pages/docs.spec.ts"],
};

/** The journeys of a folder; empty for tools, such as bench/. */
export const findJourneys = (folder) => {
  const path = `${folder.replaceAll("\\", "/").replace(/^\.\/|\/+$/g, "")}/`;
  const [area] = Object.keys(JOURNEYS)
    .filter((name) => path.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length);
  return area === undefined ? [] : JOURNEYS[area];
};
