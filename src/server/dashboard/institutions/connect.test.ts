import { expect, onTestFinished, test } from "vitest";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT } from "../../../../demo/bank/visit.fixture.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { sampleClient, sampleItem } from "../../../testing/store-contract/samples.ts";
import { CERTIFICATE, KEY } from "../../../testing/test-app/certificate.ts";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { openClientSecrets } from "../../domain/institutions/institution-registration.ts";

const ID = "ins_500001";

const setup = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  const dashboard = browser(app);
  await signInOperator(app, dashboard);
  await app.services.store.institutions.put([sampleInstitution(ID, { name: "Corner Bank" })]);
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
  const { app, dashboard, connect } = await setup();
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

test("another issuer cannot replace that of an institution with Items, unless the institution has moved", async () => {
  const { app, connect, dashboard } = await setup();
  await connect();
  const { store } = app.services;
  await store.clients.add(sampleClient());
  const { item, ...rest } = sampleItem("1");
  await store.items.create({ ...rest, item: { ...item, institutionId: ID } });
  const otherIssuer = { issuer: "https://other.example" };
  expect((await connect(otherIssuer)).problems).toEqual({
    issuer: expect.stringMatching(
      /^1 Item is linked by https:\/\/bank.example\. If the institution/,
    ),
  });
  expect((await connect({ issued_client_id: "other" })).connected).toBe(true);
  for (const path of ["institutions/disconnect", "institutions/remove"]) {
    const { body } = await dashboard.post(path, { institution_id: ID });
    expect(body.display_message).toMatch(/^1 Item is linked there, and/);
  }
  const { body } = await dashboard.post("institutions/show", { institution_id: ID });
  expect(body.live_items).toBe(1);
  expect((await connect({ ...otherIssuer, another_issuer: true })).connected).toBe(true);
});

test("invalid fields are refused one by one, and nothing changes", async () => {
  const { app, connect } = await setup({ OUTBOUND_HOSTS: "bank.example" });
  const none = { client_secret: "" };
  const refusals: [object, field: string, words: string][] = [
    [{ issuer: "http://bank.example" }, "issuer", "It must begin with https://"],
    [{ issuer: "" }, "issuer", "Its metadata is found by this address."],
    [{ issued_client_id: " " }, "issued_client_id", "The institution has given one out"],
    [{ data_url: "https://bank.example/?a=b" }, "data_url", "It must have no ?"],
    [{ issuer: "https://other.example" }, "issuer", "It is at other.example, which is not in"],
    [{ private_key: "secret words" }, "client_secret", "Client secret and private key do not go"],
    [{ ...none, private_key: "secret words" }, "private_key", "It must be a key of RSA"],
    [{ ...none, authentication: "client_secret_post" }, "client_secret", "needs it."],
    [{ ...none, authentication: "private_key_jwt" }, "private_key", "needs it."],
    [{ ...none, authentication: "tls_client_auth" }, "certificate", "needs it."],
    [{ certificate: "secret words" }, "certificate_key", "go together."],
    [{ certificate: "secret words", certificate_key: "x" }, "certificate", "must be PEM"],
    [{ authorities: "secret words" }, "authorities", "It must be certificates"],
    [{ resource: "data" }, "resource", "It must be a URL."],
    [{ scopes: 'a"b' }, "scopes", "characters that no scope may have"],
    [{ requests_per_day: "0" }, "requests_per_day", "a whole number from 1 to 1,000,000"],
    [{ requests_per_day: "1000001" }, "requests_per_day", "a whole number from 1 to 1,000,000"],
  ];
  const before = await app.services.store.audit.last(1);
  for (const [changes, field, words] of refusals) {
    const { connected, problems } = await connect(changes);
    expect([connected, problems]).toEqual([
      false,
      expect.objectContaining({ [field]: expect.stringContaining(words) }),
    ]);
    expect(JSON.stringify(problems)).not.toContain("secret words");
  }
  const { display_message } = await connect({ institution_id: "ins_109508" });
  expect(display_message).toBe("There is no ins_109508 of your own to connect.");
  expect(await app.services.store.institutions.connections()).toEqual([]);
  expect(await app.services.store.audit.last(1)).toEqual(before);
});

test("a new institution is added and connected at once, under the next free id", async () => {
  const { app, dashboard, connect } = await setup();
  const institution = {
    ...{ name: "Lantern Bank", country_codes: ["US"], products: ["auth", "balance"], url: "" },
  };
  const first = await connect({ institution_id: "", institution });
  expect(first).toMatchObject({ connected: true, institution_id: "ins_700001" });
  const { body: details } = await dashboard.post("institutions/show", {
    institution_id: "ins_700001",
  });
  expect(details.institution).toMatchObject({ name: "Lantern Bank", oauth: true });
  expect(await connect({ institution_id: "", institution })).toMatchObject({
    institution_id: "ins_700002",
  });
  const { store } = app.services;
  expect((await store.institutions.all()).map(({ name }) => name)).toEqual([
    "Corner Bank",
    "Lantern Bank",
    "Lantern Bank",
  ]);
  const [entry] = await store.audit.last(1);
  expect(JSON.parse(entry?.details ?? "")).toMatchObject({ institution: "Lantern Bank" });
  const wrong = { name: "", country_codes: [], products: ["gold"], url: "lantern" };
  expect(await connect({ institution_id: "ins_7x", institution: wrong })).toMatchObject({
    connected: false,
    problems: {
      institution_id: expect.stringMatching(/^It must be ins_ and a number/),
      name: expect.stringMatching(/^It must be a text/),
      country_codes: "It must have at least 1 element.",
      products: expect.stringMatching(/^It must be one of/),
      url: "It must be an http or https URL.",
    },
  });
  for (const institution_id of [ID, "ins_109508"])
    expect((await connect({ institution_id, institution })).problems).toEqual({
      institution_id: expect.stringMatching(/has it/),
    });
  expect(await store.institutions.all()).toHaveLength(3);
});

