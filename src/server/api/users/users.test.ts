import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { IDENTITY } from "./identity.fixture.ts";

/** Calls with the client's keys, whatever the status. */
const caller = async () => {
  const app = await testApp();
  const send = async (path: string, body: object) => {
    const { status, body: answer } = await app.post(path, { ...app.credentials, ...body });
    const { request_id: _, ...rest } = answer;
    return { status, ...rest };
  };
  return { app, send };
};

test("a new client_user_id makes a user; the same one returns it again", async () => {
  const { send } = await caller();
  const body = { client_user_id: "customer-1", with_upgraded_user: true };
  const first = await send("/user/create", body);
  expect(first).toEqual({ status: 201, user_id: expect.stringMatching(/^usr_[0-9A-Za-z]{27}$/) });
  expect(await send("/user/create", body)).toEqual({ ...first, status: 200 });
});

test("an identity in a second call is attached to the user who exists", async () => {
  const { send } = await caller();
  const body = { client_user_id: "customer-1", with_upgraded_user: true };
  const { user_id } = (await send("/user/create", body)) as { user_id?: string };
  expect(await send("/user/get", { user_id })).toMatchObject({ identity: null });
  expect(await send("/user/create", { ...body, identity: IDENTITY })).toEqual({
    status: 200,
    user_id,
  });
  expect(await send("/user/get", { user_id })).toEqual({
    status: 200,
    user_id,
    client_user_id: "customer-1",
    created_at: "2026-01-15T12:00:00.000Z",
    identity: IDENTITY,
  });
});

test("/user/update replaces the parts that it has, and the first time it has to have all", async () => {
  const { send } = await caller();
  const { user_id } = (await send("/user/create", { client_user_id: "customer-1" })) as {
    user_id?: string;
  };
  const emails = [{ data: "new@mail.example", primary: true }];
  expect(await send("/user/update", { user_id, identity: { emails } })).toMatchObject({
    error_code: "MISSING_FIELDS",
    error_message: expect.stringContaining("identity.name.given_name"),
  });
  expect(await send("/user/get", { user_id })).toMatchObject({ identity: null });
  await send("/user/update", { user_id, identity: IDENTITY });
  const parts = [{ emails }, { name: { family_name: "Newname" } }, { phone_numbers: [] }, {}];
  const statuses = await Promise.all(
    parts.map(async (identity) => (await send("/user/update", { user_id, identity })).status),
  );
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(await send("/user/get", { user_id })).toMatchObject({
    identity: {
      ...IDENTITY,
      emails,
      name: { ...IDENTITY.name, family_name: "Newname" },
      phone_numbers: [],
    },
  });
});

test("nothing of an identity is logged, or in the store in the clear", async () => {
  const { app, send } = await caller();
  const body = { client_user_id: "customer-1", identity: IDENTITY };
  const { user_id } = (await send("/user/create", body)) as { user_id?: string };
  await send("/user/update", { user_id, identity: IDENTITY });
  await send("/user/get", { user_id });
  const wrong = { ...IDENTITY, emails: [{ data: "ann mail.example", primary: true }] };
  const refusal = await send("/user/update", { user_id, identity: wrong });
  expect(refusal).toMatchObject({ error_code: "INVALID_FIELD" });
  expect(refusal).toMatchObject({ error_message: expect.stringContaining("identity.emails[0]") });
  const future = { ...IDENTITY, date_of_birth: "2026-01-16" };
  expect(await send("/user/update", { user_id, identity: future })).toMatchObject({
    status: 403,
    error_type: "USER_ERROR",
    error_code: "INVALID_USER_IDENTITY_DATA",
  });
  await send("/user/remove", { user_id });
  const log = app.logged.join();
  expect(log).toContain("/user/update");
  const files = readdirSync(app.folder)
    .filter((name) => name.startsWith("service-link.db"))
    .map((name) => readFileSync(join(app.folder, name)).toString("latin1"));
  expect(files.join()).toContain("customer-1");
  for (const secret of [
    "Wilhelmina",
    "1990-04-23",
    "mail.example",
    "4155550010",
    "1 Main",
    "94105",
  ])
    for (const text of [log, JSON.stringify(refusal), ...files]) expect(text).not.toContain(secret);
});

test("a removed user is gone, and its client_user_id makes another one", async () => {
  const { send } = await caller();
  const body = { client_user_id: "customer-1", with_upgraded_user: true };
  const { user_id } = (await send("/user/create", body)) as { user_id?: string };
  expect(await send("/user/remove", { user_id })).toEqual({ status: 200 });
  for (const path of ["/user/get", "/user/remove"])
    expect(await send(path, { user_id })).toMatchObject({
      status: 400,
      error_code: "INVALID_USER_ID",
    });
  const again = (await send("/user/create", body)) as { status: number; user_id?: string };
  expect(again.status).toBe(201);
  expect(again.user_id).not.toBe(user_id);
});

test("client_user_ids that the store could not tell apart are refused", async () => {
  const { send } = await caller();
  for (const client_user_id of ["customer\ud800", "customer\ud801", "\udc00"])
    expect(await send("/user/create", { client_user_id })).toMatchObject({
      error_code: "INVALID_FIELD",
      error_message: "client_user_id must have no control characters and no half of a character",
    });
  expect((await send("/user/create", { client_user_id: "customer 😀" })).status).toBe(201);
});

test.each(["Ann\ud800", "\u200b", "\u2060\u200d"])(
  "an unreadable name is refused: %j",
  async (given_name) => {
    const { send } = await caller();
    const identity = { ...IDENTITY, name: { given_name, family_name: "Example" } };
    expect(await send("/user/create", { client_user_id: "customer-1", identity })).toMatchObject({
      error_code: "INVALID_FIELD",
      error_message: expect.stringContaining("identity.name.given_name must have"),
    });
  },
);

test("concurrent calls make one user, and none makes a removed one again", async () => {
  const { send } = await caller();
  const body = { client_user_id: "customer-1", identity: IDENTITY };
  const at = async (calls: number, path: string, more: object) =>
    Promise.all(Array.from({ length: calls }, () => send(path, { ...body, ...more })));
  const creation = await at(8, "/user/create", {});
  expect(creation.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201]);
  const [{ user_id } = {}] = creation as { user_id?: string }[];
  const only = (path: string, fields: object) =>
    Promise.all(Array.from({ length: 4 }, () => send(path, { user_id, ...fields })));
  const [removal, update] = await Promise.all([
    only("/user/remove", {}),
    only("/user/update", { identity: IDENTITY }),
  ]);
  expect(removal.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, ...rest } of update)
    if (status !== 200) expect(rest).toMatchObject({ error_code: "INVALID_USER_ID" });
  expect(await send("/user/get", { user_id })).toMatchObject({ error_code: "INVALID_USER_ID" });
});
