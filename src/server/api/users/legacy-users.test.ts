import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { IDENTITY } from "./identity.fixture.ts";

const LEGACY_IDENTITY = {
  first_name: "Wilhelmina",
  last_name: "Example",
  date_of_birth: "1990-04-23",
  emails: ["ann@mail.example", "ann@work.example"],
  phone_numbers: ["+14155550010"],
  primary_address: {
    street: "1 Main Street",
    city: "San Francisco",
    region: "CA",
    country: "US",
    postal_code: "94105",
  },
  ssn_last_4: "6789",
};
const UPGRADED_IDENTITY = {
  ...IDENTITY,
  emails: [
    { data: "ann@mail.example", primary: true },
    { data: "ann@work.example", primary: false },
  ],
};

/** An app whose client has the legacy user API. */
const legacyApp = async () => {
  const app = await testApp();
  await app.services.store.clients.setLegacyUserApi(app.keys.client_id, true);
  const create = (body: object) =>
    app.post("/user/create", { ...app.credentials, client_user_id: "customer-1", ...body });
  return { app, create };
};

const TOKEN = /^user-sandbox-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("the legacy schema returns a user_token and an unprefixed user_id, each time the same", async () => {
  const { create } = await legacyApp();
  const first = await create({});
  expect([first.status, first.body]).toEqual([
    201,
    {
      user_token: expect.stringMatching(TOKEN),
      user_id: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
      request_id: expect.any(String),
    },
  ]);
  const second = await create({});
  expect(second.status).toBe(200);
  expect(second.body).toMatchObject({
    user_token: first.body.user_token,
    user_id: first.body.user_id,
  });
});

test("the new schema returns a legacy user's user_token as its user_id", async () => {
  const { create } = await legacyApp();
  const { user_token } = (await create({})).body;
  const { status, body } = await create({ with_upgraded_user: true });
  const { request_id: _, ...answer } = body;
  expect([status, answer]).toEqual([200, { user_id: user_token }]);
});

test("the legacy schema refuses a user of the new one, which has no user_token", async () => {
  const { create } = await legacyApp();
  await create({ with_upgraded_user: true });
  expect((await create({})).body).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: expect.stringContaining("send with_upgraded_user: true"),
  });
});

test("a client has the legacy user API by when it was created, or as it is switched", async () => {
  const app = await testApp();
  const body = { ...app.credentials, client_user_id: "customer-1" };
  expect((await app.post("/user/create", body)).body).not.toHaveProperty("user_token");
  const old = { ...body, client_user_id: "customer-2", with_upgraded_user: false };
  expect((await app.post("/user/create", old)).body).not.toHaveProperty("user_token");
  await app.services.store.clients.setLegacyUserApi(app.keys.client_id, true);
  const another = { ...body, client_user_id: "customer-3" };
  expect((await app.post("/user/create", another)).body).toHaveProperty("user_token");
});

test("/user/get returns a legacy identity in the new schema", async () => {
  const { app, create } = await legacyApp();
  const { user_token } = (await create({ consumer_report_user_identity: LEGACY_IDENTITY })).body;
  expect(await app.call("/user/get", { user_id: user_token })).toMatchObject({
    user_id: user_token,
    client_user_id: "customer-1",
    identity: UPGRADED_IDENTITY,
  });
});

test("/user/update replaces the identity of a legacy user by either field", async () => {
  const { app, create } = await legacyApp();
  const { user_token } = (await create({})).body;
  const identity = { ...UPGRADED_IDENTITY, date_of_birth: "1980-01-01" };
  await app.call("/user/update", { user_id: user_token, identity });
  expect(await app.call("/user/get", { user_id: user_token })).toMatchObject({ identity });
  await app.call("/user/update", { user_token, consumer_report_user_identity: LEGACY_IDENTITY });
  expect(await app.call("/user/get", { user_id: user_token })).toMatchObject({
    identity: UPGRADED_IDENTITY,
  });
});

test.each([
  [{ identity: UPGRADED_IDENTITY }, "identity is of the new schema"],
  [
    { with_upgraded_user: true, consumer_report_user_identity: LEGACY_IDENTITY },
    "consumer_report_user_identity is of the legacy schema",
  ],
])("each schema of /user/create takes its own identity only: %#", async (body, words) => {
  const { create } = await legacyApp();
  const answer = await create(body);
  expect(answer.body).toMatchObject({ error_code: "INVALID_FIELD" });
  expect(answer.body.error_message).toContain(words);
  expect((await create({})).status).toBe(201);
});

test("a new user takes no consumer_report_user_identity, and no user two identities", async () => {
  const { app, create } = await legacyApp();
  const { user_id } = (await create({ with_upgraded_user: true })).body;
  const update = async (body: object) =>
    (await app.post("/user/update", { ...app.credentials, user_id, ...body })).body;
  const legacy = { consumer_report_user_identity: LEGACY_IDENTITY };
  expect(await update(legacy)).toMatchObject({ error_code: "INVALID_FIELD" });
  expect(await update({ ...legacy, identity: UPGRADED_IDENTITY })).toMatchObject({
    error_code: "INVALID_FIELD",
  });
  expect(await update({})).toMatchObject({
    error_code: "MISSING_FIELDS",
    error_message: "the following required fields are missing: identity",
  });
  expect(await app.call("/user/get", { user_id })).toMatchObject({ identity: null });
});

test("uses of the legacy user API are counted by path and field, with the last request", async () => {
  const { app, create } = await legacyApp();
  const { user_token } = (await create({})).body;
  await create({ consumer_report_user_identity: LEGACY_IDENTITY });
  await create({ with_upgraded_user: true });
  app.advanceClock(1000);
  const { request_id } = await app.call("/user/remove", { user_token });
  await app.writeUsage();
  const use = { clientId: app.keys.client_id, requestId: expect.any(String) };
  const lastAt = Date.parse("2026-01-15T12:00:00Z");
  const path = "/user/create";
  expect(await app.services.store.legacyUses.all()).toEqual([
    { ...use, path, field: "consumer_report_user_identity", count: 1, lastAt },
    { ...use, path, field: "with_upgraded_user", count: 2, lastAt },
    {
      ...use,
      path: "/user/remove",
      field: "user_token",
      count: 1,
      lastAt: lastAt + 1000,
      requestId: request_id,
    },
  ]);
  await app.writeUsage();
  expect(await app.services.store.legacyUses.all()).toHaveLength(3);
});