test("institutions that are added concurrently get an id each", async () => {
  const { app, connect } = await setup();
  const answers = await Promise.all(
    ["Lantern", "Willow", "Harbor"].map((name) =>
      connect({
        institution_id: "",
        institution: { name, country_codes: ["US"], products: ["auth"], url: "" },
      }),
    ),
  );
  expect(answers.map(({ institution_id }) => institution_id).toSorted()).toEqual([
    ...["ins_700001", "ins_700002", "ins_700003"],
  ]);
  expect(await app.services.store.institutions.all()).toHaveLength(4);
});

test("a stored client secret is sent to no other issuer", async () => {
  const { app, connect } = await setup();
  await connect();
  const move = { issuer: "https://other.example", client_secret: "", keep_secrets: true };
  for (const changes of [{}, { authentication: "client_secret_post" }])
    expect((await connect({ ...move, ...changes })).problems).toEqual({
      client_secret: expect.stringMatching(/^The stored one is for another issuer/),
    });
  const { store, vault } = app.services;
  expect((await store.institutions.connections())[0]?.issuer).toBe("https://bank.example");
  expect((await connect({ ...move, authentication: "none" })).connected).toBe(true);
  const [connection] = await store.institutions.connections();
  expect(connection && openClientSecrets(vault, connection)).toEqual({});
});

test("an edit keeps the stored secrets that are left out, if the method uses them", async () => {
  const { app, connect } = await setup();
  const secrets = async () => {
    const { store, vault } = app.services;
    const [connection] = await store.institutions.connections();
    return connection && openClientSecrets(vault, connection);
  };
  await connect({ requests_per_day: "4", own_redirect_uri: true, authorities: CERTIFICATE });
  const edit = {
    ...{ client_secret: undefined, keep_secrets: true, authentication: "client_secret_post" },
  };
  await connect({ ...edit, issued_client_id: "we-two" });
  expect(await secrets()).toEqual({ clientSecret: "s3cret", authorities: CERTIFICATE.trim() });
  const tls = { certificate: CERTIFICATE, certificate_key: KEY, authorities: "" };
  await connect({ ...edit, ...tls, authentication: "tls_client_auth" });
  expect(await secrets()).toEqual({
    certificate: { certificate: CERTIFICATE.trim(), key: KEY.trim() },
  });
  await connect({
    ...{ ...edit, authentication: "client_secret_basic" },
    ...{ client_secret: "new", forget_certificate: true },
  });
  expect(await secrets()).toEqual({ clientSecret: "new" });
  expect((await connect({ ...edit, authentication: "private_key_jwt" })).problems).toEqual({
    private_key: "private_key_jwt needs it.",
  });
});

test("an institution is removed with its connection, and each step is in the audit log", async () => {
  const { app, dashboard, connect } = await setup();
  await connect();
  expect((await dashboard.post("institutions/remove", { institution_id: ID })).body.removed).toBe(
    true,
  );
  const { store } = app.services;
  expect([await store.institutions.all(), await store.institutions.connections()]).toEqual([
    [],
    [],
  ]);
  expect((await store.audit.last(2)).map(({ action }) => action)).toEqual([
    "institution.connect",
    "institution.remove",
  ]);
  expect((await dashboard.post("institutions", { search: ID })).body.rows).toEqual([]);
  const { body } = await dashboard.post("institutions/remove", { institution_id: "ins_109508" });
  expect(body.display_message).toBe("It is not one of your own.");
});

test("an issuer's metadata lists the choices for a connection, and missing parts", async () => {
  const { dashboard } = await setup();
  const read = async (issuer: string) =>
    (await dashboard.post("institutions/issuer", { issuer })).body;
  const bank = await startBank({ port: 0, clients: [CLIENT] });
  onTestFinished(() => bank.close());
  expect(await read(bank.issuer)).toMatchObject({
    problem: null,
    authentications: expect.arrayContaining(["client_secret_basic", "private_key_jwt"]),
    needed_scopes: expect.arrayContaining(["openid", "Account", "Transactions"]),
    endpoints: expect.arrayContaining([
      { name: "token_endpoint", url: expect.stringContaining(bank.issuer) },
    ]),
    features: expect.arrayContaining(["DPoP", "revocation"]),
    problems: [],
  });
  bank.misbehave("metadata-no-pkce");
  const { problems } = await read(bank.issuer);
  expect(problems).toEqual([
    expect.objectContaining({ what: "offers PKCE with S256", is_wrong: true }),
  ]);
  await bank.close();
  expect((await read(bank.issuer)).problem).toMatch(/^Its metadata cannot be reached \(ECONNREF/);
});

test("metadata is not read from a forbidden address", async () => {
  const { dashboard } = await setup({ OUTBOUND_HOSTS: "bank.example" });
  for (const [issuer, words] of [
    ["https://other.example", "It is at other.example, which is not in OUTBOUND_HOSTS."],
    ["http://bank.example", "It must begin with https://, or with http:// on this machine."],
    ["file:///etc/passwd", "It must begin with https://, or with http:// on this machine."],
  ])
    expect((await dashboard.post("institutions/issuer", { issuer })).body.problem).toBe(words);
  const open = await setup();
  const { body } = await open.dashboard.post("institutions/issuer", {
    issuer: "https://169.254.169.254",
  });
  expect(body.problem).toMatch(/on a private network/);
});
