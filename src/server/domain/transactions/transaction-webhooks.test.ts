import { expect, test } from "vitest";
import { sampleItem } from "../../../testing/store-contract/samples.ts";
import { transactionWebhooks } from "./transaction-webhooks.ts";

test("an Item without transactions notifies its application of its income, and no processor", async () => {
  const events: string[] = [];
  const receiver = { itemId: "item-1", accountId: "a", clientId: "processor", webhook: "" };
  const parts = {
    store: { processorTokens: { receivers: async () => [receiver] } },
    webhooks: {
      forItem: (_: object, { name }: { name: string }) => {
        events.push(name);
        return [];
      },
      forProcessor: (_: object, { name }: { name: string }) => {
        events.push(`processor ${name}`);
        return [];
      },
    },
  } as unknown as Parameters<typeof transactionWebhooks>[0];
  const { item } = sampleItem("1", { products: ["income"] });
  const step = { from: "NOT_READY", to: "HISTORICAL_UPDATE_COMPLETE" } as const;
  const changes = { added: [], modified: [], removed: [] };
  await transactionWebhooks(parts, item, step, changes);
  expect(events).toEqual(["INCOME:PRODUCT_READY"]);
  events.length = 0;
  await transactionWebhooks(parts, { ...item, products: ["transactions"] }, step, changes);
  expect(events).toEqual([
    ...["TRANSACTIONS:INITIAL_UPDATE", "TRANSACTIONS:SYNC_UPDATES_AVAILABLE"],
    ...["processor TRANSACTIONS:INITIAL_UPDATE", "processor TRANSACTIONS:SYNC_UPDATES_AVAILABLE"],
  ]);
});
