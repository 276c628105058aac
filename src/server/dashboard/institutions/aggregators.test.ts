import { generateKeyPairSync } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startAggregator } from "../../../../demo/aggregator/server.mjs";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

const setup = async () => {
  const app = await testApp();
  const dashboard = browser(app);
  await signInOperator(app, dashboard);
  const aggregator = await startAggregator({
    applications: [
      {
        ...{ id: "app-1", publicKey, environment: "SANDBOX" },
        redirectUrls: [`${app.services.publicUrl()}/oauth/return`],
      },
    ],
    banks: [{ name: "Harbour Bank", country: "FI", accounts: [] }],
    clock: app.services.clock,
  });
  onTestFinished(() => aggregator.close());
  const add = async (changes: object = {}) =>
    (
      await dashboard.post("institutions/aggregators/add", {
        ...{ application_id: "app-1", key: privateKey, address: aggregator.address },
        ...changes,
      })
    ).body;
  return { app, aggregator, dashboard, add };
};

test("an operator adds a key, sees it without its secret, and removes it", async () => {
  const { app, dashboard, add } = await setup();
  expect(await add()).toMatchObject({ banks: 1, problems: {} });
  const { body } = await dashboard.post("institutions/aggregators", {});
  expect(body).toMatchObject({
    redirect_uri: `${app.services.publicUrl()}/oauth/return`,
    aggregators: [{ application_id: "app-1", client_id: null, banks: 1, problem: null }],
  });
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "aggregator.add" });
  expect(JSON.stringify([body, entry])).not.toMatch(/PRIVATE|sealed/);
  const [{ aggregator_id } = { aggregator_id: "" }] = body.aggregators as {
    aggregator_id: string;
  }[];
  await dashboard.post("institutions/aggregators/remove", { aggregator_id });
  expect(await app.services.store.institutions.all()).toEqual([]);
  const again = await dashboard.post("institutions/aggregators/remove", { aggregator_id });
  expect(again.body).toMatchObject({ display_message: "There is no such key any more." });
});

test.each([
  [
    "a key that is none",
    { key: "nothing" },
    [],
    { key: "It is no private key: give the application's .pem file." },
  ],
  [
    "an address without TLS",
    { address: "http://bank.example" },
    [],
    { address: expect.stringContaining("https://") },
  ],
  [
    "an unknown application",
    { application_id: "app-2" },
    [],
    { application_id: expect.stringContaining("does not accept the application") },
  ],
  [
    "an application that is not active",
    {},
    ["inactive"],
    { application_id: expect.stringContaining("not active: activate it") },
  ],
])("%s is refused at its field, and changes nothing", async (_, changes, quirks, problems) => {
  const { app, aggregator, add } = await setup();
  aggregator.behaveLike(...quirks);
  expect((await add(changes)).problems).toEqual(problems);
  expect(await app.services.store.institutions.aggregators()).toEqual([]);
});

test("an operator sets the preferred way and the question in Link, which the audit log has", async () => {
  const { app, dashboard } = await setup();
  await dashboard.post("institutions/ways", { first: "token", asks: true });
  const { body } = await dashboard.post("institutions/aggregators", {});
  expect(body.ways).toEqual({ order: ["token", "connection", "aggregator", "fints"], asks: true });
  expect(app.services.directory.ways()).toMatchObject({ asks: true });
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "institutions.set_ways", actor: { kind: "dashboard" } });
});
