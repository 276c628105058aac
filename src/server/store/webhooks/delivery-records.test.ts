import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { NOW, sampleClient } from "../../../testing/store-contract/samples.ts";
import { openDatabase } from "../dialects/index.ts";
import { openStore } from "../open-store.ts";
import { recordTogether } from "./delivery-records.ts";

test("attempts whose commit was not acknowledged are stored once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-deliveries-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const db = openDatabase(join(folder, "service-link.db"));
  const store = await openStore(db);
  await store.clients.add(sampleClient());
  let commits = 0;
  const { transact } = db;
  vi.spyOn(db, "transact").mockImplementation(async (work, options) => {
    const answer = await transact(work, options);
    commits += 1;
    if (commits === 1) throw new Error("the connection is lost");
    return answer;
  });
  const record = recordTogether(db);
  const attempt = { at: NOW, ms: 5, status: 200, failure: null, excerpt: "", headers: null };
  const deliveries = [1, 2, 3].map((n) => ({
    ...{ deliveryId: `delivery-${n}`, clientId: "client-1", itemId: null },
    ...{ url: "https://shop.example/", webhook: "ITEM:ERROR", sealedBody: "sealed" },
    ...{ createdAt: NOW, firstTriedAt: NOW, nextTryAt: null, state: "delivered" as const },
  }));
  await Promise.all(deliveries.map((delivery) => record({ delivery, attempt })));
  expect(commits).toBe(4);
  for (const delivery of deliveries)
    expect(await store.deliveries.attempts(delivery)).toEqual([attempt]);
  await store.close();
});
