import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepScript } from "./keep-script.mjs";

const folders = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keep-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [built, kept] = [join(folder, "built"), join(folder, "kept")] as const;
  const build = (version: string, script: string): void => {
    const release = join(built, "link", `v${version}`);
    mkdirSync(release, { recursive: true });
    for (const path of [built, release])
      for (const name of ["link.js", "embedded.js"]) writeFileSync(join(path, name), script);
    for (const name of ["release.json", "link.js.br"]) writeFileSync(join(release, name), "{}");
  };
  return { built, kept, build };
};

test("a release's script is kept next to those of earlier releases of its major version", () => {
  const { built, kept, build } = folders();
  for (const [version, script] of [
    ["0.9.1", "zero"],
    ["1.0.0", "one"],
    ["1.10.0", "ten"],
  ] as const) {
    build(version, script);
    keepScript(version, built, kept);
  }
  expect(readdirSync(kept).sort()).toEqual(["v1.0.0", "v1.10.0"]);
  expect(readdirSync(join(kept, "v1.0.0")).sort()).toEqual([
    "embedded.js",
    "link.js",
    "release.json",
  ]);
  expect(readFileSync(join(kept, "v1.0.0/link.js"), "utf8")).toBe("one");
});

test("a kept script is not replaced by another one of the same version", () => {
  const { built, kept, build } = folders();
  build("1.0.0", "one");
  keepScript("1.0.0", built, kept);
  keepScript("1.0.0", built, kept);
  build("1.0.0", "other");
  expect(() => keepScript("1.0.0", built, kept)).toThrow(
    "has another script: raise the version in package.json",
  );
  expect(readFileSync(join(kept, "v1.0.0/link.js"), "utf8")).toBe("one");
  build("1.0.0", "one");
  writeFileSync(join(built, "embedded.js"), "other");
  expect(() => keepScript("1.0.0", built, kept)).toThrow("has another script");
});

test("a version that was not built is not kept", () => {
  const { built, kept } = folders();
  expect(() => keepScript("1.0.0", built, kept)).toThrow("is missing: type npm run build");
});
