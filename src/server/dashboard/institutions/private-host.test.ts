import { expect, test } from "vitest";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { declareRegistration } from "../../domain/institutions/institution-registration.ts";

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

const PRODUCTION = {
  SERVICE_ENV: "production",
  SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
};

test.each([
  ["sandbox", "https://10.0.0.1", "10.0.0.1"],
  ["sandbox", "https://[fd00::1]:8443/oidc", "[fd00::1]"],
  ["sandbox", "https://169.254.169.254", "169.254.169.254"],
  ["production", "https://10.0.0.1", "10.0.0.1"],
  ["production", "https://localhost", "localhost"],
  ["production", "http://127.0.0.1:9999", "127.0.0.1"],
])(
  "in %s an issuer on a private network is refused if it is typed in: %s",
  async (environment, url, host) => {
    const { app, dashboard, connect } = await setup(environment === "sandbox" ? {} : PRODUCTION);
    const problem =
      `It is at ${host}, which is on a private network: allow that host by PRIVATE_INSTITUTION_HOSTS, ` +
      "or connect it by the command `institutions connect`.";
    expect(await connect({ issuer: url })).toMatchObject({
      connected: false,
      problems: { issuer: problem },
    });
    expect((await connect({ data_url: url })).problems).toEqual({ data_url: problem });
    const { body } = await dashboard.post("institutions/issuer", { issuer: url });
    expect(body.problem).toBe(problem);
    expect(await app.services.store.institutions.connections()).toEqual([]);
  },
);

test("an issuer on a private network is connected if a setting or the command line allows its host", async () => {
  const url = "https://10.0.0.1";
  const setting = await setup({ PRIVATE_INSTITUTION_HOSTS: "10.0.0.1" });
  expect(await setting.connect({ issuer: url })).toMatchObject({ connected: true });
  expect((await setting.connect({ issuer: "https://10.0.0.2" })).problems).toMatchObject({
    issuer: expect.stringContaining("10.0.0.2"),
  });

  const { app, connect } = await setup();
  const { store, vault } = app.services;
  const declaration = { institutionId: ID, issuer: url, clientId: "we", secrets: {} };
  await store.institutions.connect(
    declareRegistration(vault, { ...declaration, mayBePrivate: () => true }, 0),
  );
  expect(await connect({ issuer: url, client_secret: "another" })).toMatchObject({
    connected: true,
  });
  const moved = { issuer: url, data_url: "https://10.0.0.2/data" };
  expect(Object.keys(Object(await connect(moved)).problems)).toEqual(["data_url"]);
  const [connection] = await store.institutions.connections();
  expect(connection?.privateHosts).toEqual(["10.0.0.1"]);
});

test("an issuer on localhost is accepted in the sandbox", async () => {
  const { connect } = await setup();
  for (const issuer of ["http://localhost:8082", "http://127.0.0.1:8082", "http://[::1]:8082"])
    expect(await connect({ issuer })).toMatchObject({ connected: true, problems: {} });
});
