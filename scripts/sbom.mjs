// node scripts/sbom.mjs: prints the SBOM of production dependencies (CycloneDX), the same for the
// same lock file, and the data of others that the server holds.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

// --omit=dev would also leave out packages that both production and development need.
const { stdout, status } = spawnSync(
  "npm",
  ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"],
  { encoding: "utf8", shell: process.platform === "win32", maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) throw new Error("npm sbom failed");

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const shippedPackages = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`),
);
const { serialNumber: _, ...sbom } = JSON.parse(stdout);
delete sbom.metadata.timestamp;
const root = sbom.metadata.component["bom-ref"];
const isShipped = (ref) => ref === root || shippedPackages.has(ref.replace(/^.*\|/, ""));
const components = sbom.components.filter(({ name, version }) =>
  shippedPackages.has(`${name}@${version}`),
);
const dependencies = sbom.dependencies
  .filter(({ ref }) => isShipped(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
components.push(brandsComponent());
process.stdout.write(`${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`);

/**
 * The brands are data of a package that is not installed. scripts/make-brands.mjs records the
 * package's version.
 */
function brandsComponent() {
  const text = readFileSync("src/server/domain/enrichment/lists/brands.tsv", "utf8");
  const version = /^# Brands of name-suggestion-index (\S+),/.exec(text)?.[1];
  if (!version) throw new Error("brands.tsv does not say its version");
  return {
    "bom-ref": `name-suggestion-index@${version}`,
    type: "data",
    name: "name-suggestion-index",
    version,
    scope: "required",
    purl: `pkg:npm/name-suggestion-index@${version}`,
    licenses: [{ license: { id: "BSD-3-Clause" } }],
  };
}
