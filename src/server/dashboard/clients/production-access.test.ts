import { expect, test } from "vitest";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const PRODUCTION = {
  SERVICE_ENV: "production",
  SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
};

/** A production server with its operator, and a client that the operator has just created. */
const production = async () => {
  const app = await testApp(PRODUCTION);
  const operator = browser(app);
  await signInOperator(app, operator);
  const { body } = await operator.post("clients/create", { name: "Shop" });
  const keys = body.keys as { client_id: string; secret: string; public_key: string };
  const client = browser(app);
  await client.signIn({ client_id: keys.client_id, secret: keys.secret });
  const call = async () => {
    const { client_id, secret } = keys;
    const answer = await app.post("/institutions/get", {
      client_id,
      secret,
      count: 1,
      offset: 0,
      country_codes: ["US"],
    });
    return [answer.status, answer.body.error_code, answer.body.error_message];
  };
  const start = async () => {
    const config = { key: keys.public_key, env: "production", clientName: "S", product: ["auth"] };
    const origin = "https://shop.example";
    await app.services.store.clients.allowOrigin(keys.client_id, origin, 9);
    const { body } = await app.post("/bridge/session/start", {
      config,
      origin,
      resume: "r".repeat(32),
      link_session_id: "s".repeat(32),
    });
    return body.error_code;
  };
  return { app, operator, client, keys, call, start };
};

test("a client has no production access until it has asked and the operator has granted it", async () => {
  const { app, operator, client, keys, call, start } = await production();
  expect(await call()).toEqual([
    400,
    "UNAUTHORIZED_ENVIRONMENT",
    "this client has no production access; request it on the Dashboard, under Settings",
  ]);
  expect(await start()).toBe("UNAUTHORIZED_ENVIRONMENT");
  const { body } = await client.post("production/request", { note: "Pays out loans. Ask Ada." });
  expect(body.client).toMatchObject({
    production_access: {
      state: "requested",
      requested_at: app.services.clock(),
      note: "Pays out loans. Ask Ada.",
    },
  });
  expect((await call())[2]).toContain("which the operator has not granted yet");

  const requests = await operator.post("clients", { access: "requested" });
  expect(requests.body.rows).toMatchObject([
    { client_id: keys.client_id, production_access: "requested" },
  ]);
  await operator.post("production/change", { id: keys.client_id, granted: true });
  expect((await call())[0]).toBe(200);
  expect(await start()).not.toBe("UNAUTHORIZED_ENVIRONMENT");

  await operator.post("production/change", { id: keys.client_id, granted: false });
  expect((await call())[1]).toBe("UNAUTHORIZED_ENVIRONMENT");
  const log = await app.services.store.audit.last(3);
  const changes = log.map(({ action, subject, details }) => {
    const { access_before, access } = JSON.parse(details);
    return [action, subject, access_before, access];
  });
  expect(changes).toEqual([
    ["client.request_production", keys.client_id, "none", "requested"],
    ["client.grant_production", keys.client_id, "requested", "granted"],
    ["client.withdraw_production", keys.client_id, "granted", "none"],
  ]);
});

test("a request after the grant changes nothing, and a client cannot grant its own", async () => {
  const { operator, client, keys, call } = await production();
  await operator.post("production/change", { id: keys.client_id, granted: true });
  const { body } = await client.post("production/request", {});
  expect(body.client).toMatchObject({ production_access: { state: "granted", note: "" } });
  expect((await call())[0]).toBe(200);
  const change = await client.post("production/change", { id: keys.client_id, granted: true });
  expect(change.body.error_code).toBe("NOT_FOUND");
  for (const note of ["n".repeat(501), "a\0b", "a\u001b[2Jb", "\ud800"])
    expect((await client.post("production/request", { note })).body).toMatchObject({
      error_code: "INVALID_FIELD",
    });
  expect((await client.post("production/request", { note: "One line,\n\tand more" })).status).toBe(
    200,
  );
});

test("a sandbox takes no request, and says where production access is requested", async () => {
  const app = await testApp();
  const client = browser(app);
  await client.signIn();
  expect((await client.post("production/request", {})).body).toMatchObject({
    error_code: "UNAUTHORIZED_ENVIRONMENT",
    display_message: "Production access is asked for on the Dashboard of the production server.",
  });
});

test("a request that races the operator's grant does not withdraw it", async () => {
  const { app, client, keys, call } = await production();
  const { store } = app.services;
  const { transact } = store;
  store.transact = async (work) => {
    store.transact = transact;
    await store.clients.setProductionAccess(keys.client_id, { state: "granted" });
    return transact(work);
  };
  expect((await client.post("production/request", { note: "please" })).status).toBe(200);
  expect(await call()).toEqual([200, undefined, undefined]);
});
