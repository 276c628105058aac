import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

/** A user with two Items, and the call that removes the user. */
const appWithItems = async () => {
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const link = async () => {
    const { public_token } = await app.call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["auth"],
      user_id,
      options: { webhook: "https://shop.example/hook" },
    });
    return app.call("/item/public_token/exchange", { public_token });
  };
  const items = [await link(), await link()];
  const remove = () => app.post("/user/remove", { ...app.credentials, user_id });
  return { app, user_id: String(user_id), items, remove };
};

test("a removed user's Items are revoked, each with its webhook", async () => {
  const { app, items, remove } = await appWithItems();
  const { jobs } = app.services.store;
  const pending = () => jobs.count("deliver-webhook");
  const before = await pending();
  expect((await remove()).status).toBe(200);
  for (const { access_token } of items) {
    const { body } = await app.post("/accounts/get", { ...app.credentials, access_token });
    expect(body.error_code).toBe("USER_PERMISSION_REVOKED");
    expect(await app.call("/item/get", { access_token })).toMatchObject({
      item: { error: { error_code: "USER_PERMISSION_REVOKED" } },
    });
  }
  expect((await pending()) - before).toBe(2);
});

test("concurrent removals of a user remove it once, and revoke its Items once", async () => {
  const { app, remove } = await appWithItems();
  const before = await app.services.store.jobs.count("deliver-webhook");
  const answers = await Promise.all(Array.from({ length: 10 }, remove));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
  expect((await app.services.store.jobs.count("deliver-webhook")) - before).toBe(2);
});

test("concurrent creations of a client_user_id make one user", async () => {
  const app = await testApp();
  const identity = {
    name: { given_name: "Ann", family_name: "Example" },
    date_of_birth: "1990-04-23",
    emails: [],
    phone_numbers: [],
    addresses: [],
  };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      app.post("/user/create", {
        ...app.credentials,
        client_user_id: "customer-1",
        ...(n % 2 === 0 && { identity }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(29).fill(200), 201]);
  const [user_id, ...others] = new Set(answers.map(({ body }) => body.user_id));
  expect(others).toEqual([]);
  expect(await app.call("/user/get", { user_id })).toMatchObject({ identity });
});

test("creations and removals at once leave one user, or none, and every answer is one of theirs", async () => {
  const app = await testApp();
  const create = () =>
    app.post("/user/create", { ...app.credentials, client_user_id: "customer-1" });
  const { user_id } = (await create()).body;
  const remove = () => app.post("/user/remove", { ...app.credentials, user_id });
  const answers = await Promise.all([create(), remove(), create(), remove(), create()]);
  expect(answers.every(({ status }) => [200, 201, 400].includes(status))).toBe(true);
  const last = await create();
  expect(last.body.user_id).not.toBe(user_id);
  const successor = await app.services.store.users.byClientUserId(app.keys.client_id, "customer-1");
  expect(successor?.userId).toBe(last.body.user_id);
});

test("/sandbox/user/reset_login resets all Items of a user, or those of it that are named", async () => {
  const { app, user_id, items } = await appWithItems();
  const other = await app.link();
  const reset = async (body: object) =>
    (await app.post("/sandbox/user/reset_login", { ...app.credentials, user_id, ...body })).body;
  const errors = async () => {
    const all = await Promise.all(
      [...items, other].map(({ access_token }) => app.call("/item/get", { access_token })),
    );
    return all.map(({ item }) => (item as { error: unknown }).error !== null);
  };
  expect(await reset({ item_ids: [items[0]?.item_id, other.item_id] })).toMatchObject({
    error_code: "ITEM_NOT_FOUND",
  });
  expect(await errors()).toEqual([false, false, false]);
  await reset({ item_ids: [items[0]?.item_id] });
  expect(await errors()).toEqual([true, false, false]);
  await reset({});
  expect(await errors()).toEqual([true, true, false]);
});
