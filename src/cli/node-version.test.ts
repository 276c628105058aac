import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeProblem, OLDEST_NODE } from "./node-version.ts";

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, "../..", path), "utf8");

test("all files that name the oldest Node name the same one", () => {
  expect(read("scripts/find-node.mjs")).toContain(`const OLDEST_NODE = "${OLDEST_NODE}";`);
  const { engines } = JSON.parse(read("packages/server/package.json"));
  expect(`${engines.node}.0`).toBe(`>=${OLDEST_NODE}`);
});

test("the Node version for version managers is new enough", () => {
  expect(nodeProblem(`${read(".nvmrc").trim()}.0.0`)).toBeNull();
});

test("a Node older than the oldest one is refused, and the message names both", () => {
  for (const version of ["22.15.0", "22.23.3", "23.0.0", "24.0.0", "26.10.0", "100.0.0"])
    expect(nodeProblem(version)).toBeNull();
  for (const version of ["14.18.0", "20.20.2", "22.0.0", "22.14.1", "9.99.9"]) {
    expect(nodeProblem(version)).toContain(OLDEST_NODE);
    expect(nodeProblem(version)).toContain(`this is ${version}`);
  }
});
