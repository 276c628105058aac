import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keptReach } from "./kept-reach.ts";

/**
 * A tree with a file of the service and a file of the simulation, and a count of the work on its
 * reach.
 */
const openTree = () => {
  const root = mkdtempSync(join(tmpdir(), "service-link-reach-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["src", "sim"]) mkdirSync(join(root, folder));
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  write("src/a.ts", "one();");
  write("sim/b.ts", "two();");
  let works = 0;
  const reach = (seconds = 180) =>
    keptReach({ root, folder: join(root, "kept"), seconds }, async () => `work ${++works}`);
  return { write, reach };
};

test("the reach of the same code is kept", async () => {
  const { reach } = openTree();
  expect([await reach(), await reach()]).toEqual(["work 1", "work 1"]);
});

test("other code, other names and another time have a reach of their own", async () => {
  const { write, reach } = openTree();
  await reach();
  expect(await reach(60)).toBe("work 2");
  write("sim/b.ts", "three();");
  expect(await reach()).toBe("work 3");
  write("src/c.ts", "one();");
  expect(await reach()).toBe("work 4");
});

test("work that fails keeps nothing", async () => {
  const root = mkdtempSync(join(tmpdir(), "service-link-reach-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = { root, folder: join(root, "kept"), seconds: 1 };
  await expect(keptReach(at, () => Promise.reject(new Error("no seed ends")))).rejects.toThrow();
  expect(await keptReach(at, async () => "work")).toBe("work");
});
