import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const FILES = [
  "README.md",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "tsconfig.json",
  "build/link.ts",
  "docs/link.md",
  "src/cli/serve/command.ts",
  "src/link/main.tsx",
  "public/robots.txt",
  "demo/shop/server.mjs",
  "demo/aggregator/server.mjs",
  "demo/bank/server.mjs",
];

/** A small checkout, and functions that read and write its stamp. */
const checkout = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(import.meta.dirname, join(folder, "scripts"), { recursive: true });
  for (const path of FILES) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  mkdirSync(join(folder, "dist"));
  const call = (code: string): string => {
    const text = `import * as stamp from "./scripts/build-stamp.mjs"; console.log(${code})`;
    const args = ["--input-type=module", "--eval", text];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    if (stderr !== "") throw new Error(stderr);
    return stdout.trim();
  };
  return {
    in: (path: string) => join(folder, path),
    build: () => call("stamp.keepStamp(stamp.computeStamp())"),
    isBuilt: () => call("stamp.isBuilt()") === "true",
  };
};

test("a build that never ran, or whose output was removed, is missing", () => {
  const { build, isBuilt, in: at } = checkout();
  expect(isBuilt()).toBe(false);
  build();
  expect(isBuilt()).toBe(true);
  rmSync(at("dist"), { recursive: true });
  expect(isBuilt()).toBe(false);
});

test("a change to any source file makes the build outdated", () => {
  const { build, isBuilt, in: at } = checkout();
  for (const path of [...FILES, "scripts/build.mjs"]) {
    build();
    writeFileSync(at(path), "changed");
    expect([path, isBuilt()]).toEqual([path, false]);
  }
});

test("a file that is added, removed or replaced by an older one makes the build outdated", () => {
  const { build, isBuilt, in: at } = checkout();
  build();
  writeFileSync(at("src/cli/other.ts"), "");
  expect(isBuilt()).toBe(false);
  build();
  utimesSync(at("src/cli/other.ts"), 1, 1);
  expect(isBuilt()).toBe(false);
  build();
  rmSync(at("src/cli/other.ts"));
  expect(isBuilt()).toBe(false);
});

test("a changed test does not make the build outdated", () => {
  const { build, isBuilt, in: at } = checkout();
  build();
  for (const name of ["main.test.ts", "view.test.tsx"]) writeFileSync(at(`src/${name}`), "");
  expect(isBuilt()).toBe(true);
});
