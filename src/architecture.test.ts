import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/**
 * Who may import whom: the map of `src/`. A folder is granted folders of `src/`, packages, `node:` for
 * what Node brings, and with ` (types)` behind it no more than types.
 */
const GRANTS: Record<string, string[]> = {
  protocol: ["protocol", "zod"],
  // What is said to people: a folder for each language, and what loads it.
  i18n: ["i18n", "protocol"],
  sdk: ["sdk", "i18n", "protocol (types)"],
  "link/machine": ["link/machine", "protocol"],
  "link/ui": ["link/ui", "protocol", "preact"],
  "link/views": ["link/views", "link/machine", "link/ui", "i18n", "protocol", "preact"],
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
  link: [
    "link",
    "link/first-view",
    "link/machine",
    "link/views",
    "link/ui",
    "i18n",
    "protocol",
    "preact",
    "@preact/signals-core",
    "altcha-lib",
  ],
  // The Dashboard's page takes words from the protocol as types only, as the customer's page does.
  dashboard: ["dashboard", "protocol (types)", "preact", "@preact/signals"],
  "server/domain": ["server/domain", "protocol", "lru-cache", "zod", "node:"],
  "server/api": ["server/api", "server/domain", "protocol", "zod"],
  "server/bridge": ["server/bridge", "i18n", "server/domain", "protocol", "zod"],
  // versions: what would change for a client is told in the versions' own sentences.
  "server/dashboard": ["server/dashboard", "server/domain", "server/versions", "protocol", "zod"],
  "server/versions": ["server/versions", "protocol"],
  "server/store": ["server/store", "server/domain", "protocol", "zod", "kysely", "lru-cache"],
  // All that differs between databases, and the drivers: the rest of the store is portable SQL.
  "server/store/dialects": [
    "server/store/dialects",
    "server/store",
    "kysely",
    "better-sqlite3",
    "node:",
  ],
  // A document is written without knowing where its report is kept, or who asks for it.
  "server/reports": ["server/reports", "server/domain", "protocol", "pdfkit", "node:"],
  "server/webhooks": ["server/webhooks", "server/domain", "protocol", "zod", "jose", "node:"],
  "server/jobs": ["server/jobs", "server/webhooks", "server/domain", "protocol", "zod"],
  // zod: what an institution answers, and what the sandbox is told as JSON, is parsed at this edge.
  "server/connectors": ["server/connectors", "i18n", "server/domain", "protocol", "zod", "node:"],
  "server/http": [
    "server/http",
    "server/api",
    "server/bridge",
    "server/dashboard",
    "server/versions",
    "server/domain",
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
  "server/settings": ["server/settings", "server/domain", "protocol", "zod", "node:"],
  // The files that a server has: its store, its keys, what they must be like before it starts.
  "server/data-folder": [
    "server/data-folder",
    "server/settings",
    "server/store",
    "server/store/dialects",
    "server/versions",
    "server/domain",
    "protocol",
    "zod",
    "node:",
  ],
  "server/adapters": [
    "server/adapters",
    "server/domain",
    "protocol",
    "undici",
    "altcha-lib",
    "zod",
    "node:",
  ],
  // What wires it all: the app, and the services that it opens.
  server: [
    "server",
    "server/adapters",
    "server/connectors",
    "server/data-folder",
    "server/domain",
    "server/http",
    "server/jobs",
    "server/reports",
    "server/settings",
    "server/store",
    "server/store/dialects",
    "server/versions",
    "server/webhooks",
    "protocol",
    "fastify",
    "node:",
  ],
  // demo: the shop that a sandbox opens beside the server. commander: reads the command line. csv-parse:
  // lists of institutions come as spreadsheets have them.
  cli: [
    "cli",
    "demo",
    "server",
    "server/adapters",
    "server/connectors",
    "server/data-folder",
    "server/domain",
    "server/http",
    "server/reports",
    "server/settings",
    "server/store",
    "server/store/dialects",
    "server/versions",
    "server/webhooks",
    "protocol",
    "commander",
    "csv-parse",
    "fastify",
    "pino",
    "zod",
    "node:",
  ],
  testing: [
    "testing",
    "cli",
    "server",
    "server/adapters",
    "server/api",
    "server/bridge",
    "server/connectors",
    "server/data-folder",
    "server/domain",
    "server/http",
    "server/jobs",
    "server/settings",
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
    "pino",
    "vitest",
    "zod",
    "node:",
  ],
};

/** What runs in a page or a frame must not pull zod in: these are the files of `protocol` it may load. */
const WITHOUT_ZOD = [
  "api-errors",
  "appearance",
  "compact-institutions",
  "error-row",
  "errors",
  "fold",
  "input-errors",
  "institution-errors",
  "institution-search",
  "item-errors",
  "link-event",
  "link-token-prefix",
  "mark-shapes",
  "message-guards",
  "name-rank",
  "rate-limit-errors",
  "search-index",
  "vocabulary",
];

/** The nouns of the domain, and of the store behind it. */
const NOUNS = [
  "asset-reports",
  "clients",
  "connectors",
  "consumer-reports",
  "institutions",
  "items",
  "jobs",
  "limits",
  "link",
  "transactions",
  "users",
  "verification",
  "webhooks",
];

/** The folders that a folder of the map may have; all others have none. */
const ROOMS: Record<string, readonly string[] | "any"> = {
  cli: [
    "clients",
    "completion",
    "doctor",
    "institutions",
    "keys",
    "serve",
    "usage",
    "webhooks",
    "worker",
  ],
  i18n: "any",
  testing: ["store-contract", "test-app"],
  "server/api": "any",
  "server/bridge": ["session", "login", "finish"],
  "server/connectors": "any",
  "server/domain": NOUNS,
  "server/http": ["openapi", "routes"],
  "server/reports": "any",
  "server/store": [...NOUNS, "migrations"],
  "server/store/dialects": ["sqlite"],
  "server/versions": "any",
};

const SRC = import.meta.dirname;
type Import = { target: string; types: boolean };

test("every import in src/ is granted by the map", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !isForTests(path),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(violations)).toEqual([]);
});

