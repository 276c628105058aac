// node scripts/sbom.mjs: prints the SBOM of production dependencies (CycloneDX), the same for the
// same lock file.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

// --omit=dev would also leave out packages that development needs too.
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
process.stdout.write(`${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`);
