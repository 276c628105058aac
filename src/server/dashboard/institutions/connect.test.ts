import { expect, test } from "vitest";
import { sampleClient, sampleItem } from "../../../testing/store-contract/samples.ts";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { openClientSecrets } from "../../domain/institutions/connection.ts";

const ID = "ins_500001";

const bench = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  const dashboard = browser(app);
  await signInOperator(app, dashboard);
  await app.services.store.institutions.put([
    {
      institutionId: ID,
      name: "Corner Bank",
      aliases: [],
      products: ["auth"],
      countryCodes: ["US"],
      routingNumbers: [],
      oauth: false,
      url: null,
      supported: true,
      mark: null,
      color: null,
      addedAt: 0,
    },
  ]);
  const connect = async (changes: object = {}) =>
    (
      await dashboard.post("institutions/connect", {
        institution_id: ID,
        issuer: "https://bank.example",
        issued_client_id: "we-at-the-bank",
        client_secret: "s3cret",
        ...changes,
      })
    ).body;
  return { app, dashboard, connect };
};

test("an institution is connected with its secrets sealed, shown without them, and disconnected", async () => {
  const { app, dashboard, connect } = await bench();
  const { store, vault } = app.services;
  expect((await connect({ scopes: "openid Account Account" })).connected).toBe(true);
  const [connection] = await store.institutions.connections();
  if (!connection) throw new Error("it is connected");
  expect(connection).toMatchObject({
    issuer: "https://bank.example",
    clientId: "we-at-the-bank",
    authentication: "client_secret_basic",
    dataUrl: "https://bank.example/fdx/v6",
    scopes: ["openid", "Account"],
  });
  expect(openClientSecrets(vault, connection)).toEqual({ clientSecret: "s3cret" });
  const [entry] = await store.audit.last(1);
  expect(entry).toMatchObject({ action: "institution.connect", subject: ID });
  app.passTime(3000);
  const { body } = await dashboard.post("institutions/show", { institution_id: ID });
  expect(body).toMatchObject({
    institution: { is_own: true },
    connection: { issuer: "https://bank.example", client_id: "we-at-the-bank" },
  });
  for (const text of [JSON.stringify(body), JSON.stringify(entry)])
    expect(text).not.toMatch(/s3cret|sealed/);
  const disconnect = async () =>
    (await dashboard.post("institutions/disconnect", { institution_id: ID })).body;
  expect((await disconnect()).disconnected).toBe(true);
  expect(await store.institutions.connections()).toEqual([]);
  expect((await disconnect()).display_message).toBe("It is not connected.");
});

test("another issuer does not take over an institution that has Items", async () => {
  const { app, connect } = await bench();
  await connect();
  const { store } = app.services;
  await store.clients.add(sampleClient());
  const { item, ...rest } = sampleItem("1");
  await store.items.create({ ...rest, item: { ...item, institutionId: ID } });
  const { display_message } = await connect({ issuer: "https://other.example" });
  expect(display_message).toMatch(/^1 Item is linked by https:\/\/bank.example; /);
  expect((await connect({ issued_client_id: "other" })).connected).toBe(true);
});

test("what cannot be is refused with what would be right, and changes nothing", async () => {
  const { app, connect } = await bench({ OUTBOUND_HOSTS: "bank.example" });
  const refusals: [object, string][] = [
    [{ issuer: "http://bank.example" }, "Issuer must begin with https://"],
    [{ data_url: "https://bank.example/?a=b" }, "Data_url must have no ?"],
    [{ issuer: "https://other.example" }, "Issuer is at other.example, which is not in OUTBOUND"],
    [{ private_key: "secret words" }, "Client_secret and private_key do not go together."],
    [{ client_secret: "", private_key: "secret words" }, "Private_key must be a key of RSA"],
    [{ client_secret: "", authentication: "client_secret_post" }, "needs client_secret"],
    [{ certificate: "secret words" }, "certificate_key go together"],
    [{ certificate: "secret words", certificate_key: "x" }, "must be PEM"],
    [{ authorities: "secret words" }, "Authorities must be certificates"],
    [{ resource: "data" }, "Resource must be a URL"],
    [{ institution_id: "ins_109508" }, "There is no ins_109508 of your own to connect"],
  ];
  const before = await app.services.store.audit.last(1);
  for (const [changes, words] of refusals) {
    const { error_code, display_message } = await connect(changes);
    expect([error_code, display_message]).toEqual([
      "INVALID_FIELD",
      expect.stringContaining(words),
    ]);
    expect(display_message).not.toContain("secret words");
  }
  expect(await app.services.store.institutions.connections()).toEqual([]);
  expect(await app.services.store.audit.last(1)).toEqual(before);
});
