import { expect, test } from "vitest";
import { CLIENT_PAIR, SEAL_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { CERTIFICATE, KEY } from "../../../testing/test-app/certificate.ts";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { openClientSecrets } from "../../domain/institutions/institution-registration.ts";

const ID = "ins_500001";

const setup = async () => {
  const app = await testApp();
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

test("a change here leaves the standard and the data's address of another dialect as they are", async () => {
  const { app, connect } = await setup();
  const { institutions } = app.services.store;
  await connect();
  const [first] = await institutions.connections();
  if (!first) throw new Error("it is connected");
  const dataUrl = "https://bank.example/open-banking/v4.0/aisp";
  const other = { dataUrl, standard: { ...first.standard, dialect: "uk" } };
  await institutions.connect({ ...first, ...other });
  expect((await connect({ issued_client_id: "another" })).connected).toBe(true);
  expect(await institutions.connections()).toMatchObject([{ clientId: "another", ...other }]);
});

test("the approach of a connection is shown and changed, to one that its dialect has", async () => {
  const { app, dashboard, connect } = await setup();
  const { institutions, audit } = app.services.store;
  await connect();
  expect((await connect({ approach: "redirect" })).problems).toEqual({
    approach: "It must be oauth.",
  });
  const [first] = await institutions.connections();
  if (!first) throw new Error("it is connected");
  const standard = { ...first.standard, dialect: "berlin-group" };
  await institutions.connect({ ...first, standard });
  expect((await connect({ approach: "decoupled" })).connected).toBe(true);
  expect(await institutions.connections()).toMatchObject([{ standard: { approach: "decoupled" } }]);
  expect((await audit.last(1))[0]?.details).toContain(
    '"approach_before":"oauth","approach":"decoupled"',
  );
  const { body } = await dashboard.post("institutions/show", { institution_id: ID });
  expect(body).toMatchObject({
    connection: {
      approach: "decoupled",
      approaches: ["oauth", "redirect", "decoupled", "embedded"],
    },
  });
  expect((await connect()).connected).toBe(true);
  expect(await institutions.connections()).toMatchObject([{ standard: { approach: "decoupled" } }]);
  const secured = { ...standard, security: "fapi2" as const };
  await institutions.connect({ ...first, standard: secured });
  expect((await connect({ approach: "redirect" })).problems).toEqual({
    approach: "Without tokens there is no fapi2.",
  });
});

test("the deviations of a bank are shown, changed line by line, and wrong ones change nothing", async () => {
  const { app, dashboard, connect } = await setup();
  const { institutions, audit } = app.services.store;
  const deviations = "header:x-fapi-financial-id=0015\n\n booking-status=booked";
  expect((await connect({ deviations })).connected).toBe(true);
  const shown = async () =>
    (await dashboard.post("institutions/show", { institution_id: ID })).body.connection;
  const texts = ["header:x-fapi-financial-id=0015", "booking-status=booked"];
  expect(await shown()).toMatchObject({ dialect: "fdx", deviations: texts });
  expect((await audit.last(1))[0]?.details).toContain(texts.join(" "));
  expect((await connect({ deviations: "booking-status=all" })).problems).toEqual({
    deviations: expect.stringContaining("A line is wrong at bookingStatus"),
  });
  expect((await connect()).connected).toBe(true);
  expect(await shown()).toMatchObject({ deviations: texts });
  expect((await connect({ deviations: "" })).connected).toBe(true);
  expect(await shown()).toMatchObject({ deviations: [] });
  const [first] = await institutions.connections();
  if (!first) throw new Error("it is connected");
  await institutions.connect({ ...first, standard: { ...first.standard, security: "fapi2" } });
  const audience = await connect({ deviations: "assertion-audience=token_endpoint" });
  expect(audience.problems).toEqual({ deviations: "FAPI 2.0 wants assertions for the issuer." });
});

test("certificates that follow and those for seals are stored with their keys, kept, and forgotten", async () => {
  const { app, dashboard, connect } = await setup();
  const { vault, store } = app.services;
  const seal = { seal_certificate: SEAL_PAIR.certificate, seal_certificate_key: SEAL_PAIR.key };
  await connect();
  expect((await connect(seal)).problems).toEqual({
    seal_certificate: "Requests of fdx are not signed.",
  });
  const [first] = await store.institutions.connections();
  if (!first) throw new Error("it is connected");
  const standard = { ...first.standard, dialect: "berlin-group" };
  await store.institutions.connect({ ...first, standard });
  const kept = { client_secret: undefined, keep_secrets: true };
  const tls = { certificate: CLIENT_PAIR.certificate, certificate_key: CLIENT_PAIR.key };
  const next = { next_certificate: CERTIFICATE, next_certificate_key: KEY };
  expect((await connect({ ...kept, ...next })).problems).toEqual({
    next_certificate: "It must follow a certificate: give both.",
  });
  expect((await connect({ ...kept, ...tls, ...next, ...seal })).problems).toEqual({});
  const secrets = async () => {
    const [connection] = await store.institutions.connections();
    return connection && openClientSecrets(vault, connection);
  };
  const stored = {
    ...{ clientSecret: "s3cret", nextCertificate: { certificate: CERTIFICATE.trim() } },
    ...{ certificate: { certificate: CLIENT_PAIR.certificate.trim() } },
    sealCertificate: { certificate: SEAL_PAIR.certificate.trim() },
  };
  expect(await secrets()).toMatchObject(stored);
  expect((await connect(kept)).connected).toBe(true);
  expect(await secrets()).toMatchObject(stored);
  const { body } = await dashboard.post("institutions/show", { institution_id: ID });
  expect(body.connection).toMatchObject({ signs_requests: true });
  expect(JSON.stringify(body)).not.toContain("PRIVATE KEY");
  expect((await connect({ ...kept, forget_seal_certificate: true })).connected).toBe(true);
  expect(await secrets()).not.toHaveProperty("sealCertificate");
});

test.each([
  [{ seal_certificate: SEAL_PAIR.certificate }, "seal_certificate_key", "go together"],
  [
    { seal_certificate: SEAL_PAIR.certificate, seal_certificate_key: CLIENT_PAIR.key },
    ...["seal_certificate_key", "is not the key of the certificate"],
  ],
  [{ seal_certificate: "x", seal_certificate_key: "x" }, "seal_certificate", "must be PEM"],
  [
    { next_seal_certificate: "x", next_seal_certificate_key: "x" },
    "next_seal_certificate",
    "follow",
  ],
] as [object, string, string][])("%j is refused at %s", async (fields, name, words) => {
  const { app, connect } = await setup();
  const answer = await connect(fields);
  expect(Object(answer.problems)[name]).toContain(words);
  expect(await app.services.store.institutions.connections()).toEqual([]);
});

test("a connection gets a dialect, with its path, and a security profile whose needs are met", async () => {
  const { app, connect } = await setup();
  const { institutions, audit } = app.services.store;
  expect((await connect({ dialect: "stet" })).problems).toEqual({
    dialect: "It must be fdx or uk or berlin-group or cdr.",
  });
  expect((await connect({ security: "fapi1" })).problems).toEqual({
    security: "It needs a private key, and a certificate in TLS.",
  });
  expect((await connect({ security: "fapi2" })).problems).toEqual({
    security: "It needs a private key or a certificate: a client secret is too weak.",
  });
  const byKey = { client_secret: "", authentication: "private_key_jwt", private_key: KEY };
  expect((await connect({ ...byKey, security: "fapi2", dpop: "off" })).problems).toEqual({
    dpop: "FAPI 2.0 wants bound tokens: by a key, or by a certificate in TLS.",
  });
  expect(await institutions.connections()).toEqual([]);
  expect((await connect({ dialect: "berlin-group", approach: "decoupled" })).connected).toBe(true);
  expect(await institutions.connections()).toMatchObject([
    {
      dataUrl: "https://bank.example/v1",
      standard: { dialect: "berlin-group", security: "none", approach: "decoupled" },
    },
  ]);
  // The form repeats the stored address, which is the path of the dialect before.
  const keys = {
    certificate: CERTIFICATE,
    certificate_key: KEY,
    authentication: "tls_client_auth",
  };
  const moved = { dialect: "cdr", data_url: "https://bank.example/v1" };
  expect(await connect({ ...moved, ...keys, security: "fapi2" })).toMatchObject({ problems: {} });
  expect(await institutions.connections()).toMatchObject([
    {
      dataUrl: "https://bank.example/cds-au/v1",
      standard: { dialect: "cdr", security: "fapi2", approach: "oauth" },
    },
  ]);
  expect((await audit.last(1))[0]?.details).toContain(
    '"security_before":"none","security":"fapi2"',
  );
});
