import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { doIdsMove } from "../../domain/institutions/institution-ids.ts";
import { openDatabase } from "../dialects/index.ts";
import { openStore } from "../open-store.ts";

test("an institution's ids move once three were seen to, unless the operator says otherwise", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-ids-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await openStore(openDatabase(join(folder, "service-link.db")));
  const { institutionIds } = store;
  const areMoving = async (id: string) => doIdsMove(await institutionIds.get(id));
  expect(await institutionIds.get("ins_1")).toEqual({ moved: 0, movedAt: null, setting: null });
  await institutionIds.addMoved("ins_1", 2, 1000);
  expect(await areMoving("ins_1")).toBe(false);
  await institutionIds.addMoved("ins_1", 1, 2000);
  expect(await institutionIds.get("ins_1")).toEqual({ moved: 3, movedAt: 2000, setting: null });
  expect([await areMoving("ins_1"), await areMoving("ins_2")]).toEqual([true, false]);
  await institutionIds.set("ins_1", "stay");
  expect(await areMoving("ins_1")).toBe(false);
  await institutionIds.set("ins_1", null);
  expect(await institutionIds.get("ins_1")).toEqual({ moved: 0, movedAt: null, setting: null });
  await institutionIds.set("ins_2", "move");
  expect(await areMoving("ins_2")).toBe(true);
  await store.close();
});
