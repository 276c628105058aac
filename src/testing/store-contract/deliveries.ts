import { expect, test } from "vitest";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem } from "./samples.ts";

/** The contract of every store for deliveries of webhooks. */
export const deliveriesContract = ({ empty }: ContractContext): void => {
  const withItem = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    return store;
  };

  test("attempts of a webhook recorded at once have numbers of their own, and the last one is the Item's status", async () => {
    const { deliveries, itemStatus } = await withItem();
    const delivery = {
      ...{ deliveryId: "delivery-1", clientId: "client-1", itemId: "item-1" },
      ...{ url: "https://shop.example/", webhook: "TRANSACTIONS:DEFAULT_UPDATE" },
      ...{ sealedBody: "sealed", createdAt: NOW, firstTriedAt: NOW },
    };
    const attempt = { ms: 1, status: 500, failure: null, excerpt: "busy", headers: null };
    const times = Array.from({ length: 12 }, (_, n) => NOW + n);
    await Promise.all(
      times.map((at) =>
        deliveries.record({ ...delivery, state: "waiting", nextTryAt: at + 1 }, { ...attempt, at }),
      ),
    );
    const recorded = await deliveries.attempts(delivery);
    expect(recorded.map(({ at }) => at).toSorted()).toEqual(times);
    const last = { ...attempt, at: NOW + 99, status: 200, headers: { "x-id": "1" } };
    await deliveries.record({ ...delivery, state: "delivered", nextTryAt: null }, last);
    expect(await deliveries.latest(1)).toEqual([
      { delivery: { ...delivery, state: "delivered", nextTryAt: null }, tries: 13, attempt: last },
    ]);
    expect((await itemStatus.of("item-1")).lastWebhook).toEqual({
      code: "DEFAULT_UPDATE",
      sentAt: NOW + 99,
    });
    // A delivery without an Item changes no status.
    const other = { ...delivery, deliveryId: "delivery-2", itemId: null };
    await deliveries.record(
      { ...other, state: "waiting", nextTryAt: NOW },
      { ...attempt, at: NOW },
    );
    expect(await deliveries.byId("delivery-2")).toMatchObject({ itemId: null, state: "waiting" });
    expect(await deliveries.byId("delivery-2", NOW)).toMatchObject({ deliveryId: "delivery-2" });
    expect(await deliveries.byId("delivery-2", NOW + 1)).toBeNull();
  });

  test("attempts of many webhooks recorded at once are each stored once, those of an Item that is gone too", async () => {
    const { deliveries, items, itemStatus } = await withItem();
    await items.create(sampleItem("2"));
    const attempt = { at: NOW, ms: 1, status: 200, failure: null, excerpt: "", headers: null };
    const all = Array.from({ length: 40 }, (_, n) => ({
      ...{ deliveryId: `delivery-${n}`, clientId: "client-1" },
      itemId: [null, "item-1", "item-2", "item-gone"][n % 4] ?? null,
      ...{ url: "https://shop.example/", webhook: `ITEM:CODE_${n}`, sealedBody: "sealed" },
      ...{ createdAt: NOW + n, firstTriedAt: NOW, nextTryAt: null },
      state: "delivered" as const,
    }));
    await Promise.all(all.map((delivery) => deliveries.record(delivery, attempt)));
    for (const delivery of all) {
      expect(await deliveries.byId(delivery.deliveryId)).toEqual(delivery);
      expect(await deliveries.attempts(delivery)).toEqual([attempt]);
    }
    expect((await itemStatus.of("item-1")).lastWebhook?.code).toBe("CODE_37");
    expect((await itemStatus.of("item-2")).lastWebhook?.code).toBe("CODE_38");
  });
};
