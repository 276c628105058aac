import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { clientNames } from "../../dashboard/client-names.ts";
import type { Client, ClientStore } from "./client.ts";
import { createClientCache } from "./client-cache.ts";
import { ClientElsewhere } from "./client-elsewhere.ts";

const remembering = async () => {
  const { services, client } = await testApp();
  let now = 0;
  const reads: string[] = [];
  const { clients } = services.store;
  const read: ClientStore = {
    ...clients,
    byClientId: async (clientId) => {
      reads.push(clientId);
      return clients.byClientId(clientId);
    },
  };
  const cache = createClientCache(read, () => now);
  return {
    reads,
    clientsByCache: cache,
    clientId: client.clientId,
    advanceClock: (ms: number) => {
      now += ms;
    },
  };
};

test("a client is read once a second, also one that does not exist", async () => {
  const { reads, clientsByCache, clientId, advanceClock } = await remembering();
  for (const id of [clientId, clientId, "nobody", "nobody"])
    expect((await clientsByCache.byClientId(id))?.clientId ?? "nobody").toBe(id);
  expect(reads).toEqual([clientId, "nobody"]);
  advanceClock(999);
  await clientsByCache.byClientId(clientId);
  expect(reads).toHaveLength(2);
  advanceClock(1);
  await clientsByCache.byClientId(clientId);
  expect(reads).toEqual([clientId, "nobody", clientId]);
});

test("a client that has moved to another cell is looked for once a second, and has no name", async () => {
  const { services } = await testApp();
  let reads = 0;
  let now = 0;
  const byClientId = async () => {
    reads++;
    throw new ClientElsewhere("cell b");
  };
  const clients = createClientCache({ ...services.store.clients, byClientId }, () => now);
  for (const _ of "abc") await expect(clients.byClientId("one")).rejects.toThrow("another cell");
  expect(reads).toBe(1);
  now += 1000;
  expect(await clientNames(["one"], { store: { ...services.store, clients } })).toEqual(new Map());
  expect(reads).toBe(2);
});

test("a clock that is set back does not extend the cache", async () => {
  const { reads, clientsByCache, clientId, advanceClock } = await remembering();
  await clientsByCache.byClientId(clientId);
  advanceClock(-60_000);
  await clientsByCache.byClientId(clientId);
  expect(reads).toHaveLength(2);
});

const CHANGES: [keyof Client, (clients: ClientStore, id: string) => Promise<unknown>, unknown][] = [
  ["defaultVersion", (clients, id) => clients.setDefaultVersion(id, "2017-03-08"), "2017-03-08"],
  ["institutions", (clients, id) => clients.setInstitutions(id, ["ins_1"]), ["ins_1"]],
  ["partner", (clients, id) => clients.setPartner(id, true), true],
  [
    "productionAccess",
    (clients, id) => clients.setProductionAccess(id, { state: "requested", at: 1, note: "n" }),
    { state: "requested", at: 1, note: "n" },
  ],
  ["accountSelection", (clients, id) => clients.setAccountSelection(id, "one"), "one"],
  ["allowedOrigins", (clients, id) => clients.disallowOrigin(id, "https://shop.example"), []],
  [
    "allowedOrigins",
    (clients, id) => clients.allowOrigin(id, "https://new.example", 9),
    ["https://new.example"],
  ],
];

test.each(CHANGES)(
  "%s is seen at once by the process that changes it",
  async (field, change, value) => {
    const { clientsByCache, clientId } = await remembering();
    const during = clientsByCache.byClientId(clientId);
    const result = change(clientsByCache, clientId);
    await Promise.all([during, result]);
    expect((await clientsByCache.byClientId(clientId))?.[field]).toEqual(value);
  },
);

test("a removed origin is gone at once", async () => {
  const { clientsByCache, clientId } = await remembering();
  const origins = async () => (await clientsByCache.byClientId(clientId))?.allowedOrigins;
  await clientsByCache.allowOrigin(clientId, "https://shop.example", 9);
  expect(await origins()).toEqual(["https://shop.example"]);
  await clientsByCache.disallowOrigin(clientId, "https://shop.example");
  expect(await origins()).toEqual([]);
});
