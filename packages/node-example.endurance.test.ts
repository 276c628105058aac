import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fillNodePackage } from "./node/fill.mjs";

const PROJECT = join(import.meta.dirname, "..");
const PAGE = readFileSync(join(PROJECT, "docs/node.md"), "utf8");

test("the example of docs/node.md compiles by the command there, by the newest TypeScript", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-node-example-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, "node_modules");
  const client = join(modules, "@service-link/node");
  mkdirSync(client, { recursive: true });
  await fillNodePackage(client);
  cpSync(join(PROJECT, "packages/node/package.json"), join(client, "package.json"));
  for (const name of ["@types/node", "undici-types"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(PROJECT, "node_modules", name), join(modules, name), "junction");
  }
  const blocks = [...PAGE.matchAll(/^```ts\n(.*?)^```/gms)].map(([, text = ""]) => text);
  expect(blocks.length).toBeGreaterThan(5);
  writeFileSync(join(folder, "app.mts"), blocks.join("\n"));
  const options = /`npx tsc ([^`]+)`/.exec(PAGE)?.[1]?.split(" ") ?? [];
  const compiler = join(PROJECT, "node_modules/typescript/bin/tsc");
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...options], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([stdout, status]).toEqual(["", 0]);
});
