import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { newItem } from "./new-item.ts";

const LOGIN = {
  itemId: "item",
  clientId: "client",
  institutionId: "ins_109508",
  sealedLogin: "",
  sealedState: null,
  products: ["auth"],
  webhook: null,
  accounts: [],
  consentExpiresAt: null,
} as const;

test.each([
  ["sandbox", undefined],
  ["development", 100],
  ["production", undefined],
] as const)("in %s there may be %s live Items", async (environment, max) => {
  const { services } = await testApp();
  expect(newItem({ ...services, environment }, LOGIN).created.maxLive).toBe(max);
});

test("the 101st live Item in development is refused, until one of the others is removed", async () => {
  const { client, services } = await testApp();
  const { items } = services.store;
  const development = { ...services, environment: "development" as const };
  const make = (name: string) => {
    const login = { ...LOGIN, itemId: name, clientId: client.clientId };
    return items.create(newItem(development, login).created);
  };
  const results = await Promise.allSettled(
    Array.from({ length: 105 }, (_, at) => make(`item-${at}`)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  await expect(make("one-more")).rejects.toMatchObject({
    code: "ADDITION_LIMIT",
    message: "there may be 100 live Items in this environment, and there are; remove some first",
  });
  const winner = results.findIndex(({ status }) => status === "fulfilled");
  await items.remove({ itemId: `item-${winner}`, accessTokenGeneration: 0 }, 1);
  await make("one-more");
});
