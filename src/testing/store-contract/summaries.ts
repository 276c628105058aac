import fc from "fast-check";
import { expect, test } from "vitest";
import { eraseRemovedClient } from "../../server/domain/clients/erase-client.ts";
import type { Usage } from "../../server/domain/limits/usage.ts";
import { samples } from "../property-samples.ts";
import type { ContractContext } from "./contract-context.ts";
import { READY, sampleReport } from "./sample-report.ts";
import { counter, NOW, SAMPLE_ORIGIN, SERVICES, sampleClient, sampleItem } from "./samples.ts";

const numRuns = samples(12);

/** Stored totals equal a count of the rows, after any changes. */
export const summariesContract = ({ empty }: ContractContext): void => {
  test("a bill has the Items and calls of its month, in any parts they were counted", async () => {
    const { usage } = await empty();
    const nextRun = counter();
    const anyUsage = fc.record<Omit<Usage, "clientId">>({
      product: fc.constantFrom("auth", "identity"),
      itemId: fc.constantFrom("item-1", "item-2", "item-3"),
      day: fc.constantFrom("2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02"),
      count: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyUsage, { maxLength: 6 })), async (batches) => {
        const clientId = `client-${nextRun()}`;
        for (const batch of batches) await usage.add(batch.map((row) => ({ ...row, clientId })));
        const all = batches.flat().filter(({ count }) => count > 0);
        for (const [month, next] of [
          ["2026-01", "2026-02"],
          ["2026-02", "2026-03"],
        ]) {
          const rows = (["auth", "identity"] as const).flatMap((product) => {
            const own = all.filter(
              (row) => row.product === product && row.day.startsWith(`${month}`),
            );
            const items = new Set(own.map(({ itemId }) => itemId)).size;
            const calls = own.reduce((sum, { count }) => sum + count, 0);
            return items === 0 ? [] : [{ clientId, product, items, calls }];
          });
          expect(await usage.totals(`${month}-01`, `${next}-01`, clientId)).toEqual(rows);
        }
      }),
      { numRuns },
    );
  });

  test("the totals of live Items of clients and institutions are right after any changes", async () => {
    const store = await empty();
    const nextRun = counter();
    const anyStep = fc.oneof(
      { weight: 5, arbitrary: fc.record({ create: fc.nat(1), at: fc.nat(1) }) },
      {
        weight: 2,
        arbitrary: fc.record({ remove: fc.nat(9), by: fc.constantFrom("its client", "its user") }),
      },
      { weight: 1, arbitrary: fc.record({ removeEmpty: fc.nat(1) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
        const run = nextRun();
        const clientIds = [0, 1].map((n) => `client-${run}-${n}`);
        const institutionIds = [0, 1].map((n) => `ins_${run}_${n}`);
        const items: { name: string; clientId: string; institutionId: string; live: boolean }[] =
          [];
        const isThere = new Set(clientIds);
        for (const clientId of clientIds)
          await store.clients.add(sampleClient({ clientId, publicKey: clientId }));
        for (const [at, step] of steps.entries()) {
          if ("create" in step) {
            const [clientId = "", institutionId = ""] = [
              clientIds[step.create],
              institutionIds[step.at],
            ];
            if (!isThere.has(clientId)) continue;
            const name = `${run}-${at}`;
            const { publicToken, ...one } = sampleItem(name, { clientId, institutionId });
            await store.items.create({ ...one, publicToken: { ...publicToken, clientId } });
            items.push({ name, clientId, institutionId, live: true });
          } else if ("remove" in step) {
            const one = items[step.remove];
            if (!one) continue;
            const { item } = sampleItem(one.name);
            const isRemoved =
              step.by === "its client"
                ? await store.items.remove(item, NOW)
                : await store.portalUsers.eraseItem(item, SAMPLE_ORIGIN, []);
            expect(isRemoved).toBe(one.live && isThere.has(one.clientId));
            one.live = false;
          } else await removeClient(clientIds[step.removeEmpty] ?? "", true);
        }
        await expectCounts();
        // All Items of the client go, and the other client's Items stay.
        await removeClient(clientIds[0] ?? "", false);
        await expectCounts();

        async function removeClient(clientId: string, onlyEmpty: boolean) {
          const own = items.filter((item) => item.clientId === clientId && item.live);
          const answer = await store.clients.remove(clientId, { onlyEmpty, now: NOW });
          const removed = isThere.has(clientId) && !(onlyEmpty && own.length > 0);
          expect(answer).toEqual({ removed, liveItems: own.length });
          if (!removed) return;
          isThere.delete(clientId);
          for (const row of own) row.live = false;
          await eraseRemovedClient({ store, ...SERVICES }, clientId);
        }

        async function expectCounts() {
          const live = items.filter((item) => item.live);
          const clients = new Map(
            (await store.clients.all()).map((client) => [client.client.clientId, client.liveItems]),
          );
          for (const id of clientIds)
            expect(clients.get(id)).toBe(
              isThere.has(id) ? live.filter(({ clientId }) => clientId === id).length : undefined,
            );
          for (const id of institutionIds)
            expect(await store.institutions.liveItems(id)).toBe(
              live.filter(({ institutionId }) => institutionId === id).length,
            );
        }
      }),
      { numRuns },
    );
  });

  test("the Asset Reports that cover an Item are found until they are removed", async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const nextRun = counter();
    const anyStep = fc.oneof(
      fc.record({ create: fc.uniqueArray(fc.nat(2)) }),
      fc.record({ copy: fc.nat(5), without: fc.nat(2) }),
      fc.record({ remove: fc.nat(5) }),
      fc.record({ erase: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
        const run = nextRun();
        const names = [0, 1, 2].map((n) => `${run}-${n}`);
        const listIds = (places: readonly number[]) => places.map((n) => `item-${names[n]}`);
        for (const name of names) await store.items.create(sampleItem(name));
        const reports: { id: string; itemIds: string[]; isThere: boolean }[] = [];
        for (const [at, step] of steps.entries()) {
          const report = sampleReport(`${run}-${at}`, { createdAt: NOW + at, state: READY });
          const id = report.assetReportId;
          if ("create" in step) {
            const itemIds = listIds(step.create);
            await store.assetReports.create({ ...report, itemIds }, []);
            reports.push({ id, itemIds, isThere: true });
          } else if ("copy" in step) {
            const from = reports[step.copy];
            if (!from) continue;
            const itemIds = from.itemIds.filter(
              (itemId) => itemId !== `item-${names[step.without]}`,
            );
            const isCopied = await store.assetReports.copy(from.id, { ...report, itemIds }, []);
            expect(isCopied).toBe(from.isThere);
            if (isCopied) reports.push({ id, itemIds, isThere: true });
          } else if ("remove" in step) {
            const one = reports[step.remove];
            if (!one) continue;
            expect(await store.assetReports.remove(one.id)).toBe(one.isThere);
            one.isThere = false;
          } else {
            const { item } = sampleItem(names[step.erase] ?? "");
            if (!(await store.portalUsers.eraseItem(item, SAMPLE_ORIGIN, []))) continue;
            for (const report of reports)
              if (report.itemIds.includes(item.itemId)) report.isThere = false;
          }
        }
        for (const itemId of listIds([0, 1, 2]))
          expect(
            (await store.portalUsers.reports(itemId)).map(({ assetReportId }) => assetReportId),
          ).toEqual(
            reports
              .filter((report) => report.isThere && report.itemIds.includes(itemId))
              .map(({ id }) => id),
          );
      }),
      { numRuns },
    );
  });
};
