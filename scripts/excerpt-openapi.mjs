// Cuts the published OpenAPI documents of data APIs to the account information that tests check against:
//   node scripts/excerpt-openapi.mjs <name> <the published document, as JSON>
import { readFileSync, writeFileSync } from "node:fs";

/** A document, its paths that are kept, and whether its prose is left out (its licence allows that). */
const EXCERPTS = {
  "uk-3.1.11": {
    source:
      "https://github.com/OpenBankingUK/read-write-api-specs, tag v3.1.11r5, dist/openapi/account-info-openapi.json",
    paths:
      /^\/(account-access-consents|party$|accounts(\/\{AccountId\}(\/(balances|transactions|party|parties|statements(\/.*file)?))?)?$)/,
    isWithoutProse: false,
  },
  "uk-4.0": {
    source:
      "https://github.com/OpenBankingUK/read-write-api-specs, tag v4.0-Update-4, dist/openapi/account-info-openapi.json",
    paths:
      /^\/(account-access-consents|party$|accounts(\/\{AccountId\}(\/(balances|transactions|party|parties|statements(\/.*file)?))?)?$)/,
    isWithoutProse: false,
  },
  "cdr-1.36.0": {
    source:
      "https://github.com/ConsumerDataStandardsAustralia/standards, docs/includes/swagger/cds_banking.json",
    paths: /^\/banking\/accounts(\/\{accountId\}(\/(balance|transactions))?)?$/,
    isWithoutProse: true,
  },
  "berlin-group-1.3.9": {
    source:
      "https://github.com/adorsys/xs2a-adapter, psd2-api 1.3.9 2021-05-04v1.json, as the Berlin Group published it",
    paths: /^\/v1\/(accounts|card-accounts|consents)/,
    isWithoutProse: true,
  },
};

const [name = "", file = ""] = process.argv.slice(2);
const excerpt = EXCERPTS[/** @type {keyof typeof EXCERPTS} */ (name)];
if (!excerpt) throw new Error(`name one of ${Object.keys(EXCERPTS).join(", ")}`);
const document = JSON.parse(readFileSync(file, "utf8"));

const paths = Object.fromEntries(
  Object.entries(document.paths).filter(([path]) => excerpt.paths.test(path)),
);
/** @type {Record<string, Record<string, unknown>>} */
const components = {};
const keep = (/** @type {unknown} */ value) => {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (key !== "$ref") keep(part);
    const [, section, own] = /^#\/components\/(\w+)\/(.+)$/.exec(key === "$ref" ? part : "") ?? [];
    if (!section || !own || Object.hasOwn(components[section] ?? {}, own)) continue;
    const component = document.components[section][own];
    components[section] = { ...components[section], [own]: component };
    keep(component);
  }
};
keep(paths);

/** @param {unknown} value @returns {unknown} */
const withoutProse = (value) => {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, part]) => key !== "description" || typeof part !== "string",
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutProse(part)]));
};

const { title, version, license } = document.info;
const whole = {
  openapi: document.openapi,
  info: { title, version, license, "x-source": excerpt.source },
  paths,
  components: Object.fromEntries(Object.entries(components).toSorted()),
};
const kept = /** @type {typeof whole} */ (excerpt.isWithoutProse ? withoutProse(whole) : whole);
/** Each entry on a line of its own. @param {Record<string, unknown>} entries */
const lines = (entries) =>
  `{\n${Object.entries(entries)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(",\n")}\n}`;
const sections = Object.entries(kept.components).map(
  ([section, entries]) =>
    `${JSON.stringify(section)}: ${lines(/** @type {Record<string, unknown>} */ (entries))}`,
);
writeFileSync(
  new URL(`../src/server/connectors/data-api/openapi/${name}.json`, import.meta.url),
  `{\n"openapi": ${JSON.stringify(kept.openapi)},\n"info": ${JSON.stringify(kept.info)},\n"paths": ${lines(kept.paths)},\n"components": {\n${sections.join(",\n")}\n}\n}\n`,
);
