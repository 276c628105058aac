/**
 * The nouns of the domain, in order: each imports files of the domain's root, and of the nouns before it
 * those that it names here.
 */
export const NOUNS: Readonly<Record<string, readonly string[]>> = {
  audit: [],
  jobs: [],
  limits: [],
  mail: ["jobs"],
  clients: ["jobs"],
  institutions: ["clients", "jobs"],
  webhooks: ["clients", "institutions", "jobs"],
  verification: ["jobs", "webhooks"],
  enrichment: [],
  "identity-match": [],
  connectors: ["institutions", "jobs"],
  items: ["connectors", "institutions", "jobs", "verification", "webhooks"],
  transactions: ["connectors", "enrichment", "institutions", "items", "jobs", "webhooks"],
  link: [
    "clients",
    "connectors",
    "institutions",
    "items",
    "jobs",
    "limits",
    "transactions",
    "verification",
    "webhooks",
  ],
  users: ["items", "jobs"],
  grants: ["audit", "clients", "items", "limits", "link", "transactions"],
  "portal-users": ["connectors", "items", "jobs"],
  "asset-reports": ["connectors", "items", "jobs", "transactions"],
  "consumer-reports": [
    "asset-reports",
    "clients",
    "connectors",
    "institutions",
    "items",
    "jobs",
    "link",
    "transactions",
    "users",
  ],
  notifications: ["items", "jobs", "transactions"],
  outages: ["connectors", "institutions", "jobs", "link", "portal-users"],
  dashboard: ["clients", "items", "webhooks"],
};

/** The nouns with an LRU cache. */
const CACHED = ["clients", "enrichment"];

/** The rows of the map for the nouns. */
export const NOUN_ROWS: Record<string, string[]> = Object.fromEntries(
  Object.entries(NOUNS).map(([noun, granted]) => [
    `server/domain/${noun}`,
    [
      ...[noun, ...granted].map((name) => `server/domain/${name}`),
      "server/domain",
      "protocol",
      ...(CACHED.includes(noun) ? ["lru-cache"] : []),
      "zod",
      "node:",
    ],
  ]),
);
