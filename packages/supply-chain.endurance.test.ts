import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OLDEST_NODE } from "../src/cli/node-version.ts";

const PROJECT = join(import.meta.dirname, "..");

type LockEntry = {
  version: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
  engines?: { node?: string };
  deprecated?: string;
};
const lock: { packages: Record<string, LockEntry> } = JSON.parse(
  readFileSync(join(PROJECT, "package-lock.json"), "utf8"),
);
const packages = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== "" && dev !== true)
  .map(([path, entry]) => ({ ...entry, name: path.replace(/^.*node_modules\//, "") }));

test("the SBOM names the shipped packages, in the versions of the lock file", () => {
  const sbom = JSON.parse(makeSbom());
  expect(sbom).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: expect.stringMatching(/^1\./),
  });
  const purls: string[] = sbom.components.map(({ purl }: { purl: string }) =>
    decodeURIComponent(purl).replace(/\?.*$/, ""),
  );
  const packageUrls = packages.map(({ name, version }) => `pkg:npm/${name}@${version}`);
  // The list of brands is made from a package that is not installed.
  const ofBrands = purls.filter((purl) => purl.startsWith("pkg:npm/name-suggestion-index@"));
  expect(ofBrands).toHaveLength(1);
  expect([...new Set(purls)].toSorted()).toEqual(
    [...new Set([...packageUrls, ...ofBrands])].toSorted(),
  );
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    expect(purls.filter((purl) => purl.startsWith(`pkg:npm/${name}@`))).not.toEqual([]);
  expect(makeSbom()).toBe(`${JSON.stringify(sbom, null, 2)}\n`);
});

test("the packages for pages and applications bring no further package and run no script", () => {
  const manifests = globSync("packages/*/package.json", { cwd: PROJECT }).map((path) =>
    JSON.parse(readFileSync(join(PROJECT, path), "utf8")),
  );
  const bringers = manifests.filter(
    (manifest) => manifest.dependencies ?? manifest.optionalDependencies ?? manifest.scripts,
  );
  expect(bringers).toEqual([]);
  // The server's dependencies are those of the lock file, which packing adds.
  expect(manifests.map(({ name }) => name).toSorted()).toEqual([
    "@service-link/node",
    "@service-link/server",
    "service-link",
  ]);
});

test("nothing that is shipped runs a script when it is installed", () => {
  const scripts = packages
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ name }) => name);
  // The library comes with binaries, and is compiled only on a platform without one.
  expect(scripts).toEqual(["better-sqlite3"]);
});

const require = createRequire(import.meta.url);
const { satisfies }: { satisfies(version: string, range: string): boolean } = require("semver");

test("every package runs on the oldest Node and on the one that a checkout brings", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  const nodes: string[] = [OLDEST_NODE, ...Object.values<string>(optionalDependencies)];
  const excluded = Object.entries(lock.packages).filter(
    ([, { engines }]) =>
      engines?.node && nodes.some((node) => !satisfies(node, engines.node ?? "*")),
  );
  expect(excluded.map(([path, { engines }]) => `${path} needs ${engines?.node}`)).toEqual([]);
});

test("no package is deprecated", () => {
  const deprecated = Object.entries(lock.packages).filter(([, entry]) => entry.deprecated);
  expect(deprecated.map(([path, entry]) => `${path}: ${entry.deprecated}`)).toEqual([]);
});

test("everything that is shipped is locked to its bytes", () => {
  expect(packages.filter(({ integrity }) => !integrity).map(({ name }) => name)).toEqual([]);
});

function makeSbom(): string {
  return execFileSync(process.execPath, ["scripts/sbom.mjs"], {
    cwd: PROJECT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
}
