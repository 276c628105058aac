import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { doesRebook, doIdsMove, UNSEEN_IDS } from "../../domain/institutions/institution-ids.ts";
import { openDatabase } from "../dialects/index.ts";
import { openStore } from "../open-store.ts";

test("an institution's ids move, and it books again, once three were seen to, unless the operator says otherwise", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-ids-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await openStore(openDatabase(join(folder, "service-link.db")));
  const { institutionIds } = store;
  const areMoving = async (id: string) => doIdsMove(await institutionIds.get(id));
  expect(await institutionIds.get("ins_1")).toEqual(UNSEEN_IDS);
  await institutionIds.addSeen("ins_1", { moved: 2, rebooked: 3 }, 1000);
  expect(await areMoving("ins_1")).toBe(false);
  expect(doesRebook(await institutionIds.get("ins_1"))).toBe(true);
  await institutionIds.addSeen("ins_1", { moved: 1, rebooked: 0 }, 2000);
  expect(await institutionIds.get("ins_1")).toEqual({
    moved: 3,
    rebooked: 3,
    movedAt: 2000,
    setting: null,
  });
  expect([await areMoving("ins_1"), await areMoving("ins_2")]).toEqual([true, false]);
  await institutionIds.set("ins_1", "stay");
  expect(await areMoving("ins_1")).toBe(false);
  expect(doesRebook(await institutionIds.get("ins_1"))).toBe(false);
  await institutionIds.set("ins_1", null);
  expect(await institutionIds.get("ins_1")).toEqual(UNSEEN_IDS);
  await institutionIds.set("ins_2", "move");
  expect(await areMoving("ins_2")).toBe(true);
  await store.close();
});
