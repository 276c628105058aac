import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../open-store.ts";
import { sqlite } from "../sqlite.ts";

test("inspecting a store leaves no files, even if earlier inspections left an empty log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-inspect-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "store.db");
  const store = await openStore(sqlite.open(file));
  await store.close();
  expect((await sqlite.inspect(file))?.pending).toEqual([]);
  expect(readdirSync(folder)).toEqual(["store.db"]);
  for (const end of ["wal", "shm"]) writeFileSync(`${file}-${end}`, "");
  expect((await sqlite.inspect(file))?.pending).toEqual([]);
  expect(readdirSync(folder)).toEqual(["store.db"]);
});
