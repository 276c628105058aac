import { expect, test } from "vitest";
import { newMonitor } from "../../server/domain/consumer-reports/cash-flow-updates/cash-flow-monitor.ts";
import type { CashFlowSubscription } from "../../server/domain/consumer-reports/cash-flow-updates/cash-flow-subscription.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, removeClient, sampleClient, sampleItem, sampleJob, sampleUser } from "./samples.ts";

const STATE = {
  items: {
    "item-1": {
      lastChange: 41,
      lowAccounts: { checking: true, savings: false },
      insightTransactions: { "transaction-1": "2026-01-14" },
    },
  },
  lenders: ["harbor loans"],
};

/** The contract of every store for the monitors of users' cash flow. */
export const cashFlowMonitorsContract = ({ empty }: ContractContext): void => {
  const withUser = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.users.add(sampleUser());
    return store;
  };

  test("a user without an update has an empty state, and later the recorded one", async () => {
    const { cashFlowMonitors } = await withUser();
    const first = await cashFlowMonitors.ofUser("usr_1");
    expect(first).toEqual(newMonitor("usr_1"));
    expect(await cashFlowMonitors.record(first, STATE)).toBe(true);
    const second = await cashFlowMonitors.ofUser("usr_1");
    expect(second).toEqual({ userId: "usr_1", revision: 1, state: STATE });
    const next = { ...STATE, lenders: [] };
    expect(await cashFlowMonitors.record(second, next)).toBe(true);
    expect((await cashFlowMonitors.ofUser("usr_1")).state).toEqual(next);
  });

  test("the end of a user's products deletes the state, and keeps its first time", async () => {
    const { cashFlowMonitors, users } = await withUser();
    const first = await cashFlowMonitors.ofUser("usr_1");
    await cashFlowMonitors.record(first, STATE);
    await users.endProducts("usr_1", NOW + 1);
    await users.endProducts("usr_1", NOW + 2);
    await users.endProducts("usr_2", NOW + 2);
    expect(await cashFlowMonitors.ofUser("usr_1")).toEqual(newMonitor("usr_1"));
    expect(await users.byUserId("usr_1")).toEqual(sampleUser({ productsEndedAt: NOW + 1 }));
  });

  test("a user has one subscription, which ends with its Item, the user's products and the user", async () => {
    const { cashFlowSubscriptions: subscriptions, ...store } = await withUser();
    const { users, items } = store;
    for (const id of ["1", "2"]) await items.create(sampleItem(id, { userId: "usr_1" }));
    const subscription: CashFlowSubscription = {
      subscriptionId: "subscription-1",
      userId: "usr_1",
      itemId: "item-1",
      webhook: "https://shop.example/hook",
      incomeCategories: ["SALARY"],
      createdAt: NOW,
    };
    await users.endProducts("usr_1", NOW);
    expect(await subscriptions.add(subscription)).toEqual(subscription);
    expect(await users.byUserId("usr_1")).toEqual(sampleUser());
    const second = { ...subscription, subscriptionId: "subscription-2", incomeCategories: null };
    const changed = { ...subscription, incomeCategories: null };
    expect(await subscriptions.add(second)).toEqual(changed);
    expect(await subscriptions.add({ ...second, itemId: "item-2" })).toEqual(changed);
    expect(await subscriptions.ofUser("usr_1")).toEqual(changed);
    expect(await subscriptions.remove("subscription-1", "client-2")).toBe(false);
    expect(await subscriptions.remove("subscription-1", "client-1")).toBe(true);
    const ends = [
      () => users.endProducts("usr_1", NOW),
      () => items.remove(sampleItem("1", { userId: "usr_1" }).item, NOW),
    ];
    for (const end of ends) {
      await subscriptions.add(subscription);
      await end();
      expect(await subscriptions.ofUser("usr_1")).toBeNull();
    }
    await expect(subscriptions.add({ ...subscription, userId: "usr_2" })).rejects.toMatchObject({
      code: "INVALID_USER_ID",
    });
  });

  test("concurrent updates of a monitor: one counts, with its jobs; the others change nothing", async () => {
    const { cashFlowMonitors, jobs } = await withUser();
    for (let round = 1; round <= 3; round++) {
      const monitor = await cashFlowMonitors.ofUser("usr_1");
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          cashFlowMonitors.record(monitor, { ...STATE, lenders: [`${at}`] }, [
            sampleJob(`${round} ${at}`),
          ]),
        ),
      );
      expect(outcomes.filter((isRecorded) => isRecorded)).toHaveLength(1);
      expect((await cashFlowMonitors.ofUser("usr_1")).state.lenders).toEqual([
        `${outcomes.indexOf(true)}`,
      ]);
      expect(await jobs.count("sample")).toBe(round);
    }
  });

  test("a removed user's state is deleted, and a later one is not recorded", async () => {
    const { cashFlowMonitors, jobs, users } = await withUser();
    const first = await cashFlowMonitors.ofUser("usr_1");
    await cashFlowMonitors.record(first, STATE);
    const second = await cashFlowMonitors.ofUser("usr_1");
    expect(await users.remove("usr_1", [])).toBe(true);
    expect(await cashFlowMonitors.ofUser("usr_1")).toEqual(newMonitor("usr_1"));
    for (const monitor of [first, second])
      expect(await cashFlowMonitors.record(monitor, STATE, [sampleJob("late")])).toBe(false);
    expect(await jobs.count("sample")).toBe(0);
  });

  test("a client's states go with it", async () => {
    const store = await withUser();
    const { cashFlowMonitors } = store;
    await cashFlowMonitors.record(newMonitor("usr_1"), STATE);
    await removeClient(store, "client-1");
    expect(await cashFlowMonitors.ofUser("usr_1")).toEqual(newMonitor("usr_1"));
  });

  test("the jobs that follow from balances are added with them", async () => {
    const { items, jobs } = await withUser();
    await items.create(sampleItem("1"));
    await items.setBalances("item-1", new Map(), NOW, [sampleJob("watch")]);
    expect(await jobs.count("sample")).toBe(1);
  });
};
