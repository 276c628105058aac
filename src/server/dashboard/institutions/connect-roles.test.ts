import { expect, test } from "vitest";
import { AUTHORITY, CLIENT_PAIR, SEAL_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { signedInMember } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import {
  declareRegistration,
  FDX_STANDARD,
  openClientSecrets,
} from "../../domain/institutions/institution-registration.ts";

const ID = "ins_500001";
const ISSUER = "https://bank.example";
const TLS = {
  certificate: CLIENT_PAIR.certificate,
  certificate_key: CLIENT_PAIR.key,
  authorities: AUTHORITY,
};

const setup = async () => {
  const app = await testApp();
  const { store, vault } = app.services;
  await store.institutions.put([sampleInstitution(ID, { name: "Corner Bank" })]);
  const admin = await signedInMember(app, { role: "admin" });
  const developer = await signedInMember(app, { role: "developer" });
  const connectAs = async ({ dashboard }: typeof admin, changes: object = {}) =>
    (
      await dashboard.post("institutions/connect", {
        ...{ institution_id: ID, issuer: ISSUER, issued_client_id: "we", keep_secrets: true },
        ...{ client_secret: "s3cret", ...changes },
      })
    ).body;
  const stored = async () => {
    const [connection] = await store.institutions.connections();
    if (!connection) throw new Error("it is connected");
    return { connection, secrets: openClientSecrets(vault, connection) };
  };
  return { app, admin, developer, connectAs, stored };
};

test("only an admin repoints a connection with keys, and the audit log has that", async () => {
  const { app, admin, developer, connectAs, stored } = await setup();
  expect((await connectAs(admin, TLS)).connected).toBe(true);
  const before = await stored();
  const moves = [
    [{ issuer: "https://other.example" }, "issuer"],
    [{ data_url: "https://other.example/fdx/v6" }, "data_url"],
    [{ data_url: `${ISSUER}/other` }, "data_url"],
    [{ issuer: "https://other.example", ...TLS, keep_secrets: false }, "issuer"],
    [{ authorities: CLIENT_PAIR.certificate }, "authorities"],
    [{ authorities: "" }, "authorities"],
    [{ issuer: "https://other.example", forget_certificate: true }, "issuer"],
  ] as const;
  for (const [move, field] of moves) {
    const { connected, problems } = await connectAs(developer, move);
    expect(connected).toBe(false);
    expect(problems).toMatchObject({
      [field]: expect.stringContaining("only an admin changes it"),
    });
    expect(await stored()).toEqual(before);
  }
  expect((await connectAs(developer, { requests_per_day: "4" })).connected).toBe(true);
  const { connection, secrets } = await stored();
  expect(secrets.certificate?.key).toBe(CLIENT_PAIR.key.trim());
  expect(connection.quota?.requestsPerDay).toBe(4);
  expect((await connectAs(admin, { issuer: "https://other.example" })).connected).toBe(true);
  expect((await app.services.store.audit.last(1))[0]?.details).toContain(
    '"issuer_before":"https://bank.example","issuer":"https://other.example"',
  );
});

test("only an admin replaces the program that signs", async () => {
  const { app, developer, connectAs, stored } = await setup();
  const { store, vault } = app.services;
  const signCommand = { program: "/bin/sign", argumentTexts: [], publicKey: "PEM", keyId: null };
  const declaration = { institutionId: ID, issuer: ISSUER, clientId: "we" };
  await store.institutions.connect(
    declareRegistration(vault, { ...declaration, secrets: { signCommand } }, app.services.clock()),
  );
  const before = await stored();
  const { problems } = await connectAs(developer, {
    ...{ authentication: "private_key_jwt", private_key: CLIENT_PAIR.key, client_secret: "" },
  });
  expect(problems).toMatchObject({ private_key: expect.stringContaining("only an admin") });
  expect(await stored()).toEqual(before);
});

test("only an admin replaces the program that signs seals", async () => {
  const { app, developer, connectAs, stored } = await setup();
  const { store, vault, clock } = app.services;
  const { certificate, key } = SEAL_PAIR;
  const sealCertificate = { certificate, program: "/bin/sign", argumentTexts: [] };
  const declaration = { institutionId: ID, issuer: ISSUER, clientId: "we" };
  const standard = { ...FDX_STANDARD, dialect: "berlin-group" };
  const secrets = { clientSecret: "s3cret", sealCertificate };
  await store.institutions.connect(
    declareRegistration(vault, { ...declaration, standard, secrets }, clock()),
  );
  const before = await stored();
  for (const change of [
    { seal_certificate: certificate, seal_certificate_key: key },
    { forget_seal_certificate: true },
    { keep_secrets: false },
  ]) {
    const address = { data_url: before.connection.dataUrl };
    const { problems } = await connectAs(developer, { ...address, ...change });
    expect(problems).toEqual({ seal_certificate: expect.stringContaining("only an admin") });
    expect(await stored()).toEqual(before);
  }
});

test("a developer repoints a connection without keys", async () => {
  const { developer, connectAs, stored } = await setup();
  await connectAs(developer);
  expect((await connectAs(developer, { issuer: "https://other.example" })).connected).toBe(true);
  expect((await stored()).connection.issuer).toBe("https://other.example");
});