test("the map names no folder that is not there", () => {
  const folders = Object.keys(GRANTS).filter((folder) => !readdirSync(join(SRC, folder)).length);
  expect(folders).toEqual([]);
});

/** A test, or what only tests share: it may import what it likes, and no other file may import it. */
const isForTests = (path: string): boolean => /\.(test|fixture)\.tsx?$/.test(path);

function violations(file: string): string[] {
  const folder = folderOf(file);
  const grants = GRANTS[folder];
  if (!grants) return [`${file} is in a folder that the map does not know`];
  return importsOf(file)
    .filter(({ target, types }) => {
      const place = target.startsWith(".") ? folderOf(resolve(file, target)) : packageOf(target);
      if (isForTests(target)) return true;
      return !(grants.includes(place) || (types && grants.includes(`${place} (types)`)));
    })
    .map(({ target }) => `${file} imports ${target}`)
    .concat(zodViolations(file, folder));
}

function zodViolations(file: string, folder: string): string[] {
  if (!folder.startsWith("link") && folder !== "i18n" && !isWithoutZod(file)) return [];
  return importsOf(file)
    .filter(({ types }) => !types)
    .map(({ target }) => (target.startsWith(".") ? resolve(file, target) : target))
    .filter(
      (target) => (target.startsWith("protocol/") && !isWithoutZod(target)) || target === "zod",
    )
    .map((target) => `${file} pulls zod in by ${target}`);
}

const isWithoutZod = (file: string): boolean =>
  WITHOUT_ZOD.some((name) => file === `protocol/${name}.ts`);

function importsOf(file: string): Import[] {
  const source = readFileSync(join(SRC, file), "utf8");
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  const from = (request: { value: string }, entries: { isType: boolean }[]): Import => ({
    target: request.value,
    types: entries.length > 0 && entries.every(({ isType }) => isType),
  });
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => from(moduleRequest, entries)),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.moduleRequest ? [from(entry.moduleRequest, [entry])] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const text = source.slice(start, end);
      return text.startsWith('"') ? [{ target: text.slice(1, -1), types: false }] : [];
    }),
  ];
}

const resolve = (file: string, target: string): string =>
  relative(SRC, join(SRC, dirname(file), target)).replaceAll("\\", "/");

/** The longest folder of the map that holds a file. */
function folderOf(file: string): string {
  if (file.startsWith("../demo/")) return "demo";
  const folders = Object.keys(GRANTS).filter((name) => file.startsWith(`${name}/`));
  const [longest = ""] = folders.sort((a, b) => b.length - a.length);
  const [room, ...deeper] = file.slice(longest.length + 1).split("/");
  const rooms = ROOMS[longest] ?? [];
  const isKnown = deeper.length === 0 || rooms === "any" || rooms.includes(room ?? "");
  return isKnown ? longest : `${longest}/?`;
}

const packageOf = (target: string): string =>
  target.startsWith("node:") ? "node:" : (/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
