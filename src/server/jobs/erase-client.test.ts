import { expect, test } from "vitest";
import { browser, signInOperator } from "../../testing/test-app/dashboard.ts";
import { code, linkToken } from "../../testing/test-app/link-token.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { generateKeys, newClient } from "../domain/clients/new-client.ts";
import { NEWEST_VERSION } from "../versions/index.ts";

/** An app with a second client. Both clients' Items have a webhook and a receiver. */
const withTwoClients = async () => {
  const app = await testApp();
  const { store, random, clock } = app.services;
  const receiver = await testReceiver();
  const keys = generateKeys(random);
  const access = { state: "granted" } as const;
  const options = { name: "Other", defaultVersion: NEWEST_VERSION, productionAccess: access };
  await store.clients.add(newClient(keys, { clock, random }, options));
  const { client_id, secret } = keys;
  const callAsOther = async (path: string, body: object = {}) =>
    (await app.post(path, { client_id, secret, ...body })).body;
  const link = async (call: typeof app.call) => {
    const { public_token } = await call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["transactions"],
      options: { webhook: receiver.url },
    });
    const { access_token } = await call("/item/public_token/exchange", { public_token });
    return { access_token };
  };
  const own = await link(app.call);
  const other = await link(callAsOther);
  const remove = async () => {
    const operator = browser(app);
    await signInOperator(app, operator);
    const id = app.keys.client_id;
    const { body } = await operator.post("clients/remove", { id, confirm: id, with_items: true });
    expect(body).toMatchObject({ live_items: 1 });
  };
  return { ...app, receiver, own, other, callAsOther, remove };
};

test("a removed client is gone at once, causes no calls or webhooks, and is erased by a job", async () => {
  const app = await withTwoClients();
  const { receiver, services, own, other, callAsOther } = app;
  const token = await linkToken(app);
  const { bridge } = await app.startLink();
  const bank = { institution_id: "ins_109508" };
  expect((await bridge("institution/select", bank)).status).toBe(200);

  await app.remove();
  expect(code(await app.post("/item/get", { ...app.credentials, ...own }))).toBe(
    "INVALID_API_KEYS",
  );
  expect(code(await app.startLink({ token, env: "sandbox" }))).toBe("INVALID_LINK_TOKEN");
  expect(code(await app.startLink())).toBe("INVALID_PUBLIC_KEY");
  const credentials = { username: "user_good", password: "pass_good" };
  expect(code(await bridge("credentials/submit", { ...bank, credentials }))).toBe(
    "INVALID_LINK_SESSION",
  );
  expect(await callAsOther("/item/get", other)).toHaveProperty("item");

  await app.runJobs();
  const { item } = (await callAsOther("/item/get", other)) as { item: { item_id: string } };
  expect(new Set(receiver.received.map(({ body: told }) => told.item_id))).toEqual(
    new Set([item.item_id]),
  );
  expect(await services.store.clients.removed()).toEqual([]);
  expect(await services.store.jobs.count("erase-client")).toBe(0);
  expect(app.logged.filter((entry) => entry.includes("a job failed"))).toEqual([]);
});

test("a removed client whose job was lost is erased the next day", async () => {
  const app = await withTwoClients();
  const { store, clock } = app.services;
  await app.runJobs();
  await store.clients.remove(app.keys.client_id, { onlyEmpty: false, now: clock() });
  await app.runJobs();
  expect(await store.clients.removed()).toEqual([app.keys.client_id]);
  app.advanceClock(86_400_000);
  await app.runJobs();
  expect(await store.clients.removed()).toEqual([]);
});
