import { expect, test } from "vitest";
import type { ContractContext } from "./contract-context.ts";
import { NOW, SAMPLE_ORIGIN, sampleClient, sampleItem, sampleJob } from "./samples.ts";

/** The contract of every store for the keys of the accounts that institutions list. */
export const accountKeysContract = ({ empty }: ContractContext): void => {
  const withItem = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const item = sampleItem("1");
    await store.items.create(item);
    return { ...store, created: item };
  };
  const sort = (keys: ReadonlyMap<string, unknown> | null) => keys && [...keys.keys()].toSorted();

  test("the first list has nothing new, and a later addition is new to exactly one of several calls", async () => {
    const { items, jobs, created } = await withItem();
    const add = (keys: string[], job: string) =>
      items.addAccountKeys("item-1", keys, [sampleJob(job)]);
    expect(await items.accountKeys("item-1")).toBeNull();
    expect(await add(["a", "b"], "first")).toBe(false);
    expect(await add(["b"], "second")).toBe(false);
    const calls = ["x", "y", "z"].map((job) => add(["b", "c"], job));
    expect((await Promise.all(calls)).toSorted()).toEqual([false, false, true]);
    expect(await jobs.count(sampleJob("x").name)).toBe(1);
    expect(sort(await items.accountKeys("item-1"))).toEqual(["a", "b", "c"]);
    await items.remove(created.item, NOW);
    expect(await add(["d"], "gone")).toBe(false);
    expect(await items.accountKeys("item-1")).toBeNull();
  });

  test("accounts that were removed before the first list are not new in it", async () => {
    const { items, created } = await withItem();
    const ids = created.accounts.map(({ account }) => account.account_id);
    expect(await items.removeAccounts("item-1", ids.slice(0, 1), SAMPLE_ORIGIN, () => [])).toEqual(
      ids.slice(0, 1),
    );
    const keys = created.accounts.map(({ key }) => key);
    expect(sort(await items.accountKeys("item-1"))).toEqual(keys.toSorted());
    expect(await items.addAccountKeys("item-1", keys, [])).toBe(false);
  });

  test("accounts of an earlier login are not removed once the user has signed in again", async () => {
    const { items, created } = await withItem();
    const [first = ""] = created.accounts.map(({ account }) => account.account_id);
    const remove = (loggedInAt: number) =>
      items.removeAccounts(
        "item-1",
        [first],
        SAMPLE_ORIGIN,
        (ids) => ids.map((id) => sampleJob(id)),
        loggedInAt,
      );
    const { loggedInAt } = created.item;
    expect(await remove(loggedInAt - 1)).toEqual([]);
    expect(await remove(loggedInAt)).toEqual([first]);
    const [account] = created.accounts;
    expect((await items.accountKeys("item-1"))?.get(account?.key ?? "")).toBe(first);
  });
};
