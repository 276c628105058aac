import { expect, test } from "vitest";
import { ERASE_ITEM_JOB } from "../../server/domain/items/erase-removed-item.ts";
import { LARGE_TABLES } from "../../server/store/transactions/rows-of-item.ts";
import type { ContractContext } from "./contract-context.ts";
import { inserterOf } from "./inserter.ts";
import { NOW, sampleClient, sampleItem } from "./samples.ts";

/** The contract of every store for the removal of an Item with many rows. */
export const itemRemovalContract = ({ connect, migratedDatabase, open }: ContractContext): void => {
  test("an Item with thousands of rows is removed at once, its rows in batches, and no others", async () => {
    const address = await migratedDatabase();
    const db = connect(address);
    const insert = await inserterOf(db);
    const store = await open(address);
    await store.clients.add(sampleClient());
    for (const name of ["1", "2"]) await store.items.create(sampleItem(name));
    const rows = (item_id: string, fields: (n: string) => object) =>
      Array.from({ length: item_id === "item-1" ? 1100 : 3 }, (_, n) => ({
        ...{ item_id, ...fields(String(n)) },
      }));
    for (const id of ["item-1", "item-2"]) {
      await insert("item_transaction", ...rows(id, (n) => ({ transaction_id: n })));
      await insert("removed_transaction", ...rows(id, (n) => ({ removed: Number(n) })));
      await insert("transaction_alias", ...rows(id, (n) => ({ alias: n })));
      await insert("match_candidate", ...rows(id, (n) => ({ transaction_id: n, before_id: n })));
      const day = (n: string) => ({ account_id: Number(n) % 2 ? "" : "account", date: n });
      await insert("transaction_day", ...rows(id, day));
    }
    const { item } = sampleItem("1");
    const left = async () => {
      const ids: string[] = [];
      for (const { table } of LARGE_TABLES)
        ids.push(
          ...(await db.selectFrom(table).select("item_id").execute()).map((row) => row.item_id),
        );
      return ids;
    };
    const all = (await left()).length;
    expect(await store.items.eraseRows("item-1")).toBe(true);
    expect(await store.items.remove(item, NOW, [])).toBe(true);
    expect(await left()).toHaveLength(all);
    expect(await store.jobs.count(ERASE_ITEM_JOB)).toBe(1);
    for (let count = all; !(await store.items.eraseRows("item-1")); ) {
      const next = (await left()).length;
      expect(count - next).toBeLessThan(1300);
      count = next;
    }
    expect(await left()).toEqual(Array(3 * LARGE_TABLES.length).fill("item-2"));
  });
};
