import { NOUN_ROWS } from "./architecture-nouns.fixture.ts";

/**
 * The map of `src/`: the imports that are granted. A row is a folder, or one file. It is granted folders of
 * `src/` (with `/*` behind it, the rows below it, too), packages, `node:` for the modules of Node, and with
 * ` (types)` behind it types only.
 */
export const GRANTS: Record<string, string[]> = {
  protocol: ["protocol", "zod"],
  // Texts for people: a folder for each language, and the code that loads it.
  i18n: ["i18n", "protocol"],
  // Base sheets.
  design: [],
  // The clipboard, files and uploads, for Link and the pages.
  browser: ["browser"],
  sdk: ["sdk", "i18n", "protocol (types)"],
  // The entries of the package for frameworks, which a page or an app brings itself.
  "sdk/frameworks": [
    "sdk",
    "sdk/frameworks",
    "react",
    "react-native",
    "react-native-webview",
    "svelte",
    "vue",
  ],
  // Runs on the customer's server, where it brings nothing along.
  client: ["client"],
  "link/machine": ["link/machine", "browser (types)", "protocol"],
  "link/ui": ["link/ui", "protocol", "preact"],
  "link/views": ["link/views", "link/machine", "link/ui", "browser", "i18n", "protocol", "preact"],
  // Link's first view: the server draws it by its own components, the script reads it and takes over.
  "link/first-view": [
    "link/first-view",
    "link/machine",
    "link/views",
    "i18n",
    "protocol",
    "preact",
    "preact-render-to-string",
  ],
  // Chunks of views that most users never meet.
  "link/rare": ["link/rare", "link/views", "link", "i18n"],
  link: [
    "link",
    "link/first-view",
    "link/machine",
    "link/rare",
    "link/views",
    "link/ui",
    "browser",
    "i18n",
    "protocol",
    "preact",
    "@preact/signals-core",
  ],
  // sdk: Link is tried there.
  dashboard: ["dashboard", "browser", "sdk", "protocol", "preact", "@preact/signals"],
  docs: ["docs", "browser", "protocol (types)", "preact", "@preact/signals"],
  // The account site speaks every language.
  portal: ["portal", "browser", "i18n", "protocol", "preact", "@preact/signals"],
  // The white label page's documents: Link and the account site in front of samples.
  preview: [
    "preview",
    "link",
    "link/machine",
    "link/rare",
    "link/views",
    "portal",
    "i18n",
    "protocol",
    "preact",
    "@preact/signals",
  ],
  "server/domain": ["server/domain", "protocol", "node:"],
  ...NOUN_ROWS,
  // Types of the wiring, which know all nouns, and which no noun knows.
  "server/domain/services.ts": ["server/domain/*", "protocol"],
  "server/domain/store.ts": ["server/domain/*"],
  // formats: transactions go out as files.
  "server/api": ["server/api", "server/formats", "server/domain/*", "protocol", "zod"],
  // The protocols in which other applications read from this server.
  "server/doors": ["server/doors", "server/domain/*", "server/formats", "protocol", "zod"],
  "server/bridge": ["server/bridge", "i18n", "server/domain/*", "protocol", "zod"],
  // versions: changes for a client are described by the versions' own sentences.
  // webhooks: their bodies are shown, and sent again. institutions: they are put in, connected and checked.
  // qr: a secret of one-time codes is shown for authenticator apps.
  "server/dashboard": [
    "server/institutions",
    "server/dashboard",
    "server/domain/*",
    "server/versions",
    "server/webhooks",
    "protocol",
    "qr",
    "zod",
  ],
  "server/portal": [
    "server/portal",
    "server/formats",
    "server/domain/*",
    "server/documents",
    "protocol",
    "zod",
    "node:",
  ],
  // conformance: the command line and jobs check by it whether an institution keeps to OpenID Connect and FDX.
  // files: the command line and the Dashboard take institutions by them. csv-parse: from spreadsheets.
  "server/institutions": [
    "server/institutions",
    "server/connectors",
    "server/domain/*",
    "protocol",
    "csv-parse",
    "jose",
    "zod",
    "node:",
  ],
  "server/versions": ["server/versions", "protocol"],
  // Files of statements; the transactions of an Item are read through the domain's port while they are written.
  "server/formats": ["server/formats", "server/domain/*", "protocol", "node:"],
  "server/store": ["server/store", "server/domain/*", "protocol", "zod", "kysely", "lru-cache"],
  // All that differs between databases, and the drivers: the rest of the store is portable SQL. A driver asks the
  // domain how long its caller waits.
  "server/store/dialects": [
    "server/store/dialects",
    "server/store",
    "server/domain",
    "kysely",
    "better-sqlite3",
    "pg",
    "node:",
  ],
  // PDFs and mails are written without knowing where their report is kept, or who asks for them.
  "server/documents": [
    "server/documents",
    "i18n",
    "server/domain/*",
    "protocol",
    "pdfkit",
    "node:",
  ],
  "server/webhooks": ["server/webhooks", "server/domain/*", "protocol", "zod", "jose", "node:"],
  "server/jobs": [
    "server/institutions",
    "server/jobs",
    "server/webhooks",
    "server/documents",
    "server/domain/*",
    "protocol",
    "zod",
  ],
  // zod parses institutions' responses and the sandbox's JSON at this edge.
  // openid-client: how users authorize a connection at their institution.
  "server/connectors": [
    "server/connectors",
    "server/formats",
    "i18n",
    "server/domain/*",
    "protocol",
    "openid-client",
    "zod",
    "lru-cache",
    "node:",
  ],
  // documents: the Dashboard's white label page shows the mails to users.
  "server/http": [
    "server/http",
    "server/documents",
    "server/portal",
    "server/api",
    "server/bridge",
    "server/dashboard",
    "server/doors",
    "server/versions",
    "server/domain/*",
    "server/telemetry (types)",
    // Base sheets, for a page that the server draws.
    "design",
    "link/first-view",
    "i18n",
    "protocol",
    "@fastify/cookie",
    "fastify",
    "lru-cache",
    "secure-json-parse",
    "zod",
    "node:",
  ],
  // Knows neither settings nor jobs: the host loads it, only if the settings ask for it.
  "server/telemetry": [
    "server/telemetry",
    "server/domain/*",
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
    "fastify (types)",
    "prom-client",
    "node:",
  ],
  // openid-client: how operators sign in at their identity provider.
  "server/adapters": [
    "server/adapters",
    "server/domain/*",
    "protocol",
    "undici",
    "altcha-lib",
    "nodemailer",
    "ioredis",
    "openid-client",
    "zod",
    "node:",
  ],
  // A process before it serves: its settings, its files, its log, the app and the services that it opens.
  // prom-client: a primary process adds up the metrics of its workers.
  "server/host": [
    "server/host",
    "server/adapters",
    "server/connectors",
    "server/documents",
    "server/domain/*",
    "server/http",
    "server/jobs",
    "server/store",
    "server/store/dialects",
    "server/telemetry",
    "server/versions",
    "server/webhooks",
    "protocol",
    "fastify",
    "pino",
    "prom-client",
    "zod",
    "node:",
  ],
  // demo: the shop that a sandbox opens next to the server. commander: reads the command line. undici:
  // check-institution shows certificates.
  cli: [
    "cli",
    "demo",
    "server/host",
    "server/adapters",
    "server/institutions",
    "server/connectors",
    "server/domain/*",
    "server/http",
    "server/documents",
    "server/store",
    "server/store/dialects",
    "server/versions",
    "server/webhooks",
    "protocol",
    "commander",
    "fastify",
    "jose",
    "pino",
    "qr",
    "undici",
    "zod",
    "node:",
  ],
  // @playwright/test, vitest: the kit's fixtures extend their `test`. sdk: its fake Link refuses the same configs.
  testing: [
    "testing",
    "sdk",
    "@playwright/test",
    "cli",
    "server/host",
    "server/adapters",
    "server/api",
    "server/bridge",
    "server/connectors",
    "server/domain/*",
    "server/http",
    "server/jobs",
    "server/store",
    "server/store/dialects",
    "server/versions",
    "server/webhooks",
    "protocol",
    "fast-check",
    "fastify",
    "jose",
    "kysely",
    "light-my-request",
    "oidc-provider",
    "pg",
    "pino",
    "smtp-server",
    "vite",
    "vitest",
    "zod",
    "node:",
    "better-sqlite3",
  ],
};
