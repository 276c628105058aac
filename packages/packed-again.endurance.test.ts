import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");
const FOLDER = join(PROJECT, "dist/packages");

/** Packs the build's output; returns the digest of each package. */
const pack = () => {
  execFileSync(process.execPath, ["packages/pack.mjs"], { cwd: PROJECT });
  return readdirSync(FOLDER).map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(join(FOLDER, name)))
      .digest("hex"),
  ]);
};

test("packed again, the packages are the same to the byte", () => {
  const packages = pack();
  expect(packages).not.toEqual([]);
  expect(pack()).toEqual(packages);
});
